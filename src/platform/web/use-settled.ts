import { useEffect, useState } from 'react';

/** What was typed, once it rests. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

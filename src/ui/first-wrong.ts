import { useEffect, useRef, useState } from 'react';

/**
 * After a press that could not be carried out: the first field that says what is wrong comes into view and is focused,
 * which on a phone is far above the button. `refused()` is said once the fields have their words.
 */
export function useFirstWrong<E extends HTMLElement>() {
  const place = useRef<E>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return { place, refused: () => setRefusals((before) => before + 1) };
}

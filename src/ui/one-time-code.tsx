import { type ComponentProps, useEffect, useState } from 'react';
import { TextInput } from './field.tsx';

type Props = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  value: string;
  onType: (code: string) => void;
};

/** Six digits from an email: pasted with spaces or out of a sentence, or filled in by the browser. */
export function OneTimeCode({ value, onType, ...rest }: Props) {
  return (
    <TextInput
      mono
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={({ target }) => onType(target.value.replace(/\D/g, '').slice(0, 6))}
      {...rest}
    />
  );
}

/** Seconds that are left, by the clock: a phone that shows the mailbox meanwhile counts as well. */
export function useCountdown(first = 0): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(first);
  const [until, setUntil] = useState(() => Date.now() + first * 1000);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [isWaiting, until]);
  return [
    left,
    (seconds) => {
      setUntil(Date.now() + seconds * 1000);
      setLeft(seconds);
    },
  ];
}

import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { type Funnel, funnelsApi, type GiftsAnswer } from '../../rules/contract.ts';
import { giftKindOf, giftKindWords, giftsIn, mostGiftBytes } from '../../rules/gift.ts';

export const mayKeepGift = (owner: string): boolean => onlineMember() === owner && navigator.onLine;

/** Told at once what the account would not take; what is sent is checked there by its content as well. */
export async function takeGift(file: File): Promise<string> {
  if (!giftKindOf(file.name)) throw new Error(`This file type isn’t supported. ${giftKindWords}`);
  if (file.size === 0) throw new Error('This file is empty. Choose another one.');
  if (file.size > mostGiftBytes)
    throw new Error('This file is larger than 20 MB. Make it smaller, then choose it again.');
  const response = await fetch(`${funnelsApi.gifts}?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
    signal: AbortSignal.timeout(300_000),
  }).catch(() => null);
  if (!response) throw new Error('Couldn’t upload this file. Try again in a moment.');
  const answer = (await response.json().catch(() => ({}))) as {
    value?: string;
    error?: { message?: string };
  };
  if (!response.ok || !answer.value)
    throw new Error(answer.error?.message ?? 'Couldn’t upload this file. Try again in a moment.');
  return answer.value;
}

/** Which files the account has, where a funnel promises any; null while that is not known. */
export function useGiftFiles(owner: string, funnel: Funnel): string[] | null {
  const [known, setKnown] = useState<{ promised: string; files: string[] } | null>(null);
  const promised = giftsIn(funnel)
    .map(({ file }) => file)
    .join(' ');
  useEffect(() => {
    if (!promised || !mayKeepGift(owner)) return;
    let isOver = false;
    api<GiftsAnswer>(funnelsApi.gifts).then(
      ({ files }) => !isOver && setKnown({ promised, files }),
      // The account says it when it publishes.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [owner, promised]);
  // What was true before another file was chosen says nothing of that one.
  return known?.promised === promised ? known.files : null;
}

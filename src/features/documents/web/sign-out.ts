import { leavesOf } from '#base/leaves.ts';
import { answersBaseKey, answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { isConfirmed, readBase } from '#features/documents/rules/answers/merge-answers.ts';
import { kept } from '#platform/web/place.ts';
import { readStored, removeStored } from '#platform/web/storage.ts';

/** Before somebody goes: answers that their account has need not stay behind. What it has not got waits, locked to them. */
export function dropConfirmedAnswers(uid: string): void {
  const begin = answersKey('');
  for (const { area, key } of kept(uid)) {
    if (area !== 'local' || !key.startsWith(begin)) continue;
    const name = key.slice(begin.length);
    const base = readBase(readStored(answersBaseKey(name)), uid);
    if (!isConfirmed(base, leavesOf(answersIn(readStored(answersKey(name)))))) continue;
    for (const each of [answersKey(name), answersBaseKey(name)]) removeStored(each);
  }
}

function answersIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

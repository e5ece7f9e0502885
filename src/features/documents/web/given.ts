import { answersBaseKey, answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { readBase } from '#features/documents/rules/answers/merge-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { kept } from '#platform/web/place.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { type AnswersAccount, createAnswersSync } from './generator/answers-sync.ts';

/**
 * A form whose answers went into a saved document is free on every device once the account knows. Where the line or the
 * page went before that, it is told here, from any page.
 */
export async function tellGiven(uid: string, shelfOf: (name: string) => AnswersAccount): Promise<void> {
  const begin = answersBaseKey('');
  for (const { area, key } of kept(uid)) {
    if (area !== 'local' || !key.startsWith(begin)) continue;
    const name = key.slice(begin.length);
    const toTell = () => readBase(readStored(answersBaseKey(name)), uid)?.given ?? [];
    if (toTell().length === 0) continue;
    const sync = createAnswersSync({
      name,
      shelf: shelfOf(name),
      read: () => answersIn(readStored(answersKey(name))),
      take: (answers) => writeStored(answersKey(name), JSON.stringify(answers)),
      // What was typed since is told when its form is open.
      isAsked: (path) => toTell().includes(path),
      showOthers: () => undefined,
    });
    // Twice where an earlier turn had not been answered.
    if (!(await sync.sync())) await sync.sync();
  }
}

function answersIn(text: string | null): Answers {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

import { leavesOf } from '#base/leaves.ts';
import { answersBaseKey, answersKey, isOfForm } from '#features/documents/rules/answers/kept-answers.ts';
import { firstBase, nextWrite, readBase } from '#features/documents/rules/answers/merge-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { kept } from '#platform/web/place.ts';
import { readStored, writeStoredBeside } from '#platform/web/storage.ts';
import { type AnswersAccount, createAnswersSync } from './generator/answers-sync.ts';

/**
 * What was typed into any form and its account has not got, because the line or the page went first: sent from every
 * page, and before somebody signs out. What was taken out of a form is told there, as only the form knows what it asks;
 * what went into a saved document is told here, too, so that its form is free on every device.
 */
export async function sendAnswers(uid: string, accountOf: (name: string) => AnswersAccount): Promise<void> {
  await Promise.allSettled(
    namesOf(uid).map(async (name) => {
      const base = () => readBase(readStored(answersBaseKey(name)), uid) ?? firstBase(uid, '');
      const read = () => answersIn(readStored(answersKey(name)));
      const isAsked = (path: string) => leavesOf(read())[path] !== undefined || base().given.includes(path);
      if (nextWrite(base(), leavesOf(read()), isAsked).write === null) return;
      const sync = createAnswersSync({
        name,
        remote: accountOf(name),
        read,
        take: (answers) => writeStoredBeside(answersKey(name), JSON.stringify(answers)),
        isAsked,
        showOthers: () => undefined,
      });
      // Twice where an earlier turn had not been answered.
      if (!(await sync.sync())) await sync.sync();
    }),
  );
}

/** Of the forms that this person has answers of here, or gave them away. */
function namesOf(uid: string): string[] {
  const beginnings = [answersKey(''), answersBaseKey('')];
  const names = kept(uid).flatMap(({ area, key }) =>
    area === 'local'
      ? beginnings.flatMap((begin) => (key.startsWith(begin) ? [key.slice(begin.length)] : []))
      : [],
  );
  return [...new Set(names)].filter(isOfForm);
}

function answersIn(text: string | null): Answers {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

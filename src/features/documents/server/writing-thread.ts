import { wordsOnly } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { refuse } from '#features/documents/rules/writer/refusal.ts';
import { draftAnswers } from '#features/documents/rules/writer/write.ts';
import { answerTasks } from '#platform/server/workers/thread.ts';

/** What a request says, read against a document; `template` is left out where only a refusal is asked for. */
export interface ReadTask {
  request: string;
  template?: Template;
  today: string;
}

export interface ReadAnswer {
  /** Why it is no request, in words. */
  refused: string | null;
  answers: Answers;
}

answerTasks(({ request, template, today }: ReadTask): ReadAnswer => {
  const refused = refuse(request)?.words ?? null;
  if (refused !== null || !template) return { refused, answers: {} };
  return { refused, answers: draftAnswers(template, wordsOnly(request), today) };
});

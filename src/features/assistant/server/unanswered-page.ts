import { basename } from 'node:path';
import { Problem } from '#base/problem.ts';
import type { Library } from '#features/assistant/rules/library.ts';
import type { Unanswered } from '#features/assistant/rules/unanswered.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { UnansweredQuestions } from './unanswered.ts';

const mostShown = 100;
const mostAsks = 20;

const timesOf = (group: readonly Unanswered[]): number => group.reduce((sum, { times }) => sum + times, 0);

interface Parts {
  questions: UnansweredQuestions;
  /** Read when it is needed: the console is another process than the hub that answers. */
  library(): Promise<Library>;
}

/** What the assistant had no answer to, grouped; one press makes an answer of it. */
export function unansweredPage({ questions, library }: Parts): DeskPage {
  /** A group is named by its most frequent question: others may join it meanwhile. */
  async function groupOf(words: string): Promise<Unanswered[]> {
    const found = (await questions.groups(library)).find((group) => group[0]?.words === words);
    if (!found) throw new Problem('not_found', 'This question has been answered or removed.');
    return found;
  }

  return {
    path: 'unanswered',
    title: 'Unanswered',
    right: 'content',
    async glance() {
      const groups = await questions.groups(library);
      return groups.length === 0
        ? []
        : [{ label: 'Questions without an answer', value: String(groups.length), waits: true }];
    },
    async list() {
      const groups = await questions.groups(library);
      return {
        title: 'Questions without an answer',
        lead: 'Asked in the chat. Names, numbers and every other word that could say who asked are left out (…).',
        blocks: [
          {
            is: 'table',
            title: 'Most frequent first',
            columns: [{ head: 'Asked' }, { head: 'Language' }, { head: 'Times', numeric: true }],
            rows: groups.slice(0, mostShown).map((group) => [
              {
                text: group[0]?.words ?? '',
                href: `/unanswered/${encodeURIComponent(group[0]?.words ?? '')}`,
              },
              group[0]?.language ?? '',
              String(timesOf(group)),
            ]),
            empty: 'Every question so far got an answer.',
          },
        ],
      };
    },
    async one(words) {
      const group = await groupOf(words);
      return {
        title: words,
        lead: `Asked ${timesOf(group)} times.`,
        blocks: [
          {
            is: 'table',
            title: 'In these words',
            columns: [{ head: 'Asked' }, { head: 'Times', numeric: true }],
            rows: group.map((one) => [one.words, String(one.times)]),
            empty: '',
          },
          { is: 'acts', id: words },
        ],
      };
    },
    acts: [
      {
        name: 'answer',
        label: 'Write the answer',
        async ask(words) {
          const group = await groupOf(words);
          return {
            words: `It becomes a file in your site folder, and the assistant gives it from then on to whoever asks like this: ${group
              .slice(0, 5)
              .map((one) => `“${one.words}”`)
              .join(', ')}.`,
            fields: [
              { name: 'title', label: 'Title' },
              { name: 'body', label: 'Answer, in Markdown', kind: 'long' },
            ],
          };
        },
        async act(words, { title = '', body = '' }) {
          const asks = (await groupOf(words)).slice(0, mostAsks).map((one) => one.words);
          const file = await questions.answer(asks, { title, body });
          return {
            words: `Saved as ${file}. The assistant knows it now.`,
            after: { file: basename(file), questions: asks.length },
          };
        },
      },
      {
        name: 'remove',
        label: 'Remove',
        async ask(words) {
          return { words: `Forget ${(await groupOf(words)).length} questions like this one.`, fields: [] };
        },
        async act(words) {
          const group = await groupOf(words);
          await questions.drop(group.map((one) => one.words));
          return { words: 'Removed.', before: { questions: group.length } };
        },
      },
    ],
  };
}

export function unansweredCommand({ questions, library }: Parts): HubCommand {
  return {
    name: 'assistant unanswered',
    usage: 'assistant unanswered',
    summary: 'List what the assistant could not answer, without anything personal, most frequent first',
    async run(_args, print) {
      const groups = await questions.groups(library);
      for (const group of groups.slice(0, mostShown))
        print(`${String(timesOf(group)).padStart(5)}  ${group[0]?.language ?? ''}  ${group[0]?.words ?? ''}`);
      if (groups.length === 0) print('Every question so far got an answer.');
      else print('Write answers in the console: npm run hub -- console');
    },
  };
}

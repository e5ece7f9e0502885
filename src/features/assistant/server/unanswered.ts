import { createHash } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Library } from '#features/assistant/rules/library.ts';
import { grouped, type Unanswered, withoutPersonalData } from '#features/assistant/rules/unanswered.ts';
import type { Platform } from '#platform/server/platform.ts';
import { longestBody, longestTitle } from './advice.ts';
import type { AssistantTables } from './tables.ts';

/** Nobody fills the disk with questions: the oldest go first. */
const most = 5000;
const keptDays = 180;

/** What could not be answered: kept without anything personal, until the operator has written an answer. */
export function createUnanswered(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { shipped }: { shipped?: string } = {},
) {
  const table = () => db.tables<AssistantTables>();

  async function all(): Promise<Unanswered[]> {
    return table()
      .selectFrom('unanswered_question')
      .select(['words', 'language', 'times'])
      .orderBy('times', 'desc')
      .limit(1000)
      .execute();
  }

  return {
    async note(library: Library, message: string, language: string): Promise<void> {
      const words = withoutPersonalData(library, message);
      if (words === null) return;
      await table()
        .insertInto('unanswered_question')
        .values({ words, language, times: 1, last_at: clock.now() })
        .onConflict((conflict) =>
          conflict
            .column('words')
            .doUpdateSet({ times: sql`unanswered_question.times + 1`, last_at: clock.now() }),
        )
        .execute();
    },

    /** With nothing to group, nobody waits until the library is made. */
    async groups(library: () => Promise<Library>): Promise<Unanswered[][]> {
      const asked = await all();
      return asked.length === 0 ? [] : grouped(await library(), asked);
    },

    /** Writes the operator's answer as a file of their own; its questions are answered with that. */
    async answer(asks: readonly string[], { title, body }: { title: string; body: string }): Promise<string> {
      // One line, as the files' reader takes it.
      const [name, text] = [title.replace(/[\s\p{Cc}]+/gu, ' ').trim(), body.trim()];
      if (name === '' || name.length > longestTitle)
        throw new Problem('bad_request', `Enter a title of at most ${longestTitle} characters.`);
      if (text === '' || text.length > longestBody)
        throw new Problem('bad_request', `Write an answer of at most ${longestBody} characters.`);
      const said = asks.map((ask) => ask.replaceAll('…', ' ').replace(/\s+/g, ' ').trim()).filter(Boolean);
      // The files' reader takes no answer that nobody asks for.
      const ways = said.length > 0 ? said : [name];
      const folder = join(config.siteDir, 'advice');
      const slug = slugOf(name);
      if (shipped !== undefined && (await isThere(join(shipped, `${slug}.md`))))
        throw new Problem(
          'conflict',
          `The assistant has an answer named ${slug} already, and this one would take its place. Choose another title.`,
        );
      const lines = [
        '---',
        `title: ${JSON.stringify(name)}`,
        `updated: ${clock.now().toISOString().slice(0, 10)}`,
        'asks:',
        ...ways.map((way) => `  - ${JSON.stringify(way.slice(0, 200))}`),
        '---',
        '',
        text,
        '',
      ];
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${slug}.md`);
      try {
        await writeFile(file, lines.join('\n'), { flag: 'wx' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new Problem('conflict', `There is an answer in ${file} already. Choose another title.`);
      }
      await table()
        .deleteFrom('unanswered_question')
        .where('words', 'in', [...asks, ''])
        .execute();
      return file;
    },

    drop: async (words: readonly string[]): Promise<void> => {
      await table()
        .deleteFrom('unanswered_question')
        .where('words', 'in', [...words, ''])
        .execute();
    },

    async tidy(): Promise<void> {
      await table()
        .deleteFrom('unanswered_question')
        .where('last_at', '<', new Date(clock.now().getTime() - days(keptDays)))
        .execute();
      await sql`
        delete from unanswered_question where words in (
          select words from unanswered_question order by last_at desc offset ${most})`.execute(table());
    },
  };
}

/** Titles in other scripts have no letters for it: each gets a name of its own. */
function slugOf(title: string): string {
  const latin = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const letters = title.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (latin.replaceAll('-', '').length * 2 >= letters && latin !== '') return latin;
  const mark = createHash('sha256').update(title).digest('hex').slice(0, 8);
  return `${latin || 'answer'}-${mark}`;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export type UnansweredQuestions = ReturnType<typeof createUnanswered>;

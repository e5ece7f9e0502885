import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hubVersion } from '../commands/backup.ts';

/** What the hub has run as, the newest first. */
interface Ran {
  version: string;
  build: string;
  /** The newest day of its changelog. */
  newest: string;
  since: string;
}

export interface ChangedDay {
  day: string;
  changes: { title: string; words: string }[];
}

const key = 'versions';
const mostKept = 20;
const mostLetters = 5000;

/** The changelog by day, the newest first, as plain words. */
export function readChanges(text: string): ChangedDay[] {
  const found: ChangedDay[] = [];
  for (const line of text.split('\n')) {
    const day = /^#{2,4} .*?(\d{4}-\d{2}-\d{2})/.exec(line)?.[1];
    if (day !== undefined) found.push({ day, changes: [] });
    const change = /^[-*] +(\S.*)$/.exec(line.slice(0, mostLetters))?.[1];
    if (change !== undefined) found.at(-1)?.changes.push(changeOf(change));
  }
  return found.filter(({ changes }) => changes.length > 0);
}

/** Links to files of the repository lead nowhere from the desk: their words stay. */
const plain = (text: string): string =>
  text
    .replace(/ ?\[Docs\]\([^()]{0,300}\)\.?/g, '')
    .replace(/\[([^[\]]{0,300})\]\([^()]{0,300}\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .trim();

function changeOf(line: string): ChangedDay['changes'][number] {
  const [, title, rest] = /^\*\*([^*]+)\*\*(.*)$/.exec(line) ?? [];
  return title === undefined
    ? { title: 'Changed', words: plain(line) }
    : {
        title: plain(title).replace(/[.:]$/, ''),
        words: plain(rest ?? '')
          .replace(/^[.:]/, '')
          .trim(),
      };
}

export type Versions = ReturnType<typeof createVersions>;

/** Which version runs, since when, and which one it took the place of. */
export function createVersions(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { build, folder }: { build: string; folder: string },
) {
  const changes = async () =>
    readChanges(await readFile(join(folder, 'CHANGELOG.md'), 'utf8').catch(() => ''));

  return {
    changes,

    /** At a start: what is the same as before keeps its day. */
    async note(): Promise<void> {
      const now: Ran = {
        version: await hubVersion(),
        build,
        newest: (await changes())[0]?.day ?? '',
        since: clock.now().toISOString(),
      };
      // One statement: processes that start at once note one line.
      await db.pool.query(
        `insert into hub_meta (key, value) values ($1, jsonb_build_array($2::jsonb))
         on conflict (key) do update set value = jsonb_path_query_array(
           jsonb_build_array($2::jsonb) || hub_meta.value, '$[0 to ${mostKept - 1}]')
         where hub_meta.value->0->>'build' is distinct from $3`,
        [key, JSON.stringify(now), build],
      );
    },

    async ran(): Promise<Ran[]> {
      const { rows } = await db.pool.query<{ value: Ran[] }>('select value from hub_meta where key = $1', [
        key,
      ]);
      return rows[0]?.value ?? [];
    },
  };
}

const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
const mostDays = 30;

/** The running version, and what an upgrade is. Nothing outside is asked for one. */
export function versionPage(versions: Versions): DeskPage {
  return {
    path: 'version',
    title: 'Version',
    right: 'everything',
    async list() {
      const [now, before] = await versions.ran();
      const days = await versions.changes();
      // The day that the one before knew may have got more lines since.
      const brought = days.filter(({ day }) => before !== undefined && day >= before.newest);
      const shown = (brought.length > 0 ? brought : days.slice(0, 1)).slice(0, mostDays);
      return {
        title: 'Version',
        lead:
          before === undefined
            ? 'What runs here, and how to upgrade it.'
            : `What runs here, and what came with it after the one before (${before.version}, until ${minute(now?.since ?? '')} UTC).`,
        blocks: [
          {
            is: 'figures',
            figures: [
              { label: 'Version', value: now?.version ?? (await hubVersion()) },
              { label: 'Running since (UTC)', value: now ? minute(now.since) : 'Unknown' },
              { label: 'Newest change', value: days[0]?.day ?? 'Unknown' },
            ],
          },
          {
            is: 'facts',
            title: 'Upgrade',
            facts: [
              ['1. Back up', { text: 'Back up now, under Health', href: '/up' }],
              ['2. Get the new version', { text: 'git pull', mono: true }],
              ['3. Restart', { text: 'sudo systemctl restart hub', mono: true }],
              [
                'In Docker',
                'git pull, docker build -t hub . and then docker rm -f hub and the docker run of your first start.',
              ],
              [
                'What happens',
                'The start installs, builds and brings the tables up. The site folder stays as it is. A form that is open at the desk meanwhile is shown again with what you typed.',
              ],
              [
                'If it doesn’t start',
                'The tables are as before. Check out the version before, and restore the backup if the newer one has run.',
              ],
              ['New versions', 'This hub asks nobody for them. git fetch shows whether there is one.'],
            ],
          },
          ...shown.map(({ day, changes }): DeskBlock => ({
            is: 'facts',
            title: brought.length > 0 ? `Came with it, ${day}` : `Newest changes, ${day}`,
            facts: changes.map(({ title, words }): [string, DeskCell] => [title, words]),
          })),
        ],
      };
    },
  };
}

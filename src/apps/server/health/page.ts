import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { lastBackup } from '#platform/server/backup/last.ts';
import type { DeskBlock, DeskCell, DeskPage, Glance, News } from '#platform/server/desk.ts';
import { outboxDepth } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readChangelog } from '#platform/server/site/changelog.ts';
import { fileURLToPath } from 'node:url';
import { hubVersion } from '../commands/backup.ts';
import { inWords } from '../commands/words.ts';
import type { Finding } from '../doctor/finding.ts';
import { freeBytes, leastFree } from '../doctor/machine.ts';
import { backupActs } from './backup-acts.ts';
import type { BackupState, DeskBackups } from './backups.ts';
import { type JobState, readJobs } from './jobs.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

const states = {
  good: { text: 'ok', tone: 'ok' },
  note: { text: 'warning', tone: 'warn' },
  bad: { text: 'wrong', tone: 'danger' },
  unknown: { text: 'not seen from here', tone: 'muted' },
} as const;

/** What has to be done comes first. */
const order = ['bad', 'note', 'unknown', 'good'];

/** Each with a name of its own: two may be about the same thing. */
export function named(findings: readonly Finding[]): { id: string; finding: Finding }[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const name = finding.about.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { id: count === 1 ? name : `${name}-${count}`, finding };
  });
}

/**
 * How old an answer may be, in milliseconds; 0: what was just changed counts. `known`: whatever is known by now, nothing at
 * first.
 */
export type Look = (within?: number | 'known') => Promise<Finding[]>;

const freshMs = 15_000;

interface HealthParts {
  platform: Pick<Platform, 'db' | 'clock' | 'config'>;
  look: Look;
  backups: DeskBackups;
}

/** Whether everything is well that the hub depends on: what `hub doctor` says, and what only a running hub knows. */
export function healthPage({ platform, look, backups }: HealthParts): DeskPage {
  const { db, clock, config } = platform;

  const find = async (id: string, within = freshMs) => {
    const found = named(await look(within)).find((each) => each.id === id);
    if (!found) throw new Problem('not_found', 'This is checked no more.');
    return found.finding;
  };

  async function figures(): Promise<DeskBlock> {
    const depth = await outboxDepth(db, clock);
    const sum = (of: 'waiting' | 'failed') => depth.reduce((total, channel) => total + channel[of], 0);
    const { rows } = await db.pool.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    const { bytes: free } = await freeBytes(config.dataDir).catch(() => ({ bytes: Number.NaN }));
    const last = await lastBackup(db);
    const newest = (await readChangelog(root))?.updated;
    return {
      is: 'figures',
      figures: [
        {
          label: 'Last backup',
          value: last ? `${inWords.age(clock.now().getTime() - Date.parse(last.at))} ago` : 'Never',
          ...(last && { note: inWords.bytes(last.bytes) }),
        },
        {
          label: 'Free on the disk',
          value: Number.isNaN(free) ? 'Unknown' : inWords.bytes(free),
          ...(free < leastFree.told && { note: `less than ${inWords.bytes(leastFree.told)}` }),
        },
        { label: 'Database', value: inWords.bytes(rows[0]?.bytes ?? 0) },
        { label: 'Mail due', value: String(sum('waiting')), href: '/outbox' },
        { label: 'Couldn’t be sent', value: String(sum('failed')), href: '/outbox' },
        {
          label: 'Version',
          value: await hubVersion(),
          href: '/version',
          ...(newest !== undefined && { note: `newest change ${newest}` }),
        },
      ],
    };
  }

  async function glance(): Promise<Glance[]> {
    const last = await lastBackup(db);
    const age = last ? clock.now().getTime() - Date.parse(last.at) : null;
    const { bytes: free } = await freeBytes(config.dataDir).catch(() => ({ bytes: Infinity }));
    const failing = (await readJobs(db)).filter(({ isFailing }) => isFailing).length;
    return [
      {
        label: 'Last backup',
        value: age === null ? 'Never' : `${inWords.age(age)} ago`,
        waits: config.live && (age === null || age > 8 * 86_400_000),
      },
      ...(free < leastFree.told
        ? [{ label: 'Free on the disk', value: inWords.bytes(free), waits: true }]
        : []),
      ...(failing > 0 ? [{ label: 'Jobs that failed', value: String(failing), waits: true }] : []),
    ];
  }

  /** How it stands, which is no news. */
  async function news(): Promise<News[]> {
    const last = await lastBackup(db);
    const { bytes: free } = await freeBytes(config.dataDir).catch(() => ({ bytes: Number.NaN }));
    return [
      {
        label: 'Last backup',
        value: last ? `${inWords.age(clock.now().getTime() - Date.parse(last.at))} ago` : 'Never',
      },
      { label: 'Free on the disk', value: Number.isNaN(free) ? 'Unknown' : inWords.bytes(free) },
      { label: 'Version', value: await hubVersion() },
    ];
  }

  return {
    path: 'up',
    title: 'Health',
    right: 'everything',
    glance,
    news,
    async list() {
      const findings = named(await look(freshMs)).toSorted(
        (a, b) => order.indexOf(a.finding.state) - order.indexOf(b.finding.state),
      );
      const wrong = findings.filter(({ finding }) => finding.state === 'bad').length;
      const jobs = await readJobs(db);
      const state = await backups.state();
      const newest = await backups.newest();
      return {
        title: 'Health',
        lead:
          wrong === 0 ? 'No problems found.' : `${countOf(wrong, 'problem')} found: look for “wrong” below.`,
        blocks: [
          await figures(),
          { is: 'acts', id: '', only: ['back-up', ...(newest ? ['download'] : [])] },
          ...(state ? [backupFacts(state, clock.now())] : []),
          {
            is: 'table',
            title: 'Checks',
            columns: [{ head: 'Check' }, { head: 'Status' }, { head: 'Now' }, { head: 'What to do' }],
            rows: findings.map(({ id, finding }): DeskCell[] => [
              finding.mend ? { text: finding.about, href: `/up/${id}` } : finding.about,
              states[finding.state],
              finding.words,
              finding.advice ?? '',
            ]),
            empty: '',
          },
          jobTable(
            'Jobs that failed last',
            jobs.filter(({ isFailing }) => isFailing),
            'None.',
          ),
          { is: 'link', text: `All ${countOf(jobs.length, 'job')}`, href: '/up/jobs' },
        ],
      };
    },
    async one(id) {
      if (id === 'jobs')
        return { title: 'Jobs', blocks: [jobTable('By name', await readJobs(db), 'None has run yet.')] };
      const { about, state, words, advice, mend } = await find(id);
      return {
        title: about,
        lead: words,
        blocks: [
          {
            is: 'facts',
            facts: [
              ['Status', states[state]],
              ...(advice === undefined ? [] : [['What to do', advice] as [string, string]]),
            ],
          },
          ...(mend ? [{ is: 'acts' as const, id, only: ['mend'] }] : []),
        ],
      };
    },
    acts: [
      ...backupActs(backups),
      {
        name: 'mend',
        label: 'Fix it',
        async ask(id) {
          const { about, words, mend } = await find(id);
          if (!mend) throw new Problem('not_found', `Nothing can be done about ${about} from here.`);
          return { words: `Now: ${words}. ${mend.words}`, fields: [] };
        },
        async act(id) {
          const { words, mend } = await find(id, 0);
          if (!mend) throw new Problem('conflict', 'Nothing has to be done about it any more.');
          const done = await mend.work();
          await look(0);
          return { words: done, goOn: 'up', before: { state: words } };
        },
      },
    ],
  };
}

const jobTable = (title: string, jobs: readonly JobState[], empty: string): DeskBlock => ({
  is: 'table',
  title,
  columns: [{ head: 'Job' }, { head: 'Last run (UTC)' }, { head: 'Last failure' }],
  rows: jobs.map(({ name, at, failure, isFailing }): DeskCell[] => [
    name,
    minute(at),
    failure ? { text: `${minute(failure.at)}: ${failure.words}`, tone: isFailing ? 'danger' : 'muted' } : '',
  ]),
  empty,
});

function backupFacts(state: BackupState, now: Date): DeskBlock {
  const age = `${inWords.age(now.getTime() - Date.parse(state.at))} ago by ${state.by}`;
  const outcome: DeskCell = {
    running: { text: `in progress, started ${age}`, tone: 'warn' } as const,
    done: { text: `finished, started ${age}`, tone: 'ok' } as const,
    failed: { text: `failed, started ${age}. ${state.words ?? ''}`, tone: 'danger' } as const,
    interrupted: { text: `interrupted, started ${age}. Back up again.`, tone: 'danger' } as const,
  }[state.state];
  return {
    is: 'facts',
    title: 'Backup from the desk',
    facts: [
      ['Status', outcome],
      ...(state.state === 'done'
        ? ([
            ['File', { text: state.file, mono: true }],
            ['On the machine', state.host],
            ['Size', inWords.bytes(state.bytes ?? 0)],
          ] as [string, DeskCell][])
        : []),
    ],
  };
}

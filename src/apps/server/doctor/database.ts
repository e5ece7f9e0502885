import { performance } from 'node:perf_hooks';
import { countOf } from '#base/count.ts';
import type { Clock } from '#base/clock.ts';
import { lastBackup } from '#platform/server/backup/last.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { isContraction, knownMigrations } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { inWords } from '../commands/words.ts';
import { bad, type Finding, good, note, unknown } from './finding.ts';
import { remindersFinding } from './reminders.ts';
import { textsFinding } from './texts.ts';
import { rightsFinding } from './upkeep.ts';
import { clockFinding } from './public-address.ts';

export async function databaseFindings(config: Config, clock: Clock): Promise<Finding[]> {
  let db: Database;
  try {
    db = await openDatabase(config, silentLog);
  } catch (error) {
    // Its message is one line for the operator, including what to do.
    return [
      bad('database', 'can’t be opened', error instanceof Error ? error.message : 'for an unknown reason'),
      unknown('backup', 'unknown without the database'),
    ];
  }
  try {
    const started = await migrationFinding(db);
    const findings = [...(await serverFindings(db)), await rightsFinding(db), started.finding];
    if (config.databaseUrl !== undefined) {
      const { rows } = await db.pool.query<{ now: Date }>('select now() as now');
      const finding = clockFinding(rows[0]?.now.toISOString() ?? null, 'the database server', clock.now());
      if (finding) findings.push(finding);
    }
    findings.push(
      started.hasTables
        ? await backupFinding(db, config.live, clock.now())
        : note('backup', 'nothing to back up yet'),
    );
    // Older tables don't hold it yet; the finding above says to start the hub once.
    if (started.isCurrent)
      findings.push(await remindersFinding(db, config, clock), ...(await textsFinding(db, config, clock)));
    return findings;
  } finally {
    await db.close();
  }
}

async function serverFindings(db: Database): Promise<Finding[]> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    const began = performance.now();
    await db.pool.query('select 1');
    times.push(performance.now() - began);
  }
  const median = times.toSorted((a, b) => a - b)[4] ?? 0;
  const { rows } = await db.pool.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const words = `${db.runsOn()}; ${inWords.bytes(rows[0]?.bytes ?? 0)}, responds in ${median.toFixed(1)} ms`;
  return [
    median > 20
      ? note('database', words, 'This slows down every page. Use a database server closer to the hub.')
      : good('database', words),
  ];
}

interface Migrations {
  finding: Finding;
  hasTables: boolean;
  /** Every table that this version knows is there. */
  isCurrent: boolean;
}

async function migrationFinding(db: Database): Promise<Migrations> {
  const known = await knownMigrations();
  const { rows } = await db.pool.query<{ there: boolean }>(
    "select to_regclass('kysely_migration') is not null and to_regclass('hub_meta') is not null as there",
  );
  if (!rows[0]?.there)
    return {
      finding: note('tables', 'none yet', 'The first start creates them.'),
      hasTables: false,
      isCurrent: false,
    };
  const applied = (
    await db.pool.query<{ name: string }>('select name from kysely_migration order by name')
  ).rows.map(({ name }) => name);
  const newer = applied.filter((name) => !known.includes(name));
  const waiting = known.filter((name) => !applied.includes(name));
  const finding =
    newer.some(isContraction) || (newer.length > 0 && waiting.length > 0)
      ? bad(
          'tables',
          `newer than this version, which doesn’t know ${newer.join(', ')}`,
          'Start the newer version, or restore a backup made by this one.',
        )
      : newer.length > 0
        ? note(
            'tables',
            `newer than this version, which can still run alongside upgraded processes: ${newer.join(', ')}`,
            'Upgrade this process, too.',
          )
        : waiting.length > 0
          ? note(
              'tables',
              `${countOf(waiting.length, 'step')} behind: ${waiting.join(', ')}`,
              'The next start applies them. Back up first: npm run hub -- backup FILE',
            )
          : good('tables', `up to date, at ${applied.at(-1) ?? 'none'}`);
  return { finding, hasTables: true, isCurrent: waiting.length === 0 };
}

const advice = 'npm run hub -- backup FILE, every night, to another machine.';

async function backupFinding(db: Database, live: boolean, now: Date): Promise<Finding> {
  const last = await lastBackup(db);
  if (!last) return live ? bad('backup', 'never', advice) : note('backup', 'never', advice);
  const age = now.getTime() - Date.parse(last.at);
  const words = `${inWords.age(age)} ago, ${inWords.bytes(last.bytes)}`;
  return age > 8 * 86_400_000 ? note('backup', words, advice) : good('backup', words);
}

// A process of its own that holds the embedded database of DATA_DIR, for tests that kill, cut and start several.
import { writeSync } from 'node:fs';
import { readConfig } from '#platform/server/config.ts';
import { createLog } from '#platform/server/log.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';

const say = (word: string) => writeSync(1, `${word}\n`);

try {
  const log = createLog('info', say);
  const db = await openDatabase(readConfig(process.env), log);
  if (process.argv.includes('--migrate')) await migrate(db, log);
  // Before the word is out: whoever waits for it may end us at once.
  process.once('SIGTERM', () => void db.close());
  say(`open: ${db.runsOn()}`);
} catch (error) {
  say(`refused: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}`);
  process.exitCode = 1;
}

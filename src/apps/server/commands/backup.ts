import { readFile } from 'node:fs/promises';
import { systemClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { writeBackup } from '#platform/server/backup/write.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { createLog } from '#platform/server/log.ts';
import { tellSecurityLog } from './told.ts';
import { inWords } from './words.ts';

export function backupCommand(env: Record<string, string | undefined>): HubCommand {
  return {
    name: 'backup',
    usage: 'backup FILE',
    summary: 'Back up everything to one file: database, files, secret, keys, site. The hub can keep running',
    async run([file = ''], print) {
      const config = readConfig(env);
      const started = performance.now();
      const db = await openDatabase(config, createLog(config.logLevel));
      const stopping = new AbortController();
      const stop = () => stopping.abort(new Problem('conflict', 'Stopped. No backup was written.'));
      process.once('SIGINT', stop).once('SIGTERM', stop);
      try {
        const { bytes } = await writeBackup(
          {
            db,
            config,
            clock: systemClock,
            version: await hubVersion(),
            tell: print,
            signal: stopping.signal,
          },
          file,
        );
        await tellSecurityLog(config, 'backup', db);
        print(
          `backup     ${file}, ${inWords.bytes(bytes)}, in ${((performance.now() - started) / 1000).toFixed(1)} s`,
        );
        if (config.s3Url) print('note       files in S3 are not included; back them up separately.');
        print(
          'It contains secrets and personal data. Store it where only you can read it, and not only on this machine.',
        );
      } catch (error) {
        throw stopping.signal.aborted ? stopping.signal.reason : error;
      } finally {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        await db.close();
      }
    },
  };
}

export async function hubVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

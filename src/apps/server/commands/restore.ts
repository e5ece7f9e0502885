import { countOf } from '#base/count.ts';
import { systemClock } from '#base/clock.ts';
import { followUpNobodyTwice } from '#features/followups/server/public.ts';
import { remindNobodyTwice } from '#features/recovery/server/public.ts';
import { restoreBackup } from '#platform/server/backup/restore.ts';
import { readConfig } from '#platform/server/config.ts';
import { renewEpoch } from '#platform/server/database/epoch.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { createLog } from '#platform/server/log.ts';

export function restoreCommand(env: Record<string, string | undefined>): HubCommand {
  return {
    name: 'restore',
    usage: 'restore FILE [--replace]',
    summary: 'Restore a backup; to overwrite existing data, stop the hub and add --replace',
    async run(args, print) {
      const [file = ''] = args.filter((arg) => arg !== '--replace');
      const config = readConfig(env);
      const db = await openDatabase(config, createLog('warn'));
      try {
        const restored = await restoreBackup(
          {
            db,
            config,
            clock: systemClock,
            tell: print,
            async mend(client, madeAt) {
              await renewEpoch(client);
              await remindNobodyTwice(client, madeAt, systemClock.now());
              await followUpNobodyTwice(client, systemClock.now());
            },
          },
          file,
          { replace: args.includes('--replace') },
        );
        print(
          `restored   backup from ${restored.header.madeAt}: ${countOf(restored.tables, 'table')} with ${countOf(restored.rows, 'row')}, ${countOf(restored.files, 'file')}`,
        );
        for (const path of restored.kept)
          print(`kept       ${path}: the previous data; delete it once everything works`);
        for (const line of restored.advice) print(`to do      ${line}`);
        print('Start the hub: npm start');
      } finally {
        await db.close();
      }
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { killWorkers } from '#testing/recovery-kills.ts';
import { atMost, type Figure } from '../kit.ts';
import { type Plan, randomOf } from './kit.ts';

/** Reminders are sent by two processes that are killed at any moment, with clocks hours apart, and then 40 days go by: each at most once. */
export async function torture({ seed, isShort, say }: Plan): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-recovery-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  try {
    await migrate(db, silentLog);
    const { arrived, rows, inTheOpen } = await killWorkers({
      database: { DATA_DIR: dataDir },
      carts: isShort ? 100 : 1000,
      kills: isShort ? 4 : 50,
      random: randomOf(seed),
    });
    const sent = rows.filter(({ state }) => state === 'sent').length;
    say(
      `${rows.length} messages, ${arrived.length} mails, ${sent} known as sent, ${inTheOpen} on the line at a kill`,
    );
    const got = new Set(arrived);
    const lost = rows.filter(
      ({ email, step, state, reason }) =>
        !got.has(`${email} Step ${step}`) && !(state === 'not sent' && reason?.startsWith('unknown')),
    ).length;
    return [
      atMost('mails that came twice', arrived.length - got.size, 0, ''),
      atMost('messages that never came and do not say why', lost, 0, ''),
    ];
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

import type pg from 'pg';
import { CannotStart } from './cannot-start.ts';

const refusal = (where: string, mode: string): CannotStart =>
  new CannotStart(
    `DATABASE_URL: the connection pooler at ${where} is in ${mode} mode, but the hub needs session mode for LISTEN and advisory locks: set pool_mode = session for this database, or connect to PostgreSQL directly`,
  );

/**
 * Behind a pooler, two clients may share a server connection, or one may switch between two statements. The hub
 * would start anyway, then miss notifications and lose locks. Two clients are tested at once, one of them in a
 * transaction, so that a pooler that shares connections has to reveal itself.
 */
export async function assertSessions(connect: () => pg.Client, where: string): Promise<void> {
  const [one, other] = [connect(), connect()];
  for (const client of [one, other]) client.on('error', () => {});
  const processOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    await one.connect();
    await other.connect();
    const seen = new Set([await processOf(one), await processOf(one), await processOf(one)]);
    await other.query('begin').catch((error: unknown) => {
      // Statement pooling doesn't allow transactions at all.
      throw (error as { code?: string }).code === '08P01' ? refusal(where, 'statement') : error;
    });
    const taken = await processOf(other);
    seen.add(await processOf(one));
    if (seen.size > 1 || seen.has(taken)) throw refusal(where, 'transaction');
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

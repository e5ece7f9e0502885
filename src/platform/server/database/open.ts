import { relative } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { CannotStart } from './cannot-start.ts';
import type { AnyKysely, Database } from './database.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { assertPrimary, limit, usualLimits } from './limits.ts';
import { type Listener, notice, noticeChannel, openListener } from './listener.ts';
import { assertSessions } from './pooler.ts';
import { columnTypes } from './types.ts';
import { isDatabaseAway } from './unavailable.ts';

export { asProblem } from './unavailable.ts';

const oldestMajor = 15;

/** Where a database is, and what to close with it. */
interface Source {
  /** Called for every new connection: the database may have moved. */
  options(): pg.ClientConfig;
  words(version: string): string;
  /** What must be true before the hub may trust it. */
  prove?(client: () => pg.Client): Promise<void>;
  /** Turns the error of the first connection into a message. */
  refuse(error: unknown): unknown;
  close(): Promise<void>;
}

/** Opens the hub's database: the embedded one, or the server in DATABASE_URL. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseConnections'>>,
  log: Log,
): Promise<Database> {
  const source =
    config.databaseUrl === undefined ? await embedded(config.dataDir, log) : server(config.databaseUrl);
  try {
    return await connect(source, log, config.databaseConnections ?? 10);
  } catch (error) {
    await source.close();
    throw source.refuse(error);
  }
}

async function embedded(dataDir: string, log: Log): Promise<Source> {
  const postgres = await startEmbedded({ dataDir, log });
  const fromHere = relative(process.cwd(), dataDir);
  const place = fromHere.startsWith('..') ? dataDir : `./${fromHere}`;
  return {
    options: () => ({ ...postgres.address(), ssl: false }),
    words: (version) => `PostgreSQL ${version}, embedded, in ${place}`,
    refuse: (error) => error,
    close: () => postgres.close(),
  };
}

function server(databaseUrl: string): Source {
  const { host, port, database } = new pg.Client(databaseUrl);
  const where = host.startsWith('/') ? host : `${host}:${port}`;
  return {
    options: () => ({ connectionString: databaseUrl }),
    words: (version) => `PostgreSQL ${version}, at ${where}`,
    prove: (client) => assertSessions(client, where),
    refuse(error) {
      // The error message may quote the URL with its password: only codes are printed.
      const code = (error as { code?: string }).code ?? '';
      if (error instanceof CannotStart) return error;
      if (/^28/.test(code))
        return new CannotStart(
          `DATABASE_URL: PostgreSQL at ${where} rejects this user or password (${code})`,
        );
      if (code === '3D000')
        return new CannotStart(
          `DATABASE_URL: PostgreSQL at ${where} has no database named ${database}: create it, or set another name`,
        );
      if (code === '25006')
        return new CannotStart(
          `DATABASE_URL: PostgreSQL at ${where} is a read-only standby: set the name that leads to the primary`,
        );
      const reason =
        code ||
        (isDatabaseAway(error) ? 'no response' : 'not a PostgreSQL server that accepts this connection');
      return new CannotStart(
        `DATABASE_URL: no connection to PostgreSQL at ${where} (${reason}): check that it is running and reachable from here`,
      );
    },
    async close() {},
  };
}

async function connect(source: Source, log: Log, max: number): Promise<Database> {
  const limits = { connectionTimeoutMillis: 5_000, keepAlive: true, types: columnTypes };
  const listenerClient = () =>
    new pg.Client({
      ...limits,
      ...source.options(),
      query_timeout: 10_000,
      application_name: 'hub listener',
    });
  const version = await serverVersion(listenerClient());
  await source.prove?.(listenerClient);

  const clients = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    ...limits,
    ...source.options(),
    max,
    application_name: 'hub',
    async onConnect(client) {
      // pg emits errors that no one listens for; whoever awaits the query gets the error anyway.
      client.on('error', () => {});
      clients.add(client as pg.PoolClient);
      client.once('end', () => clients.delete(client as pg.PoolClient));
      await limit(client, usualLimits);
      await assertPrimary(client);
    },
  });
  pool.on('error', () => {});

  const listener = await openListener(
    () => {
      Object.assign(pool.options, source.options());
      return listenerClient();
    },
    log,
    // Anyone waiting on a dead connection is told now, not when the system gives up after 15 minutes.
    () => clients.forEach(hangUp),
  ).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });

  refuseWhileAway(pool, listener);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  /** What each open transaction has to tell. */
  const afterCommit = new WeakMap<AnyKysely, Set<string>>();
  const notify: Database['notify'] = async (db, topic, id) =>
    void (await sql`select pg_notify(${noticeChannel}, ${notice(topic, id)})`.execute(db));
  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    await listener.close();
    await kysely.destroy();
    await pool.end().catch(() => {});
    await source.close();
  }

  return {
    tables: <T>() => kysely as Kysely<T>,
    async transaction<T, R>(work: (trx: Transaction<T>) => Promise<R>) {
      const notices = new Set<string>();
      const result = await (kysely as Kysely<T>).transaction().execute((trx) => {
        afterCommit.set(trx, notices);
        return work(trx);
      });
      listener.tell(notices);
      return result;
    },
    pool,
    notify,
    async notifyAfter(db, topic, id) {
      const notices = afterCommit.get(db);
      if (notices) notices.add(notice(topic, id));
      else if (!db.isTransaction) listener.tell([notice(topic, id)]);
      // Somebody else's transaction: only it knows whether it commits.
      else await notify(db, topic, id);
    },
    listen: (topic, hear, onGap) => listener.listen(topic, hear, onGap),
    state: () => listener.state(),
    runsOn: () => source.words(version),
    close: () => (closed ??= close()),
  };
}

/** Who asks a database that is known to be away is told at once, not when the connection has timed out. */
function refuseWhileAway(pool: pg.Pool, listener: Listener): void {
  const dial = pool.connect.bind(pool) as (hear?: Hear) => Promise<pg.PoolClient>;
  const away = () => Object.assign(new Error('the database is away'), { code: '08006' });
  const connectNow = (hear?: Hear): Promise<pg.PoolClient> | undefined => {
    if (listener.state() === 'up') return dial(hear);
    if (!hear) return Promise.reject(away());
    process.nextTick(hear, away(), undefined, () => {});
    return undefined;
  };
  pool.connect = connectNow as typeof pool.connect;
}

type Hear = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

async function serverVersion(client: pg.Client): Promise<string> {
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    );
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) < oldestMajor) {
      throw new CannotStart(
        `DATABASE_URL: this is PostgreSQL ${version}, but the hub needs ${oldestMajor} or newer`,
      );
    }
    return version;
  } finally {
    await client.end().catch(() => {});
  }
}

function hangUp(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}

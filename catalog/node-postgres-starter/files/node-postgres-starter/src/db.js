import pg from 'pg';

/** One pool for the process. `schema` keeps tests apart. */
export function openDatabase(connectionString, { schema } = {}) {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    ...(schema && { options: `-c search_path=${schema}` }),
  });
  // Without a listener a database that restarts would end the process.
  pool.on('error', (error) => console.error('database', error.message));
  return pool;
}

/** All of it, or none of it. */
export async function transaction(db, work) {
  const client = await db.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

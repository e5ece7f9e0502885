import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { minutes } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { outreachHub } from '#testing/outreach-hub.ts';
import { startSmtp } from '#testing/smtp.ts';
import { killProcess } from '#testing/worker-process.ts';

const db = await useDatabase();
const people = 1000;

test('1,000 subscribers, the command and the senders killed in the middle: each gets the newsletter once', async () => {
  await sql`
    insert into consent_record (id, address_key, address, purpose, consent_text, source, given_at, confirmed_at)
    select 'con_' || md5(n::text), 'person' || n || '@example.com', 'Person' || n || '@example.com', 'newsletter', 'yes', 'test', now(), now()
    from generate_series(1, ${people}) n`.execute(db.tables());
  const folder = await mkdtemp(join(tmpdir(), 'hub-issue-'));
  afterAll(() => rm(folder, { recursive: true }));
  const file = join(folder, 'november.md');
  await writeFile(file, '---\nsubject: News\n---\nHello.\n');

  // The command dies in its third batch, which is undone with it.
  const command = start('../../../../../testing/newsletter-sender.ts', file);
  await said(command, 'third batch');
  await killProcess(command);
  const { rows: partial } = await db.pool.query('select queued, finished_at from newsletter_issue');
  expect(partial).toEqual([{ queued: 400, finished_at: null }]);

  const arrived: string[] = [];
  let halfway: () => void = () => {};
  const inTheMiddle = new Promise<void>((resolve) => (halfway = resolve));
  const smtp = await startSmtp({
    answer({ to }) {
      arrived.push((to[0] ?? '').toLowerCase());
      if (arrived.length === 200) halfway();
    },
  });
  afterAll(() => smtp.close());
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  hub.clock.move(Date.now() - hub.clock.now().getTime());

  // Given again, it goes on; and mails leave while it does.
  const sender = start('../../../../../testing/newsletter-worker.ts', smtp.url);
  expect((await hub.command(`newsletter send ${file}`)).at(-1)).toContain(`${people} subscribers`);
  await inTheMiddle;
  await killProcess(sender);

  hub.clock.move(minutes(15));
  await hub.deliver();

  expect(new Set(arrived).size).toBe(arrived.length);
  const { rows } = await db.pool.query<{ to: string; state: string }>(
    `select lower(payload->>'to') as to, state from outbound_message where dedupe_key like 'newsletter:november:%'`,
  );
  expect(rows).toHaveLength(people);
  // What was in the open when the sender died may or may not have arrived: never sent again, and named to the operator.
  const unknown = rows.filter(({ state }) => state === 'failed').map(({ to }) => to);
  expect(unknown.length).toBeLessThanOrEqual(4);
  expect(rows.filter(({ state }) => state === 'done')).toHaveLength(people - unknown.length);
  expect(new Set([...arrived, ...unknown]).size).toBe(people);
});

function start(script: string, argument: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), argument], {
    env: {
      ...process.env,
      DATABASE_URL: db.url,
      PUBLIC_URL: 'https://birch.example',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function said(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).on('line', (line) => line === word && resolve());
    child.once('exit', () => reject(new Error('it ended before it was killed')));
  });
}

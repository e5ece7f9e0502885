import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHub, type Hub } from '../../e2e/hub.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { startSmtp } from '#testing/smtp.ts';
import { atMost, type Figure } from '../kit.ts';

const few = 1000;
const many = 10_000;
/** What the garbage of a longer run may add: a list held in memory would be far above. */
const flat = 40;

/** An issue to 1,000 and one to 10,000 subscribers through a mail server on this machine: time, and memory at its height. */
export async function figures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-newsletter-'));
  const arrived = new Map<string, number>();
  let deepest = 0;
  const smtp = await startSmtp({
    answer(mail) {
      const to = mail.to.join();
      arrived.set(to, (arrived.get(to) ?? 0) + 1);
      // The sink keeps nothing either: it shares the machine with what is measured.
      smtp.mails.length = 0;
    },
  });
  const hub = await startHub({ dataDir, env: { SMTP_URL: smtp.url } });
  const db = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  try {
    const send = async (amount: number) => {
      await subscribe(db, amount);
      const file = join(dataDir, `to-${amount}.md`);
      await writeFile(file, `---\nsubject: What is new\n---\n${'A paragraph of news. '.repeat(60)}\n`);
      arrived.clear();
      const began = performance.now();
      const until = async (count: number) => {
        const height = watch(hub.pid);
        while (arrived.size < count) {
          if (performance.now() - began > 600_000) throw new Error(`only ${arrived.size} mails arrived`);
          await sleep(100);
        }
        return height();
      };
      const firstHalf = until(amount / 2);
      const command = await give(hub, dataDir, file);
      const halves = [await firstHalf, await until(amount)] as const;
      deepest = Math.max(deepest, ...arrived.values());
      return { command, halves, perSecond: (amount / (performance.now() - began)) * 1000 };
    };
    const small = await send(few);
    const large = await send(many);
    return [
      atMost(
        'newsletter, memory of the command for 10,000 above that for 1,000',
        Math.max(0, large.command - small.command),
        flat,
        'MB',
        0,
      ),
      atMost(
        'newsletter, memory of the hub for the second 5,000 mails above that for the first',
        Math.max(0, large.halves[1] - large.halves[0]),
        flat,
        'MB',
        0,
      ),
      atMost('newsletter, mails to one subscriber at most', deepest, 1, 'mail', 0),
      {
        what: 'newsletter, mails a second through one mail server',
        measured: large.perSecond.toFixed(0),
        aim: '',
        reached: null,
      },
    ];
  } finally {
    await db.close();
    await hub.stop();
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const subscribe = (db: Database, amount: number) =>
  db.pool.query(
    `insert into consent_record (id, address_key, address, purpose, consent_text, source, given_at, confirmed_at)
     select 'con_' || md5(n::text), 'reader' || n || '@example.com', 'reader' || n || '@example.com', 'newsletter',
       'yes', 'bench', now(), now() from generate_series(1, $1::int) n on conflict do nothing`,
    [amount],
  );

/** The command as an operator gives it, and its memory at its height in MB. */
async function give(hub: Hub, dataDir: string, file: string): Promise<number> {
  const child = spawn(process.execPath, ['src/apps/server/command-line.ts', 'newsletter', 'send', file], {
    env: { ...process.env, DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'site'), NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const height = watch(child.pid ?? 0);
  if ((await ended) !== 0) throw new Error(`newsletter send failed:\n${hub.output().slice(-500)}`);
  return height();
}

/** Looks at a process again and again; called, it ends and says how much memory that had at most. */
function watch(pid: number): () => Promise<number> {
  let most = 0;
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  };
  const timer = setInterval(() => void look(), 50);
  return async () => {
    clearInterval(timer);
    await look();
    return most;
  };
}

import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useBounces } from '#testing/bounces.ts';
import { useDatabase } from '#testing/database.ts';
import { killProcess, startWorkerProcess } from '#testing/worker-process.ts';
import type { Returned } from '../consent.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-28T12:00:00Z');
const { returned, forget, cameBack, useMailbox, job, bounce } = useBounces(db, clock);

test('[law] a line that is cut at any command counts each report once, and removes nothing else', async () => {
  const commands = ['USER', 'PASS', 'LIST', 'UIDL', 'RETR', 'RETR', 'DELE', 'RETR', 'DELE', 'QUIT'];
  for (const [n, kind] of commands.flatMap((_, at) => [[at, 'cut'] as const, [at, 'hang'] as const])) {
    await forget();
    let count = 0;
    const mailbox = await useMailbox({ fault: () => (count++ === n ? kind : undefined) });
    const kept = mailbox.put('Subject: Hello\n\nHi\n');
    mailbox.put(bounce('anna@example.com'));
    mailbox.put(bounce('ben@example.com'));
    await expect(job(mailbox).run()).rejects.toThrow(
      kind === 'cut' ? 'closed the connection' : 'no response',
    );
    await expect
      .poll(() =>
        job(mailbox)
          .run()
          .then(() => mailbox.messages.length, String),
      )
      .toBe(1);
    expect(await cameBack(), `${commands[n]} ${kind}`).toEqual([
      'anna@example.com bounced',
      'ben@example.com bounced',
    ]);
    expect(mailbox.messages.map(({ uid }) => uid)).toEqual([kept]);
  }
});

test('[law] what could not be written down is not removed, and counts when it can', async () => {
  const mailbox = await useMailbox();
  mailbox.put(bounce('anna@example.com'));
  const failing: Returned = async (trx, address, why) => {
    await returned(trx, address, why);
    throw new Error('no space left on device');
  };
  await expect(job(mailbox, { returned: failing }).run()).rejects.toThrow('no space left');
  expect(await cameBack()).toEqual([]);
  expect(mailbox.messages).toHaveLength(1);
  await expect
    .poll(() =>
      job(mailbox)
        .run()
        .then(() => mailbox.messages.length, String),
    )
    .toBe(0);
  expect(await cameBack()).toEqual(['anna@example.com bounced']);
});

test('a report that the server won’t give is asked for again, and holds up no other', async () => {
  let isRefused = true;
  const mailbox = await useMailbox({
    fault: (line) => (isRefused && line === 'RETR 1' ? { instead: '-ERR [SYS/TEMP] later\r\n' } : undefined),
  });
  mailbox.put(bounce('anna@example.com'));
  mailbox.put(bounce('ben@example.com'));
  await job(mailbox).run();
  expect(await cameBack()).toEqual(['ben@example.com bounced']);
  isRefused = false;
  await job(mailbox).run();
  expect(await cameBack()).toEqual(['anna@example.com bounced', 'ben@example.com bounced']);
  expect(mailbox.messages).toEqual([]);
});

test('[law] a commit that fails leaves neither the report nor what follows from it', async () => {
  const mailbox = await useMailbox();
  mailbox.put(bounce('anna@example.com'));
  await db.pool.query(`
    create function no_commit() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$;
    create constraint trigger no_commit after insert on bounce_report
      initially deferred for each row execute function no_commit()`);
  await expect(job(mailbox).run()).rejects.toThrow('power cut');
  await db.pool.query('drop function no_commit cascade');
  expect(await cameBack()).toEqual([]);
  await expect
    .poll(() =>
      job(mailbox)
        .run()
        .then(() => mailbox.messages.length, String),
    )
    .toBe(0);
  expect(await cameBack()).toEqual(['anna@example.com bounced']);
});

test('[law] two processes at once count each report once, also where a server lets both in', async () => {
  for (const isShared of [false, true]) {
    await forget();
    const mailbox = await useMailbox({ isShared });
    const people = Array.from({ length: 20 }, (_, n) => `p${String(n).padStart(2, '0')}@example.com`);
    for (const to of people) mailbox.put(bounce(to));
    await Promise.all([job(mailbox).run(), job(mailbox).run(), job(mailbox).run()]);
    expect(await cameBack()).toEqual(people.map((to) => `${to} bounced`));
    expect(mailbox.messages).toEqual([]);
  }
});

test('[law] a process that is killed at any step leaves each report counted once', async () => {
  for (const step of ['RETR', 'DELE', 'QUIT']) {
    await forget();
    let hung: () => void = () => {};
    const isHung = new Promise<void>((resolve) => (hung = resolve));
    let count = 0;
    const mailbox = await useMailbox({
      fault(line) {
        if (!line.startsWith(step) || ++count !== (step === 'QUIT' ? 1 : 2)) return undefined;
        hung();
        return 'hang';
      },
    });
    for (const to of ['anna@example.com', 'ben@example.com']) mailbox.put(bounce(to));
    const worker = startWorkerProcess('bounces-worker.ts', [clock.now().toISOString()], {
      ...process.env,
      DATABASE_URL: db.url,
      BOUNCES_URL: mailbox.url,
    });
    await isHung;
    await killProcess(worker);
    await expect
      .poll(() =>
        job(mailbox)
          .run()
          .then(() => mailbox.messages.length, String),
      )
      .toBe(0);
    expect(await cameBack(), step).toEqual(['anna@example.com bounced', 'ben@example.com bounced']);
  }
});

test('a hub that ends quits what it has read, and waits for no server', async () => {
  for (const isHung of [false, true]) {
    await forget();
    const ending = new AbortController();
    const mailbox = await useMailbox({
      fault(line) {
        if (line !== 'RETR 3') return undefined;
        ending.abort();
        return isHung ? 'hang' : undefined;
      },
    });
    for (let n = 1; n <= 9; n += 1) mailbox.put(bounce(`p${n}@example.com`));
    const reader = job(mailbox, { mailbox: { url: mailbox.url, patience: 60_000, ending: ending.signal } });
    const before = performance.now();
    await reader.run();
    expect(performance.now() - before).toBeLessThan(15_000);
    expect([(await cameBack()).length, mailbox.messages.length]).toEqual(isHung ? [2, 9] : [3, 6]);
    mailbox.heard.length = 0;
    await reader.run();
    expect(mailbox.heard).toEqual([]);
    await job(mailbox)
      .run()
      .catch(() => {});
    expect(new Set(await cameBack()).size).toBe((await cameBack()).length);
  }
});

test('the same report under another name in the mailbox counts no second time, and goes', async () => {
  const mailbox = await useMailbox();
  const text = bounce('anna@example.com');
  mailbox.put(text);
  await job(mailbox).run();
  mailbox.put(text, 'moved');
  await job(mailbox).run();
  expect([await cameBack(), mailbox.messages]).toEqual([['anna@example.com bounced'], []]);
});

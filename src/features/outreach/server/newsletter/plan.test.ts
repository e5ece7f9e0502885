import { beforeEach, expect, test } from 'vitest';
import { hours, minutes } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { emptyNewsletter, newsletterHands } from '#testing/newsletter-readers.ts';
import { outreachHub } from '#testing/outreach-hub.ts';

const db = await useDatabase();
beforeEach(() => emptyNewsletter(db));

const people = ['anna@example.com', 'ben@example.com', 'carl@example.com'];

async function opened() {
  const hub = outreachHub(db, { env: { live: 'no' } });
  const hands = newsletterHands(db, hub);
  await hands.subscribe(...people);
  return { hub, hands };
}

test('an issue with a time is listed, goes out then and not before, and then is an issue like others', async () => {
  const { hub, hands } = await opened();
  const file = await hands.file('soon', 'subject: Soon\nsend: 2026-11-21 14:00 Europe/Berlin');
  expect((await hub.command(`newsletter send ${file}`)).join()).toContain(
    '21 November 2026 at 14:00 (Europe/Berlin)',
  );
  expect((await hub.command('newsletter planned')).join()).toContain('soon  Soon');
  hub.clock.move(minutes(59));
  await hub.tick();
  expect(await hub.mails()).toEqual([]);
  hub.clock.move(minutes(1));
  await Promise.all([hub.tick(), hub.tick()]);
  await hub.deliver();
  expect((await hands.sent()).map(({ to }) => to).sort()).toEqual(people);
  expect(await hub.command('newsletter planned')).toEqual(['No issues are planned.']);
  await expect(hub.command(`newsletter send ${file} --now`)).rejects.toThrow(/went to 3 subscribers/);
});

test('a hub that was down at the minute sends late, once; clocks that are put back send nothing again', async () => {
  const { hub, hands } = await opened();
  await hub.command(`newsletter send ${await hands.file('late', 'subject: Late')} --at 2026-11-21 13:00 UTC`);
  hub.clock.move(hours(50));
  await hub.tick();
  hub.clock.move(-hours(60));
  await hub.tick();
  hub.clock.move(hours(60));
  for (const other of [outreachHub(db), hub]) await other.tick();
  await hub.deliver();
  expect(await hands.sent()).toHaveLength(3);
});

test('a process that dies anywhere in it leaves an issue that the next one finishes', async () => {
  const { hub, hands } = await opened();
  await hub.command(`newsletter send ${await hands.file('dies', 'subject: Dies')} --at 2026-11-21 13:00 UTC`);
  hub.clock.move(hours(2));
  const { mail } = hub.platform;
  const { sendAll } = mail;
  mail.sendAll = async (...given) => {
    await sendAll(...given);
    throw new Error('killed');
  };
  await expect(hub.tick()).rejects.toThrow('killed');
  expect((await hub.command('newsletter status')).join()).toContain('the running hub goes on');
  mail.sendAll = sendAll;
  await hub.tick();
  await hub.tick();
  await hub.deliver();
  expect((await hands.sent()).map(({ to }) => to).sort()).toEqual(people);
});

test('what is planned is moved, rewritten, sent at once or taken back', async () => {
  const { hub, hands } = await opened();
  const at = (name: string, subject: string, time: string) =>
    hands.file(name, `subject: ${subject}\nsend: 2026-11-${time} UTC`);
  await hub.command(`newsletter send ${await at('a', 'One', '22 10:00')}`);
  expect((await hub.command(`newsletter send ${await at('a', 'Two', '23 10:00')}`)).join()).toContain(
    'is now planned',
  );
  expect((await hub.command('newsletter planned')).join()).toMatch(/a {2}Two.*23 November/);
  expect((await hub.command('newsletter cancel a')).join()).toContain('taken back');
  await expect(hub.command('newsletter cancel a')).rejects.toThrow(/No issue "a" is planned/);
  const file = await at('b', 'Now', '22 10:00');
  await hub.command(`newsletter send ${file}`);
  await hub.command(`newsletter send ${file} --now`);
  hub.clock.move(hours(48));
  await hub.tick();
  await hub.deliver();
  expect((await hands.sent()).map(({ issue }) => issue)).toEqual(['b', 'b', 'b']);
});

test('a time that has passed or cannot be read is refused, and so is a topic that nobody knows', async () => {
  const { hub, hands } = await opened();
  const file = (keys: string) => hands.file('x', `subject: X\n${keys}`);
  await expect(hub.command(`newsletter send ${await file('send: 2026-11-21 11:00 UTC')}`)).rejects.toThrow(
    /has passed/,
  );
  await expect(hub.command(`newsletter send ${await file('send: tomorrow')}`)).rejects.toThrow(
    /such as 2026-12-01/,
  );
  await expect(hub.command(`newsletter send ${await file('')} --at 9:00`)).rejects.toThrow(/--at needs/);
  await expect(hub.command(`newsletter send ${await file('topics: tools')}`)).rejects.toThrow(
    /no newsletterTopics/,
  );
});

// Long because: each law walks through the same issues, readers and hands.
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { days, hours, minutes } from '#base/clock.ts';
import { createConsent } from '#features/consent/server/public.ts';
import type { Asked } from '#platform/server/desk.ts';
import { useDatabase } from '#testing/database.ts';
import { emptyNewsletter, newsletterHands } from '#testing/newsletter-readers.ts';
import { origin, outreachHub } from '#testing/outreach-hub.ts';
import { createIssueDesk } from './issues.ts';

const db = await useDatabase();
beforeEach(async () => {
  await emptyNewsletter(db);
  await db.pool.query('truncate newsletter_text');
});

const ada = { id: 'opr_a', name: 'Ada' };
const ben = { id: 'opr_b', name: 'Ben' };
const topics = [{ id: 'law', label: 'Law' }];
const people = ['anna@example.com', 'ben@example.com', 'carl@example.com'];
const berlin = (day: string, time: string): Asked => ({ day, time, zone: 'Europe/Berlin' });

async function opened() {
  const hub = outreachHub(db, { env: { live: 'no' }, topics });
  const hands = newsletterHands(db, hub);
  await hands.subscribe(...people);
  const issues = createIssueDesk(hub.platform);
  return {
    hub,
    hands,
    issues,
    make: async (subject: string, body = 'Hello.') => {
      const { goOn = '' } = await issues.make({ subject, body, archive: 'yes' }, ada);
      return goOn.replace('newsletter/', '');
    },
    /** As a form sends it that was opened before. */
    async formOf(id: string, changes: Asked = {}): Promise<Asked> {
      const fields = await issues.fieldsOf(id);
      const sent = fields.filter(({ kind, value }) => kind !== 'check' || value !== '');
      return { ...Object.fromEntries(sent.map(({ name, value = '' }) => [name, value])), ...changes };
    },
    seen: async (id: string): Promise<Asked> =>
      Object.fromEntries((await issues.about(id)).fields.map(({ name, value = '' }) => [name, value])),
    mailed: async () =>
      (await hub.mails())
        .filter(({ purpose, kind }) => purpose === 'newsletter' && kind === 'marketing')
        .map(({ to, subject, words }) => `${to} ${subject} ${/Version \d+/.exec(words)?.[0] ?? ''}`.trim())
        .sort(),
  };
}

test('an issue is written, scheduled on the operator’s clocks, changed, and goes out as it was saved last', async () => {
  const { hub, issues, make, formOf, seen, mailed } = await opened();
  const id = await make('Spring sale', 'Version 1');
  expect(id).toBe('spring-sale');
  expect(await issues.plan(id, { ...(await seen(id)), ...berlin('2026-11-21', '14:00') })).toMatchObject({
    words: expect.stringContaining('21 November 2026 at 14:00 (Europe/Berlin)'),
    before: { goesOut: 'not scheduled' },
  });
  await issues.edit(id, await formOf(id, { body: 'Version 2' }), ben);
  hub.clock.move(minutes(59));
  await hub.tick();
  expect(await mailed()).toEqual([]);
  hub.clock.move(minutes(1));
  await Promise.all([hub.tick(), hub.tick()]);
  expect(await mailed()).toEqual(people.map((to) => `${to} Spring sale Version 2`));
  await expect(issues.edit(id, await formOf(id, { body: 'Version 3' }), ben)).rejects.toThrow('gone out');
  // What was typed is shown again.
  const again = await issues.fieldsOf(id, { body: 'Version 3' });
  expect(again.some(({ name }) => name === 'body')).toBe(true);
});

const step = fc.oneof(
  fc.record({ is: fc.constantFrom('edit' as const, 'test' as const, 'read' as const) }),
  fc.record({ is: fc.constant('schedule' as const), inHours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    is: fc.constantFrom('send' as const, 'twice' as const, 'takeBack' as const, 'cancel' as const),
  }),
  fc.record({ is: fc.constantFrom('delete' as const, 'putBack' as const, 'file' as const) }),
  fc.record({ is: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ is: fc.constant('leave' as const), who: fc.constantFrom(...people) }),
);

test('[law] whatever is pressed, by whom and how often: once each, as saved last, to nobody who left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await emptyNewsletter(db);
      await db.pool.query('truncate newsletter_text');
      const { hub, hands, issues, make, formOf, seen, mailed } = await opened();
      const id = await make('News', 'Version 1');
      const file = await hands.file(id, 'subject: News', 'Version 999');
      let version = 1;
      let due: number | null = null;
      let went: { version: number; to: string[] } | null = null;
      let isDeleted = false;
      const here = new Set(people);
      const wrong: string[] = [];
      const told = (what: string, is: unknown, shouldBe: unknown) => {
        if (is !== shouldBe) wrong.push(`${what}: ${String(is)}, not ${String(shouldBe)}`);
      };
      const goes = () => {
        went ??= { version, to: [...here].sort() };
        due = null;
      };
      const tick = async () => {
        if (due !== null && due <= hub.clock.now().getTime()) goes();
        await hub.tick();
      };
      for (const one of steps) {
        hub.clock.move(1000);
        const isOpen = went === null && !isDeleted;
        const attempt = (work: Promise<unknown>) =>
          work.then(
            () => true,
            () => false,
          );
        if (one.is === 'edit') {
          const isDone = await attempt(
            issues.edit(id, await formOf(id, { body: `Version ${version + 1}` }), ben),
          );
          told(one.is, isDone, isOpen);
          if (isDone) version += 1;
        } else if (one.is === 'schedule') {
          const at = new Date(hub.clock.now().getTime() + hours(one.inHours));
          const [day = '', time = ''] = at.toISOString().slice(0, 16).split('T');
          const form = isOpen ? await seen(id) : { seen: 'x' };
          const isDone = await attempt(issues.plan(id, { ...form, day, time, zone: 'UTC' }));
          told(one.is, isDone, isOpen);
          if (isDone) due = Date.parse(`${day}T${time}:00Z`);
        } else if (one.is === 'send' || one.is === 'twice') {
          const form = isOpen ? await seen(id) : { seen: 'x' };
          const presses = one.is === 'twice' ? [0, 1, 2] : [0];
          const done = await Promise.all(presses.map(() => attempt(issues.sendNow(id, form))));
          told(one.is, done.filter(Boolean).length, isOpen ? 1 : 0);
          if (isOpen) goes();
        } else if (one.is === 'takeBack' || one.is === 'cancel') {
          const wasDue = due !== null;
          const taken = one.is === 'cancel' ? hub.command(`newsletter cancel ${id}`) : issues.takeBack(id);
          told(one.is, await attempt(taken), wasDue);
          due = null;
        } else if (one.is === 'delete') {
          if (await attempt(issues.remove(id))) isDeleted = true;
        } else if (one.is === 'putBack') {
          if (await attempt(issues.putBack(id))) isDeleted = false;
        } else if (one.is === 'file') {
          // A file of the same name never takes the place of what was written at the desk.
          told(one.is, await attempt(hub.command(`newsletter send ${file} --now`)), false);
        } else if (one.is === 'test') await attempt(issues.test(id, 'me@example.com'));
        else if (one.is === 'leave') {
          await tick();
          await hands.unsubscribe(one.who);
          here.delete(one.who);
        } else if (one.is === 'wait') {
          hub.clock.move(hours(one.hours));
          await tick();
        }
        const { text } = await issues.find(id);
        told('text', text?.text.includes(`Version ${version}\n`), true);
      }
      hub.clock.move(days(3));
      await tick();
      await hub.tick();
      expect(wrong).toEqual([]);
      const done = went as { version: number; to: string[] } | null;
      expect(await mailed()).toEqual((done?.to ?? []).map((to) => `${to} News Version ${done?.version}`));
    }),
    { numRuns: 25 },
  );
}, 240_000);

test('[law] what was looked at is what goes out: a change meanwhile stops the press, and is told', async () => {
  const { hub, issues, make, formOf, seen, mailed } = await opened();
  const id = await make('News', 'Version 1');
  const looked = await seen(id);
  await issues.edit(id, await formOf(id, { body: 'Version 2' }), ben);
  for (const press of [
    () => issues.sendNow(id, looked),
    () => issues.sendNow(id, {}),
    () => issues.plan(id, { ...looked, ...berlin('2026-12-01', '09:00') }),
  ])
    await expect(press()).rejects.toThrow(/Ben changed this issue at \d\d:\d\d UTC/);
  await hub.tick();
  expect(await mailed()).toEqual([]);
});

test('[law] two who edit one issue: each one’s fields are kept, and where both wrote, both are shown', async () => {
  const { issues, make, formOf } = await opened();
  const id = await make('News', 'Version 1');
  const [first, second, third] = [await formOf(id), await formOf(id), await formOf(id)];
  await issues.edit(id, { ...first, body: 'Version 2' }, ada);
  await issues.edit(id, { ...second, subject: 'Better news' }, ben);
  expect((await issues.find(id)).text?.text).toMatch(/subject: Better news[\s\S]*Version 2/);
  const clash = { ...third, body: 'Version 3' };
  await expect(issues.edit(id, clash, ben)).rejects.toThrow('Changed since you opened this form: Text');
  const shown = await issues.fieldsOf(id, clash);
  expect(shown.find(({ name }) => name === 'body')?.mistake).toContain('Changed since');
  expect(shown.find(({ label }) => label.includes('as the file says now'))?.value).toBe('Version 2');
  // A scheduled one says what both saved.
  expect((await issues.find(id)).text?.changed_by).toBe('Ben');
});

test('[law] an unfinished draft is kept as it is, says what is missing, and goes to nobody', async () => {
  const { hub, hands, issues, seen, make, formOf, mailed } = await opened();
  const { goOn = '' } = await issues.make({ body: 'See <b>this</b>', archive: 'yes' }, ada);
  const id = goOn.replace('newsletter/', '');
  const { text } = await issues.find(id);
  expect(issues.read(id, text?.text ?? '')).toMatchObject({
    fields: { subject: expect.stringContaining('This is needed') },
  });
  await issues.edit(id, await formOf(id, { subject: 'News' }), ada);
  const half = (await issues.find(id)).text?.text ?? '';
  expect(issues.read(id, half)).toMatchObject({
    fields: { body: expect.stringMatching(/^Line 1: got HTML/) },
  });
  await expect(seen(id)).rejects.toThrow(/can’t go out yet.*Text: Line 1/);
  for (const act of [issues.sendNow, issues.plan])
    await expect(act(id, { seen: 'x', ...berlin('2026-12-01', '09:00') })).rejects.toThrow(/./);
  // Deleted, it is kept for thirty days; its name stays its own.
  await issues.remove(id);
  const other = await issues.make({ subject: '', body: 'x', archive: 'yes' }, ada);
  expect(other.goOn).not.toBe(goOn);
  hub.clock.move(days(29));
  await issues.tidy();
  await issues.putBack(id);
  expect((await issues.find(id)).state).toBe('draft');
  // What is scheduled can't be made unreadable: the form keeps what was typed.
  const good = await make('Good', 'Version 1');
  await issues.plan(good, { ...(await seen(good)), ...berlin('2027-12-01', '09:00') });
  await expect(issues.edit(good, await formOf(good, { subject: '' }), ada)).rejects.toMatchObject({
    details: { fields: { subject: expect.any(String) } },
  });
  await expect(issues.remove(good)).rejects.toThrow('Take the issue back first');
  await hands.subscribe('dora@example.com');
  expect(await mailed()).toEqual([]);
});

test('a file that the command schedules is edited at the desk, and its own words stay where they were', async () => {
  const { hub, hands, issues, formOf, mailed } = await opened();
  const file = await hands.file(
    'soon',
    '# mine\nsubject: Soon\nsend: 2026-11-21 14:00 Europe/Berlin',
    'Version 1\n',
  );
  await hub.command(`newsletter send ${file}`);
  expect((await issues.find('soon')).state).toBe('scheduled');
  await issues.edit('soon', await formOf('soon', { body: 'Version 2' }), ada);
  expect((await issues.find('soon')).text?.text).toContain('# mine\n');
  await expect(hub.command(`newsletter send ${file}`)).rejects.toThrow('changed at the desk');
  hub.clock.move(hours(2));
  await hub.tick();
  expect(await mailed()).toEqual(people.map((to) => `${to} Soon Version 2`));
});

test('[law] a link of an issue leads where that issue says, is counted, and tells nobody who followed it', async () => {
  const { hub, issues, make, seen } = await opened();
  const id = await make(
    'Links',
    'Read [one](https://a.example/1) and [two](/store).\n\n[**Go**](https://b.example)',
  );
  await issues.sendNow(id, await seen(id));
  await hub.tick();
  const bodies = (await hub.mails()).map(({ words }) => words);
  expect(bodies).toHaveLength(people.length);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain(`${origin}/newsletter/go/links/2`);
  for (const [n, url] of ['https://a.example/1', `${origin}/store`, 'https://b.example/'].entries())
    expect((await hub.get(`/newsletter/go/links/${n}`)).headers.get('location')).toBe(url);
  for (const path of ['links/3', 'links/-1', 'links/x', 'nothing/0', 'links/999999'])
    expect((await hub.get(`/newsletter/go/${path}`)).headers.get('location')).toBe(`${origin}/newsletter`);
  const { rows } = await db.pool.query('select link, clicks from newsletter_click order by link');
  expect(rows).toEqual([0, 1, 2].map((link) => ({ link, clicks: 1 })));
});

test('[law] a test goes to nobody who wants no such email, to few, and never silently to none', async () => {
  const { hub, issues, make } = await opened();
  const id = await make('News');
  const consent = createConsent(hub.platform);
  const [anna = '', ben_ = ''] = people;
  await hub.platform.db.transaction((trx) => consent.withdraw(trx, { email: anna, purpose: 'newsletter' }));
  await hub.platform.db.transaction((trx) =>
    consent.suppress(trx, { email: 'gone@example.com', scope: 'marketing', reason: 'erased' }),
  );
  for (const to of [anna, 'Gone@Example.com'])
    await expect(issues.test(id, to)).rejects.toMatchObject({
      details: { fields: { to: expect.stringContaining('want no newsletter') } },
    });
  // A reader may see one, ten an hour.
  for (let n = 0; n < 10; n += 1) {
    await issues.test(id, ben_);
    hub.clock.move(1);
  }
  await expect(issues.test(id, ben_)).rejects.toMatchObject({ code: 'too_many' });
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => issues.test(id, `somebody${n}@example.com`)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  // The operator's own address, always.
  await issues.test(id, issues.testAddress());
  const tests = (await hub.mails()).filter(({ subject }) => subject.startsWith('[Test]'));
  expect(tests.map(({ to }) => to)).not.toContain(anna);
  expect(tests).toHaveLength(21);
});

test('a scheduled issue stays scheduled when another time is wrong, and the words don’t deny it', async () => {
  const { issues, make, seen } = await opened();
  const id = await make('News');
  await issues.plan(id, { ...(await seen(id)), ...berlin('2026-12-01', '09:00') });
  for (const wrong of [
    berlin('2026-12-01', '24:00'),
    berlin('9999-12-31', '09:00'),
    { ...berlin('2026-12-01', '09:00'), zone: 'Mars/Base' },
  ])
    await expect(issues.plan(id, { ...(await seen(id)), ...wrong })).rejects.toThrow(
      /^Nothing has changed\. /,
    );
  expect((await issues.find(id)).state).toBe('scheduled');
});

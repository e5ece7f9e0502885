import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type {
  OverviewAnswer,
  PeopleAnswer,
  PersonDetail,
  SavedSegment,
  SequenceBody,
} from '../rules/contract.ts';

/** Many people at once: found by what they have in common, started together, and taken back together. */

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query(
    'truncate contact, followup_sequence, followup_segment, followup_day, recovery_cart, outbound_message cascade',
  );
});

const welcome: SequenceBody = {
  name: 'Welcome',
  trigger: { on: 'hand' },
  steps: [
    {
      id: 'mail1',
      kind: 'mail',
      subject: 'First',
      blocks: [{ id: 'text1', kind: 'text', text: 'Hello {{FirstName|there}}, here is what we promised.' }],
    },
    { id: 'wait1', kind: 'wait', hours: 24 },
    {
      id: 'mail2',
      kind: 'mail',
      subject: 'Second',
      blocks: [{ id: 'text2', kind: 'text', text: 'And here is the rest of what we promised you.' }],
    },
  ],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: true,
};

let members = 0;
async function aMember(people: readonly string[], hub = recoveryHub(db)) {
  const one = await hub.member(`crowd${++members}`);
  await one.settle({}, { quietFrom: 0, quietTo: 0, capHours: 0 });
  const id = 'seq_welcome';
  await one.ask('PUT', `/api/followups/sequences/${id}`, { ...welcome, version: 0 });
  await one.ask('POST', '/api/followups/people/import', {
    csv: ['email,name,tags', ...people].join('\n'),
    proof: 'Signed up at the fair',
    tag: '',
  });
  const find = async (email: string) => {
    const { people: found } = await one.ask<PeopleAnswer>('GET', `/api/followups/people?search=${email}`);
    return one.ask<PersonDetail>('GET', `/api/followups/people/${found[0]?.id ?? ''}`);
  };
  const mails = async () =>
    (
      await db.pool.query<{ to: string; subject: string; state: string }>(
        `select payload->>'to' as to, payload->>'subject' as subject, state from outbound_message
        where channel = 'mail' and payload->>'kind' = 'marketing' order by 1, 2`,
      )
    ).rows;
  return {
    hub,
    ...one,
    find,
    mails,
    start: (segment: Record<string, string> = {}) =>
      one.ask<{ started: number; cause: string }>('POST', `/api/followups/sequences/${id}/start`, {
        people: [],
        segment,
      }),
    unstart: (cause: string) =>
      one.ask<{ undone: number; late: number }>('POST', `/api/followups/sequences/${id}/unstart`, { cause }),
    segments: async () => (await one.ask<OverviewAnswer>('GET', '/api/followups')).segments,
    keep: (segmentId: string, name: string, segment: Record<string, string>) =>
      one.ask<SavedSegment>('PUT', `/api/followups/segments/${segmentId}`, { name, segment }),
  };
}

test('conditions are saved under a name, changed, used and deleted, by their member alone', async () => {
  const ada = await aMember(['a@one.example,Ada,fair', 'b@two.example,Bo,']);
  await ada.keep('seg_fair', 'From the fair', { tag: 'fair' });
  const all = { search: '', tag: '', consent: 'any', bought: 'any', sequenceId: '' };
  const kept = { id: 'seg_fair', name: 'From the fair', segment: { ...all, tag: 'fair' } };
  expect(await ada.segments()).toEqual([kept]);
  await ada.keep('seg_fair', 'Fair 2026', { tag: 'fair', consent: 'yes' });
  expect(await ada.segments()).toMatchObject([{ name: 'Fair 2026', segment: { consent: 'yes' } }]);
  await expect(ada.keep('seg_other', 'fair 2026', {})).rejects.toThrow(/You have a segment/);

  const eve = await aMember([]);
  expect(await eve.segments()).toEqual([]);
  await eve.keep('seg_fair', 'Mine', {});
  await eve.ask('DELETE', '/api/followups/segments/seg_fair');
  expect(await ada.segments()).toMatchObject([{ name: 'Fair 2026' }]);
  await ada.ask('DELETE', '/api/followups/segments/seg_fair');
  expect(await ada.segments()).toEqual([]);
});

test('no more than fifty segments, however many are saved at once', async () => {
  const ada = await aMember([]);
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => ada.keep(`seg_${n}`.padEnd(8, 'x'), `Segment ${n}`, {})),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await ada.segments()).toHaveLength(50);
});

test('the export has exactly those who fit', async () => {
  const ada = await aMember(['a@one.example,Ada,fair', 'b@two.example,Bo,', 'c@one.example,Cy,']);
  const rows = async (query: string) => {
    const answer = await ada.call('GET', `/api/followups/people/export${query}`);
    return (await answer.text())
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
      .toSorted();
  };
  expect(await rows('')).toEqual(['a@one.example', 'b@two.example', 'c@one.example']);
  expect(await rows('?tag=fair')).toEqual(['a@one.example']);
  expect(await rows('?search=one.example')).toEqual(['a@one.example', 'c@one.example']);
});

test('a start that is taken back was never: nothing goes out, and it can be started again', async () => {
  const ada = await aMember(['a@one.example,Ada,', 'b@two.example,Bo,']);
  const { cause, started } = await ada.start();
  expect(started).toBe(2);
  // Handed over already, not sent yet.
  await ada.hub.followups.engine.goOnWithAll();
  expect(await ada.unstart(cause)).toEqual({ undone: 2, late: 0 });
  await ada.hub.run();
  expect((await ada.mails()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  expect((await ada.find('a@one')).runs).toEqual([]);
  expect((await ada.start()).started).toBe(2);
  // As far apart as two emails to one person always are.
  ada.hub.clock.move(hours(1));
  await ada.hub.run();
  expect((await ada.mails()).filter(({ state }) => state !== 'cancelled')).toHaveLength(2);
});

test('a start of a trigger, of another sequence or of somebody else is not taken back by it', async () => {
  const ada = await aMember(['a@one.example,Ada,']);
  const eve = await aMember(['a@one.example,Ada,']);
  const { cause } = await ada.start();
  expect(await eve.unstart(cause)).toEqual({ undone: 0, late: 0 });
  await expect(ada.unstart('lead:1')).rejects.toThrow(/by hand/);
  expect((await ada.find('a@one')).runs).toMatchObject([{ state: 'waiting' }]);
});

test('taken back at any moment nobody gets anything more, and only who got something keeps a trace', async () => {
  const hub = recoveryHub(db);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('engine', 'send', 'day' as const), { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (before, people) => {
        await db.pool.query('truncate contact, followup_sequence, outbound_message cascade');
        const ada = await aMember(
          Array.from({ length: people }, (_, n) => `p${n}@one.example,P,`),
          hub,
        );
        const { cause } = await ada.start();
        for (const act of before) {
          if (act === 'engine') await ada.hub.followups.engine.goOn(2);
          if (act === 'send') await ada.hub.run();
          if (act === 'day') ada.hub.clock.move(days(1) + 60_000);
        }
        const { undone, late } = await ada.unstart(cause);
        const handed = await ada.mails();
        ada.hub.clock.move(days(3));
        await ada.hub.run();
        const after = await ada.mails();
        expect(after.map(({ to, subject }) => `${to} ${subject}`)).toEqual(
          handed.map(({ to, subject }) => `${to} ${subject}`),
        );
        const out = after.filter(({ state }) => state !== 'cancelled');
        const reached = new Set(out.map(({ to }) => to)).size;
        // One that was being sent meanwhile is late, even if it was held back in the end.
        expect(undone).toBeLessThanOrEqual(people - reached);
        expect(undone + late).toBeGreaterThanOrEqual(people - reached);
      },
    ),
    { numRuns: 12 },
  );
});

test('what was stopped for a person goes on where it was, and not what ended otherwise', async () => {
  const ada = await aMember(['a@one.example,Ada,']);
  await ada.start();
  await ada.hub.run();
  const { person } = await ada.find('a@one');
  const stop = () =>
    ada.ask<{ stopped: number; runs: string[] }>('POST', `/api/followups/people/${person.id}/stop`, {});
  const resume = (runs: string[]) =>
    ada.ask<{ resumed: number }>('POST', `/api/followups/people/${person.id}/resume`, { runs });
  const { runs } = await stop();
  ada.hub.clock.move(days(2));
  await ada.hub.run();
  expect(await ada.mails()).toHaveLength(1);
  expect(await resume(runs)).toEqual({ resumed: 1 });
  expect(await resume(runs)).toEqual({ resumed: 0 });
  await ada.hub.run();
  expect((await ada.mails()).map(({ subject }) => subject)).toEqual(['First', 'Second']);
  // Over by itself: there is nothing to go on with.
  await ada.hub.run();
  expect(await resume(runs)).toEqual({ resumed: 0 });
});

test('what was stopped while its sequence was off goes on once that is on', async () => {
  const ada = await aMember(['a@one.example,Ada,']);
  const turn = (isOn: boolean) => ada.ask('POST', '/api/followups/sequences/seq_welcome/turn', { isOn });
  await ada.start();
  await turn(false);
  await ada.hub.run();
  const { person } = await ada.find('a@one');
  const { runs } = await ada.ask<{ runs: string[] }>('POST', `/api/followups/people/${person.id}/stop`, {});
  await turn(true);
  await ada.ask('POST', `/api/followups/people/${person.id}/resume`, { runs });
  await ada.hub.run();
  expect((await ada.mails()).map(({ subject }) => subject)).toEqual(['First']);
});

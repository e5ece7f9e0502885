import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { PeopleAnswer } from '../rules/contract.ts';

const db = await useDatabase();

test('two people of one list share a phone: what was agreed to there stays until both are deleted', async () => {
  const ada = await recoveryHub(db).member('tshare');
  const number = '+436643333333';
  const consents = async () =>
    (
      await sql`select from text_consent where owner_id = 'tshare' and number = ${number}`.execute(
        db.tables(),
      )
    ).rows.length;
  for (const email of ['anna@example.com', 'bea@example.com'])
    await ada.ask('POST', '/api/followups/events', {
      email,
      name: '',
      event: 'Joined',
      phone: number,
      textProof: 'At our stand',
    });
  const { people } = await ada.ask<PeopleAnswer>('GET', '/api/followups/people');
  const [first, second] = people.map(({ id }) => id);
  await ada.ask('DELETE', `/api/followups/people/${first ?? ''}`);
  expect(await consents()).toBe(1);
  await ada.ask('DELETE', `/api/followups/people/${second ?? ''}`);
  expect(await consents()).toBe(0);
});

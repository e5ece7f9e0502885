import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { AgreementList } from '../rules/contract.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { clock: movableClock('2026-11-24T12:00:00Z'), hasLimits: false });

const count = 10_000;

/** Sent by one member to as many people, in every state. */
async function manyAgreements(email: string): Promise<void> {
  await db.pool.query(
    `insert into agreement (owner_id, id, key, title, message, state, version, options, sender, forwarding, reminders,
       sent_at, expires_at, last_seq, last_hash, read_seq, bytes, due_reminders)
     select u.id, 'agr_' || lpad(n::text, 20, '0'), 'key-' || n, 'Terms ' || n, '',
       (array['out', 'signed', 'declined', 'expired', 'withdrawn'])[1 + n % 5], 1, '{}', '{}', true, true,
       timestamptz '2026-11-01' + n * interval '1 minute', timestamptz '2027-01-01', 0, '', 0, 1000, true
     from account_user u, generate_series(1, ${count}) n where u.email = $1`,
    [email],
  );
  await db.pool.query(
    `insert into agreement_person (owner_id, agreement_id, n, name, email, email_key, role, turn, state, reason, rev,
       seen_version, reminded, code_tries, signature)
     select owner_id, id, 0, 'Person', key || '@x.example', key || '@x.example', 'signs', 1, 'asked', '', 0, 0, 0, 0, 'null'
     from agreement`,
  );
  await db.pool.query('analyze agreement, agreement_person');
}

test('the list of 10,000 agreements opens in a moment, and so do each of its tabs and a search in it', async () => {
  const [email, ada] = ['ada@wren.example', hub.browser()];
  await ada.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' });
  await db.pool.query('update account_user set email_verified = true');
  await manyAgreements(email);
  for (const query of ['', '?show=signed', '?show=yours', '?q=Terms+77', '?q=key-4711@x', '?template=none']) {
    const times: number[] = [];
    let list: AgreementList | null = null;
    for (let round = 0; round < 5; round++) {
      const before = performance.now();
      list = (await (await ada.get(`/api/agreements${query}`)).json()) as AgreementList;
      times.push(performance.now() - before);
    }
    expect(list?.counts.signed, query).toBe(count / 5);
    expect(Math.min(...times), query).toBeLessThan(250);
  }
});

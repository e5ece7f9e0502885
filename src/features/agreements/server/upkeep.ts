import { days } from '#base/clock.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { reminderDays, whoseTurn } from '../rules/flow.ts';
import type { Acting } from './acting.ts';
import { append, type Held, hold, setAgreement, setPerson } from './ledger.ts';
import type { Letters } from './letters.ts';
import { type Opening, signedByLink } from './open/opening.ts';
import type { Sending } from './sending.ts';
import type { AgreementTables } from './tables.ts';

const atOnce = 200;

/** What the sender does with an agreement that is out, and what the clock does. */
export function createUpkeep(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  parts: { letters: Letters; acting: Acting; sending: Sending; opening: Opening },
) {
  const { letters, acting, sending, opening } = parts;
  const asOwner = <R>(uid: string, id: string, work: (trx: AnyTransaction, it: Held) => Promise<R>) =>
    db.transaction<AgreementTables, R>(async (trx) => work(trx, await hold(trx, id, uid)));
  const assertOut = (it: Held): void => {
    if (acting.stateNow(it.agreement) !== 'out')
      throw new Problem('conflict', 'This agreement has ended already.');
  };
  const one = (it: Held, n: number) => {
    const person = it.people.find((candidate) => candidate.n === n);
    if (!person) throw new Problem('not_found', 'There is no such person in this agreement.');
    return person;
  };

  async function expire(id: string): Promise<void> {
    await db.transaction<AgreementTables, void>(async (trx) => {
      const it = await hold(trx, id);
      const now = clock.now();
      if (it.agreement.state !== 'out' || it.agreement.expires_at > now) return;
      await setAgreement(trx, it, { state: 'expired', ended_at: now });
      await append(trx, it, now, [{ kind: 'expired' }]);
      const open = whoseTurn(it.people).map(({ name }) => name);
      await letters.told(
        trx,
        it,
        `expired:${it.agreement.expires_at.getTime()}`,
        `“${it.agreement.title}” has expired`,
        `Not signed by ${open.join(', ')}.`,
      );
    });
  }

  async function remind(id: string): Promise<void> {
    await db.transaction<AgreementTables, void>(async (trx) => {
      const it = await hold(trx, id);
      const now = clock.now();
      if (acting.stateNow(it.agreement) !== 'out' || !it.agreement.reminders) return;
      for (const person of whoseTurn(it.people)) {
        const due = reminderDays[person.reminded];
        if (due === undefined || person.asked_at === null) continue;
        if (person.asked_at.getTime() + days(due) > now.getTime()) continue;
        // After a long standstill one reminder goes out, not all that were missed.
        const missed = reminderDays.filter(
          (day) => (person.asked_at?.getTime() ?? 0) + days(day) <= now.getTime(),
        );
        await setPerson(trx, person, { reminded: missed.length });
        const isNew = await letters.reminder(
          trx,
          it,
          person,
          `${person.asked_at.getTime()}-${missed.length}`,
        );
        if (isNew)
          await append(trx, it, now, [{ kind: 'reminded', person: person.n, data: { email: person.email } }]);
      }
    });
  }

  return {
    withdraw: (uid: string, id: string) =>
      asOwner(uid, id, async (trx, it) => {
        if (it.agreement.state === 'withdrawn') return;
        assertOut(it);
        const now = clock.now();
        await setAgreement(trx, it, { state: 'withdrawn', ended_at: now });
        await append(trx, it, now, [{ kind: 'withdrawn' }]);
        for (const person of it.people)
          if (person.state !== 'waiting') await letters.ended(trx, it, person, 'withdrawn by its sender');
      }),

    /** What has ended can go; what somebody still waits for can't. */
    remove: (uid: string, id: string) =>
      asOwner(uid, id, async (trx, it) => {
        const state = acting.stateNow(it.agreement);
        if (state === 'out')
          throw new Problem('conflict', 'It is still open for signing. Withdraw it first, then delete it.');
        if (state === 'signed' && it.agreement.sealed_sha256 === null)
          throw new Problem('conflict', 'The signed PDF is being made. Try again in a minute.');
        if (signedByLink(it)) await opening.countGone(trx, it);
        await sending.keepCounted(trx, it, clock.now());
        await tablesOf<AgreementTables>(trx)
          .deleteFrom('agreement')
          .where('owner_id', '=', uid)
          .where('id', '=', id)
          .execute();
      }),

    extend: (uid: string, id: string, more: number) =>
      asOwner(uid, id, async (trx, it) => {
        if (!['out', 'expired'].includes(it.agreement.state))
          throw new Problem('conflict', 'This agreement has ended already.');
        const now = clock.now();
        const until = new Date(now.getTime() + days(more));
        await setAgreement(trx, it, { state: 'out', ended_at: null, expires_at: until });
        await append(trx, it, now, [{ kind: 'extended', data: { until: until.toISOString() } }]);
        for (const person of whoseTurn(it.people))
          await setPerson(trx, person, { asked_at: now, reminded: 0 });
      }),

    /** By hand: at most one an hour to one person. */
    remindNow: (uid: string, id: string, n: number) =>
      asOwner(uid, id, async (trx, it) => {
        assertOut(it);
        const person = one(it, n);
        if (!whoseTurn(it.people).includes(person))
          throw new Problem('conflict', 'It isn’t this person’s turn, or they have acted already.');
        const now = clock.now();
        const hour = Math.floor(now.getTime() / 3_600_000);
        const isNew = await letters.reminder(trx, it, person, `by hand ${hour}`);
        if (!isNew)
          throw new Problem('too_many', 'A reminder went out within this hour.', { retryAfterSeconds: 3600 });
        await append(trx, it, now, [{ kind: 'reminded', person: n, data: { email: person.email } }]);
      }),

    /** The former link stops working, and the new address is asked. */
    changeAddress: (
      uid: string,
      id: string,
      n: number,
      typed: { email: string; name?: string | undefined },
    ) =>
      asOwner(uid, id, async (trx, it) => {
        assertOut(it);
        const person = one(it, n);
        if (!['waiting', 'asked', 'seen'].includes(person.state))
          throw new Problem('conflict', 'This person has acted already.');
        const email = parseMailAddress(typed.email) ?? typed.email;
        const key = mailAddressKey(email);
        if (it.people.some((other) => other.n !== n && other.email_key === key))
          throw new Problem('bad_request', 'Somebody else here has this address already.');
        const now = clock.now();
        await sending.assertMayAsk(trx, uid, 1, now);
        const from = person.email;
        const wasAsked = person.state !== 'waiting';
        await setPerson(trx, person, {
          email,
          email_key: key,
          name: typed.name ?? person.name,
          rev: person.rev + 1,
          state: wasAsked ? 'asked' : 'waiting',
          asked_at: wasAsked ? now : null,
          reminded: 0,
          seen_version: 0,
          code_hash: null,
          code_at: null,
          code_tries: 0,
        });
        await append(trx, it, now, [{ kind: 'address changed', person: n, data: { from, to: email } }]);
        if (wasAsked) await letters.asked(trx, it, person);
      }),

    read: (uid: string, id: string) =>
      asOwner(uid, id, async (trx, it) => {
        await tablesOf<AgreementTables>(trx)
          .updateTable('agreement')
          .set({ read_seq: it.agreement.last_seq })
          .where('owner_id', '=', uid)
          .where('id', '=', id)
          .execute();
      }),

    /** Ends what has run out, and reminds who hasn't acted. */
    async tick(): Promise<void> {
      // First, so that nobody hears that what a stranger left lying has expired.
      await opening.clear();
      const now = clock.now();
      const tables = db.tables<AgreementTables>();
      const over = await tables
        .selectFrom('agreement')
        .select('id')
        .where('state', '=', 'out')
        .where('expires_at', '<=', now)
        .limit(atOnce)
        .execute();
      await each(over, expire);
      const [first, second, third] = reminderDays.map((day) => new Date(now.getTime() - days(day)));
      const due = await tables
        .selectFrom('agreement as a')
        .innerJoin('agreement_person as p', (on) =>
          on.onRef('p.owner_id', '=', 'a.owner_id').onRef('p.agreement_id', '=', 'a.id'),
        )
        .select('a.id')
        .distinct()
        .where('a.state', '=', 'out')
        .where('a.expires_at', '>', now)
        .where('a.reminders', '=', true)
        .where('p.state', 'in', ['asked', 'seen'])
        .where((either) =>
          either.or([
            either.and([either('p.reminded', '=', 0), either('p.asked_at', '<=', first ?? now)]),
            either.and([either('p.reminded', '=', 1), either('p.asked_at', '<=', second ?? now)]),
            either.and([either('p.reminded', '=', 2), either('p.asked_at', '<=', third ?? now)]),
          ]),
        )
        .limit(atOnce)
        .execute();
      await each(due, remind);
    },
  };
}

/** One that fails doesn't hold up the others. */
async function each(rows: { id: string }[], work: (id: string) => Promise<void>): Promise<void> {
  const faults: unknown[] = [];
  for (const { id } of rows) await work(id).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
}

export type Upkeep = ReturnType<typeof createUpkeep>;

import { mailAddressWords, parseMailAddress } from '#base/mail-address.ts';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { createMailedCodes } from '#platform/server/mailed-codes.ts';
import type { Platform } from '#platform/server/platform.ts';
import { nextSummary, type SummaryPlan } from '../../rules/summary.ts';
import type { DeskTables, DeskTransaction } from '../tables.ts';

export type Addresses = ReturnType<typeof createAddresses>;
export type SummaryParts = Pick<Platform, 'db' | 'clock' | 'mail' | 'secret' | 'site'>;

export interface StandingSummary extends SummaryPlan {
  email: string | null;
  pendingEmail: string | null;
  skipsEmpty: boolean;
  nextAt: Date | null;
}

/** Where each operator's summary goes, and when. An address counts once a code that was sent there came back. */
export function createAddresses({ db, clock, mail, secret, site }: SummaryParts) {
  const codes = createMailedCodes(secret('desk summary codes'), { clock, lastsMs: minutes(15) });
  const tables = () => db.tables<DeskTables>();
  const subject = (operator: string, email: string) => `${operator} ${email}`;

  /** Nobody gets a row who is no operator any more: removing them waits for this, or this for that. */
  async function locked(trx: DeskTransaction, operator: string) {
    const standing = await trx
      .selectFrom('desk_operator')
      .select('id')
      .where('id', '=', operator)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!standing) throw new Problem('conflict', 'Only an operator of the desk gets a summary.');
    await trx
      .insertInto('desk_summary')
      .values({ operator_id: operator })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return trx
      .selectFrom('desk_summary')
      .selectAll()
      .where('operator_id', '=', operator)
      .forUpdate()
      .executeTakeFirstOrThrow();
  }

  return {
    async of(operator: string): Promise<StandingSummary | null> {
      const row = await tables()
        .selectFrom('desk_summary')
        .selectAll()
        .where('operator_id', '=', operator)
        .executeTakeFirst();
      if (!row) return null;
      const { email, pending_email, cadence, weekday, hour, zone, skips_empty, next_at } = row;
      return {
        email,
        cadence,
        weekday,
        hour,
        zone,
        pendingEmail: pending_email,
        skipsEmpty: skips_empty,
        nextAt: next_at,
      };
    },

    /** Mails a code there; until it is typed, the address before stays. */
    async give(operator: string, typed: string): Promise<string> {
      const email = parseMailAddress(typed);
      if (email === null)
        throw new Problem('bad_request', 'No code was sent.', { fields: { email: mailAddressWords } });
      await db.transaction<DeskTables, void>(async (trx) => {
        const row = await locked(trx, operator);
        const wait = codes.waitSeconds(row.code_at);
        if (wait > 0)
          throw new Problem('too_many', `A code is on its way. Another can be sent in ${wait} seconds.`, {
            retryAfterSeconds: wait,
          });
        const code = codes.draw();
        const now = clock.now();
        await trx
          .updateTable('desk_summary')
          .set({
            pending_email: email,
            code_hash: codes.hashOf(subject(operator, email), code),
            code_at: now,
            code_tries: 0,
          })
          .where('operator_id', '=', operator)
          .execute();
        await mail.send(trx, {
          to: email,
          kind: 'transactional',
          purpose: 'desk',
          why: 'typed',
          subject: `${code} is your code for ${site.words().name}`,
          body: [
            { kind: 'heading', text: 'Confirm this address' },
            { kind: 'text', text: 'Type this code at the desk, to get its summary here:' },
            { kind: 'code', text: code },
            { kind: 'small', text: 'It works for 15 minutes. If you don’t know what this is, do nothing.' },
          ],
          dedupeKey: `desk-address:${operator}:${now.toISOString()}`,
        });
      });
      return email;
    },

    /** Wrong ones are counted, whatever becomes of the request. */
    async prove(operator: string, typed: string): Promise<{ was: string | null; email: string }> {
      const code = typed.replace(/\s/g, '');
      const outcome = await db.transaction<DeskTables, { was: string | null; email: string } | string>(
        async (trx) => {
          const row = await locked(trx, operator);
          const email = row.pending_email;
          if (email === null) return 'No code was sent. Set your address first.';
          const stored = { hash: row.code_hash, at: row.code_at, tries: row.code_tries };
          const verdict = codes.judge(stored, subject(operator, email), code);
          if (verdict === 'expired') return 'This code is too old. Set your address again to get another.';
          if (verdict === 'too many tries')
            return 'Too many wrong codes. Set your address again to get another.';
          const mine = trx.updateTable('desk_summary').where('operator_id', '=', operator);
          if (verdict === 'wrong') {
            await mine.set({ code_tries: row.code_tries + 1 }).execute();
            return 'This code is wrong. Check the newest email.';
          }
          await mine.set({ email, pending_email: null, code_hash: null, code_at: null }).execute();
          return { was: row.email, email };
        },
      );
      if (typeof outcome === 'string')
        throw new Problem('bad_request', 'Nothing was changed.', { fields: { code: outcome } });
      return outcome;
    },

    plan: (operator: string, plan: SummaryPlan & { skipsEmpty: boolean }): Promise<SummaryPlan> =>
      db.transaction<DeskTables, SummaryPlan>(async (trx) => {
        const row = await locked(trx, operator);
        if (row.email === null && plan.cadence !== 'never')
          throw new Problem('conflict', 'Set your email address first.');
        const { skipsEmpty, ...when } = plan;
        await trx
          .updateTable('desk_summary')
          .set({ ...when, skips_empty: skipsEmpty, next_at: nextSummary(plan, clock.now()) })
          .where('operator_id', '=', operator)
          .execute();
        return row;
      }),

    /** By the link in the mail, whoever has it, as often as they like. */
    async stop(operator: string): Promise<void> {
      await tables()
        .updateTable('desk_summary')
        .set({ cadence: 'never', next_at: null })
        .where('operator_id', '=', operator)
        .execute();
    },

    async forget(operator: string): Promise<string> {
      const row = await tables()
        .deleteFrom('desk_summary')
        .where('operator_id', '=', operator)
        .returning(['email', 'pending_email'])
        .executeTakeFirst();
      const email = row?.email ?? row?.pending_email;
      if (!email) throw new Problem('conflict', 'No address is saved.');
      return email;
    },

    async byEmail(email: string) {
      return tables()
        .selectFrom('desk_summary as s')
        .innerJoin('desk_operator as o', 'o.id', 's.operator_id')
        .select(['o.name as operator', 's.email', 's.pending_email', 's.cadence', 's.hour', 's.zone'])
        .where(({ eb, or, fn, val }) =>
          or([
            eb(fn('lower', ['s.email']), '=', val(email.toLowerCase())),
            eb(fn('lower', ['s.pending_email']), '=', val(email.toLowerCase())),
          ]),
        )
        .execute();
    },

    async eraseEmail(email: string): Promise<number> {
      const { numDeletedRows } = await tables()
        .deleteFrom('desk_summary')
        .where(({ eb, or, fn, val }) =>
          or([
            eb(fn('lower', ['email']), '=', val(email.toLowerCase())),
            eb(fn('lower', ['pending_email']), '=', val(email.toLowerCase())),
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

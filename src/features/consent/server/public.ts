import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Purpose, SuppressionReason, SuppressionScope } from '../rules/contract.ts';
import { mayMail, type MayMail } from '../rules/may-mail.ts';
import { erasedKey } from './erased.ts';
import { createLinks } from './links.ts';
import type { ConsentTables } from './tables.ts';

export {
  consentCounts,
  consentingPeople,
  type ConsentingPerson,
  knownConsent,
  type KnownConsent,
  withdrawnAfter,
} from './people.ts';
export { type Standing, standings } from './standings.ts';
export {
  eraseTexts,
  exportTexts,
  forgetTexts,
  forgetTextsOf,
  giveTexts,
  notOnlyErased,
  reportTexts,
  textConsent,
  textStandings,
  type TextStanding,
  whyStopped,
  withdrawTexts,
} from './texts.ts';

export type ConsentPlatform = Pick<Platform, 'db' | 'clock' | 'secret' | 'origin'>;

interface About {
  email: string;
  purpose: Purpose;
}

export interface Consent {
  /**
   * Keeps what somebody agreed to. 'confirmed' when they had said so by mail already, else 'given'. Anybody can type an address:
   * who unsubscribed stays so, 'withdrawn', until they click in a mail of ours.
   */
  give(
    trx: AnyTransaction,
    consent: About & { consentText: string; source: string },
  ): Promise<'given' | 'confirmed' | 'withdrawn'>;
  /** What somebody else says that these people agreed to, or took back: it never undoes what they said themselves. */
  report(
    trx: AnyTransaction,
    emails: string[],
    consent: { purpose: Purpose; consentText: string; source: string; isOver?: boolean },
  ): Promise<void>;
  /** They clicked in a mail of ours: that lifts whatever kept this address from getting any. False: nothing was given. */
  confirm(trx: AnyTransaction, about: About): Promise<boolean>;
  /** Addresses that somebody typed and nobody ever answered from; what was withdrawn stays as a refusal. */
  forgetUnconfirmed(trx: AnyTransaction, addressKeys: string[], purpose: Purpose): Promise<void>;
  /** Whoever it was given to has let the address go; what was withdrawn stays as a refusal. */
  forgetGiven(trx: AnyTransaction, addressKeys: string[], purpose: Purpose): Promise<void>;
  /** False when there was nothing to withdraw. */
  withdraw(trx: AnyTransaction, about: About): Promise<boolean>;
  suppress(
    trx: AnyTransaction,
    suppression: { email: string; scope: SuppressionScope; reason: SuppressionReason },
  ): Promise<void>;
  mayMail(
    db: AnyKysely,
    message: { to: string; kind: 'transactional' | 'marketing'; purpose: string },
  ): Promise<MayMail>;
}

/** The one memory of who may be written to: newsletter, leads, recovery and notices all ask here. */
export function createConsent({ clock, secret }: Pick<ConsentPlatform, 'clock' | 'secret'>): Consent {
  const keysOf = (email: string) => [mailAddressKey(email), erasedKey(secret, email)];

  return {
    async give(trx, { email, purpose, consentText, source }) {
      const address = parseMailAddress(email);
      if (address === null) throw new Problem('bad_request', mailAddressWords);
      const given = {
        address,
        consent_text: consentText,
        source,
        given_at: clock.now(),
        confirmed_at: null,
      };
      const tables = tablesOf<ConsentTables>(trx);
      await tables
        .insertInto('consent_record')
        .values({
          id: newId('consent'),
          address_key: mailAddressKey(address),
          purpose,
          withdrawn_at: null,
          ...given,
        })
        // What was confirmed stays the proof: the same box ticked again adds nothing to it.
        .onConflict((conflict) =>
          conflict
            .columns(['address_key', 'purpose'])
            // After what they took back, to the tick of the clock: a click that follows is about this.
            .doUpdateSet({
              ...given,
              given_at: sql<Date>`greatest(excluded.given_at, consent_record.withdrawn_at + interval '1 millisecond')`,
            })
            .where((or) =>
              or.or([
                or('consent_record.confirmed_at', 'is', null),
                or('consent_record.withdrawn_at', 'is not', null),
              ]),
            ),
        )
        .execute();
      const { confirmed_at, withdrawn_at } = await tables
        .selectFrom('consent_record')
        .select(['confirmed_at', 'withdrawn_at'])
        .where('address_key', '=', mailAddressKey(address))
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow();
      return withdrawn_at ? 'withdrawn' : confirmed_at ? 'confirmed' : 'given';
    },

    async report(trx, emails, { purpose, consentText, source, isOver = false }) {
      const rows = [...new Map(emails.map((email) => [mailAddressKey(email), email]))].map(
        ([address_key, address]) => ({ id: newId('consent'), address_key, address }),
      );
      if (rows.length === 0) return;
      await sql`
        insert into consent_record (id, address_key, purpose, address, consent_text, source, given_at, withdrawn_at)
        select id, address_key, ${purpose}, address, ${consentText}, ${source}, ${clock.now()}::timestamptz,
          ${isOver ? clock.now() : null}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, address_key text, address text)
        order by address_key
        on conflict (address_key, purpose) do ${
          isOver
            ? sql`update set withdrawn_at = coalesce(consent_record.withdrawn_at, excluded.withdrawn_at)`
            : sql`nothing`
        }`.execute(trx);
    },

    async confirm(trx, { email, purpose }) {
      const tables = tablesOf<ConsentTables>(trx);
      const { numUpdatedRows } = await tables
        .updateTable('consent_record')
        .set((row) => ({
          confirmed_at: row.fn.coalesce('confirmed_at', row.val(clock.now())),
          withdrawn_at: null,
        }))
        .where('address_key', '=', mailAddressKey(email))
        .where('purpose', '=', purpose)
        // Asked for again since: this click is about that, not about what they took back.
        .where((or) => or.or([or('withdrawn_at', 'is', null), or('given_at', '>', or.ref('withdrawn_at'))]))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await tables.deleteFrom('suppression').where('address_key', 'in', keysOf(email)).execute();
      return true;
    },

    async forgetUnconfirmed(trx, addressKeys, purpose) {
      if (addressKeys.length === 0) return;
      await tablesOf<ConsentTables>(trx)
        .deleteFrom('consent_record')
        .where('address_key', 'in', addressKeys)
        .where('purpose', '=', purpose)
        .where('confirmed_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .execute();
    },

    async forgetGiven(trx, addressKeys, purpose) {
      if (addressKeys.length === 0) return;
      await tablesOf<ConsentTables>(trx)
        .deleteFrom('consent_record')
        .where('address_key', 'in', addressKeys)
        .where('purpose', '=', purpose)
        .where('withdrawn_at', 'is', null)
        .execute();
    },

    async withdraw(trx, { email, purpose }) {
      const { numUpdatedRows } = await tablesOf<ConsentTables>(trx)
        .updateTable('consent_record')
        .set({ withdrawn_at: clock.now() })
        .where('address_key', '=', mailAddressKey(email))
        .where('purpose', '=', purpose)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async suppress(trx, { email, scope, reason }) {
      const address_key = reason === 'erased' ? erasedKey(secret, email) : mailAddressKey(email);
      await tablesOf<ConsentTables>(trx)
        .insertInto('suppression')
        .values({ address_key, scope, reason, at: clock.now() })
        .onConflict((conflict) => conflict.columns(['address_key', 'reason']).doUpdateSet({ scope }))
        .execute();
    },

    async mayMail(db, { to, kind, purpose }) {
      const tables = tablesOf<ConsentTables>(db);
      const suppressions = await tables
        .selectFrom('suppression')
        .select(['scope', 'reason'])
        .where('address_key', 'in', keysOf(to))
        .orderBy('at')
        .execute();
      const record = await tables
        .selectFrom('consent_record')
        .select(['given_at as givenAt', 'confirmed_at as confirmedAt', 'withdrawn_at as withdrawnAt'])
        .where('address_key', '=', mailAddressKey(to))
        .where('purpose', '=', purpose as Purpose)
        .executeTakeFirst();
      return mayMail({ record: record ?? null, suppressions }, { kind, purpose });
    },
  };
}

/** Whoever it was given to is gone, and nobody writes for it any more. */
export async function forgetPurpose(trx: AnyTransaction, purpose: Purpose): Promise<void> {
  await tablesOf<ConsentTables>(trx).deleteFrom('consent_record').where('purpose', '=', purpose).execute();
}

/** What the app gives to mail. */
export function mailConsent(platform: ConsentPlatform): MailConsent {
  const { db, origin, secret } = platform;
  const consent = createConsent(platform);
  const links = createLinks(secret);
  return {
    async ask(mail) {
      const verdict = await consent.mayMail(db.tables(), mail);
      if (!verdict.allowed || mail.kind === 'transactional') return verdict;
      const { id } = await db
        .tables<ConsentTables>()
        .selectFrom('consent_record')
        .select('id')
        .where('address_key', '=', mailAddressKey(mail.to))
        .where('purpose', '=', mail.purpose as Purpose)
        .executeTakeFirstOrThrow();
      const query = `?t=${links.token(id)}`;
      return {
        allowed: true,
        unsubscribe: {
          page: `${origin()}/unsubscribe${query}`,
          oneClick: `${origin()}/api/unsubscribe${query}`,
        },
      };
    },
    async bounced(to) {
      await db.transaction((trx) => consent.suppress(trx, { email: to, scope: 'all', reason: 'bounced' }));
    },
  };
}

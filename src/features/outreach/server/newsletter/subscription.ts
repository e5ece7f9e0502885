import type { Transaction } from 'kysely';
import { consentCounts, createConsent } from '#features/consent/server/public.ts';
import { days, hours } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { mailAddressKey, maskedMailAddress, parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { newsletterConsentText } from '../../rules/newsletter.ts';
import type { ConfirmPreview } from '../../rules/contract.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';
import { createSigner } from '#platform/server/signed.ts';
import type { OutreachTables } from '../tables.ts';

type Trx = Transaction<OutreachTables>;

const purpose = 'newsletter';

/** A link that lay unread for longer asks its reader to subscribe again. */
const linkLives = days(7);
/** Beyond that the owner reads the list instead: a flood of made-up addresses is none of a mailbox. */
const noticesAnHour = 30;

/** From a typed address to a subscriber: asked for, confirmed by a click in a mail. */
/** For whoever follows who reads along, in the transaction of their click. */
export type OnConfirmed = (trx: AnyTransaction, reader: { id: string; email: string }) => Promise<void>;

export function createSubscription(
  platform: Platform,
  { onConfirmed }: { onConfirmed?: OnConfirmed | undefined } = {},
) {
  const { db, clock, mail, origin, secret, site } = platform;
  const consent = createConsent(platform);
  const links = createSigner(secret, 'newsletter confirmation');

  /** The request's id when this address may be mailed now, else null: one confirmation an address and hour. */
  async function openGate(trx: Trx, address: string): Promise<string | null> {
    const now = clock.now();
    const opened = await trx
      .insertInto('newsletter_request')
      .values({
        id: newId('subscription'),
        address_key: mailAddressKey(address),
        address,
        mailed_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('address_key')
          .doUpdateSet({ address, mailed_at: now })
          .where('newsletter_request.mailed_at', '<=', new Date(now.getTime() - hours(1))),
      )
      .returning('id')
      .executeTakeFirst();
    return opened?.id ?? null;
  }

  async function mailConfirmation(trx: Trx, id: string, address: string): Promise<void> {
    const { newsletterSender, newsletterCadence } = site.words();
    await mail.send(trx, {
      to: address,
      // Somebody has just asked for it: that goes to an address, too, which unsubscribed before.
      kind: 'transactional',
      purpose: 'account',
      why: 'typed',
      subject: `Confirm your subscription: ${newsletterSender}`,
      dedupeKey: `newsletter-confirm:${id}:${clock.now().getTime()}`,
      body: [
        { kind: 'heading', text: 'One click to subscribe' },
        {
          kind: 'text',
          text: `Someone, we hope you, signed up for the ${newsletterSender} newsletter with this email address. It comes ${newsletterCadence}, and you can unsubscribe in every issue.`,
        },
        {
          kind: 'button',
          label: 'Confirm subscription',
          url: `${origin()}/newsletter/confirm?t=${links.sign(id)}`,
        },
        { kind: 'small', text: 'If it wasn’t you, ignore this email. You won’t get the newsletter.' },
      ],
    });
  }

  async function tellOwner(trx: Trx, id: string, address: string): Promise<void> {
    const { n } = await trx
      .selectFrom('newsletter_request')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('mailed_at', '>', new Date(clock.now().getTime() - hours(1)))
      .executeTakeFirstOrThrow();
    if (Number(n) > noticesAnHour) return;
    await mail.send(trx, {
      to: ownerAddress(platform),
      kind: 'transactional',
      purpose,
      why: 'operator',
      subject: 'New newsletter sign-up',
      dedupeKey: `newsletter-owner:${id}:${clock.now().getTime()}`,
      body: [
        {
          kind: 'text',
          text: `${address} signed up for the newsletter. They join the list once they confirm.`,
        },
        { kind: 'small', text: 'Full list: npm run hub -- newsletter list' },
      ],
    });
  }

  async function find(token: string) {
    const id = links.read(token);
    const request =
      id === null
        ? undefined
        : await db
            .tables<OutreachTables>()
            .selectFrom('newsletter_request')
            .selectAll()
            .where('id', '=', id)
            .where('mailed_at', '>', new Date(clock.now().getTime() - linkLives))
            .executeTakeFirst();
    if (!request)
      throw new Problem(
        'not_found',
        'This link is incomplete or older than a week. Subscribe again to get a new one.',
      );
    return request;
  }

  return {
    /** The same outcome for every address: nobody learns who is on the list. */
    async subscribe(typed: string, source: string): Promise<void> {
      const address = parseMailAddress(typed);
      if (address === null)
        throw new Problem('bad_request', mailAddressWords, {
          fields: { from_email: mailAddressWords },
        });
      await db.transaction<OutreachTables, void>(async (trx) => {
        const given = { email: address, purpose, consentText: newsletterConsentText, source } as const;
        if ((await consent.give(trx, given)) === 'confirmed') return;
        const id = await openGate(trx, address);
        if (id === null) return;
        await mailConfirmation(trx, id, address);
        await tellOwner(trx, id, address);
      });
    },

    async preview(token: string): Promise<ConfirmPreview> {
      const { address } = await find(token);
      const verdict = await consent.mayMail(db.tables(), { to: address, kind: 'marketing', purpose });
      const state = verdict.allowed
        ? 'confirmed'
        : verdict.reason === 'withdrawn' || verdict.reason === 'no consent'
          ? 'ended'
          : 'waiting';
      return { address: maskedMailAddress(address), state };
    },

    async confirm(token: string): Promise<ConfirmPreview> {
      const { id, address, mailed_at } = await find(token);
      const isOn = await db.transaction(async (trx) => {
        const given = await consent.confirm(trx, { email: address, purpose });
        // However often the link is opened it is one subscription.
        if (given) await onConfirmed?.(trx, { id: `${id}:${mailed_at.getTime()}`, email: address });
        return given;
      });
      return { address: maskedMailAddress(address), state: isOn ? 'confirmed' : 'ended' };
    },

    counts: () => consentCounts(db.tables(), purpose),
  };
}

export type Subscription = ReturnType<typeof createSubscription>;

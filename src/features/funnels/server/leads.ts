// Long because: what becomes of an address, from the form to the last confirmation, is read in one go.
import { sql, type Transaction } from 'kysely';
import { days, hours } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import { createConsent } from '#features/consent/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import type { GiftMail, GiftPlace } from './gift-mail.ts';
import { tellCounted } from './news.ts';
import { addPace } from './pace.ts';
import { createSplitDraw, type Shown } from './split-draw.ts';
import { countSplitLead } from './split-people.ts';
import type { FunnelTables, PageFacts } from './tables.ts';

type Trx = Transaction<FunnelTables>;
export type Lead = FunnelTables['funnel_lead'];

export interface NewLead {
  ownerId: string;
  funnelId: string;
  address: string;
  name: string;
  step: string;
  source: string;
  consentText: string;
  facts: PageFacts;
  /** The form promises a file. */
  gift?: GiftPlace | null;
  /** The versions of pages that they were shown in tests. */
  shown?: Shown | null;
}

/** In the transaction that takes it. */
export type OnLead = (
  trx: Trx,
  lead: { ownerId: string; email: string; name: string; funnelId: string; step: string; id: string },
) => Promise<void>;

export type TellOutside = (
  trx: Trx,
  about: { ownerId: string; funnelId: string; type: string; dedupeKey: string; data: object },
) => Promise<void>;

/** Tells a member's own program what happened, where they have named one. */
export function createTellOutside(webhooks: Webhooks): TellOutside {
  return async (trx, { ownerId, funnelId, type, dedupeKey, data }) => {
    const hook = await trx
      .selectFrom('funnel')
      .select(['hook_url', 'hook_secret', 'name'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', funnelId)
      .executeTakeFirst();
    if (!hook?.hook_url || !hook.hook_secret) return;
    await webhooks.send(trx, {
      url: hook.hook_url,
      secret: hook.hook_secret,
      type,
      dedupeKey,
      owner: ownerId,
      data: { funnel: { id: funnelId, name: hook.name }, ...data },
    });
  };
}

/** Addresses that visitors leave: each once in a funnel, with what they agreed to. */
export function createLeads(
  platform: Pick<Platform, 'db' | 'clock' | 'mail' | 'origin' | 'secret' | 'site'>,
  tell: TellOutside,
  giftMail: GiftMail,
  onLead?: OnLead,
) {
  const { db, clock, mail, origin, secret } = platform;
  const consent = createConsent(platform);
  const links = createSigner(secret, 'funnel confirmation');
  const { whoOf } = createSplitDraw(platform);

  const told = (lead: Lead) => ({
    lead: {
      id: lead.id,
      address: lead.address,
      name: lead.name,
      step: lead.step,
      source: lead.source,
      consentText: lead.consent_text,
      at: lead.at.toISOString(),
      confirmedAt: lead.confirmed_at?.toISOString() ?? null,
    },
  });

  /** Its member, and whoever follows up, hear of it. */
  async function announce(trx: Trx, lead: Lead): Promise<void> {
    const { owner_id: ownerId, funnel_id: funnelId, id, address: email, name, step } = lead;
    await tell(trx, {
      ownerId,
      funnelId,
      type: 'funnel.lead',
      dedupeKey: `funnel-lead:${id}`,
      data: told(lead),
    });
    await onLead?.(trx, { ownerId, email, name, funnelId, step, id });
  }

  /** In words of the hub alone: whoever typed this address may not be its owner, and has agreed to nobody's text. */
  async function mailConfirmation(trx: Trx, lead: Lead): Promise<void> {
    await mail.send(trx, {
      to: lead.address,
      // Somebody has just asked for it.
      kind: 'transactional',
      purpose: 'account',
      why: 'typed',
      subject: 'Confirm your email address',
      dedupeKey: `funnel-confirm:${lead.id}:${lead.mailed_at?.getTime() ?? 0}`,
      body: [
        { kind: 'heading', text: 'One click to confirm' },
        {
          kind: 'text',
          text: `Someone, we hope you, entered this email address on a page published at ${platform.site.words().name}. The button shows the page and what you agreed to.`,
        },
        {
          kind: 'button',
          label: 'Confirm my email address',
          url: `${origin()}/f/-/confirm?t=${links.sign(lead.id)}`,
        },
        { kind: 'small', text: 'If it wasn’t you, ignore this email. Your address won’t be used.' },
      ],
    });
  }

  const byId = async (id: string): Promise<Lead | null> =>
    (await db
      .tables<FunnelTables>()
      .selectFrom('funnel_lead')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()) ?? null;

  const confirm = (lead: Lead): Promise<void> =>
    db.transaction<FunnelTables, void>(async (trx) => {
      const confirmed = await trx
        .updateTable('funnel_lead')
        .set({ confirmed_at: clock.now() })
        .where('id', '=', lead.id)
        .where('confirmed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!confirmed?.confirmed_at) return;
      await addPace(trx, {
        ownerId: lead.owner_id,
        funnelId: lead.funnel_id,
        goal: 'confirm',
        from: lead.at,
        to: confirmed.confirmed_at,
      });
      await tellCounted(trx, [lead.funnel_id]);
      if (confirmed.consent_text)
        await consent.confirm(trx, { email: confirmed.address, purpose: fromMember(lead.owner_id) });
      // Where nothing was to be confirmed it was announced when it came; the link to a file proves it all the same.
      if (confirmed.mailed_at !== null) await announce(trx, confirmed);
      await giftMail.confirmed(trx, confirmed);
    });

  return {
    byId,
    confirm,

    /** True when this address is new here. The visitor is not told: nobody learns who was there before. */
    take: (given: NewLead): Promise<boolean> =>
      db.transaction<FunnelTables, boolean>(async (trx) => {
        const { ownerId, funnelId, facts, gift } = given;
        const now = clock.now();
        const standing = given.consentText
          ? await consent.give(trx, {
              email: given.address,
              purpose: fromMember(ownerId),
              consentText: given.consentText,
              source: `funnel ${funnelId}`,
            })
          : null;
        // Who had unsubscribed says so themselves, by a click, before anything is written to them.
        const isConfirmedFirst = facts.doubleOptIn || standing === 'withdrawn';
        const lead: Lead = {
          owner_id: ownerId,
          funnel_id: funnelId,
          id: newId('lead'),
          address_key: mailAddressKey(given.address),
          address: given.address,
          name: given.name,
          step: given.step,
          source: given.source,
          consent_text: given.consentText,
          at: now,
          mailed_at: isConfirmedFirst ? now : null,
          confirmed_at: null,
          bought_at: null,
          gift_step: gift?.stepId ?? null,
          gift_block: gift?.block ?? null,
          gift_mailed_at: gift && !isConfirmedFirst ? now : null,
          downloaded_at: null,
        };
        const fresh = await trx
          .insertInto('funnel_lead')
          .values(lead)
          .onConflict((known) => known.columns(['owner_id', 'funnel_id', 'address_key']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!fresh) {
          // They ask again because the mail did not come: one an hour.
          const again = isConfirmedFirst
            ? await trx
                .updateTable('funnel_lead')
                .set({ mailed_at: now, ...(standing === 'withdrawn' && { confirmed_at: null }) })
                .where('owner_id', '=', ownerId)
                .where('funnel_id', '=', funnelId)
                .where('address_key', '=', lead.address_key)
                .$if(standing !== 'withdrawn', (query) => query.where('confirmed_at', 'is', null))
                .where((or) =>
                  or.or([
                    or('mailed_at', 'is', null),
                    or('mailed_at', '<', new Date(now.getTime() - hours(1))),
                  ]),
                )
                .returningAll()
                .executeTakeFirst()
            : undefined;
          if (again) await mailConfirmation(trx, again);
          if (gift) await giftMail.askedAgain(trx, lead, gift, isConfirmedFirst);
          return false;
        }
        if (given.shown)
          await countSplitLead(trx, { ownerId, funnelId, who: whoOf(given.address), at: now }, given.shown);
        await tellCounted(trx, [funnelId]);
        await giftMail.send(trx, lead);
        if (isConfirmedFirst) await mailConfirmation(trx, lead);
        else await announce(trx, lead);
        return true;
      }),

    /** The address behind a link of ours, or null. */
    async find(token: string): Promise<Lead | null> {
      const id = links.read(token);
      return id === null ? null : byId(id);
    },

    /** What its builder calls the page on which this address was left. */
    async funnelName({ owner_id, funnel_id }: Lead): Promise<string> {
      const funnel = await db
        .tables<FunnelTables>()
        .selectFrom('funnel')
        .select('name')
        .where('owner_id', '=', owner_id)
        .where('id', '=', funnel_id)
        .executeTakeFirst();
      return funnel?.name || 'a page';
    },

    /** Anybody can type anybody's address: what its owner has not confirmed in a month is forgotten. */
    forgetUnconfirmed: (): Promise<void> =>
      db.transaction<FunnelTables, void>(async (trx) => {
        const { rows } = await sql<{ owner_id: string; funnel_id: string; address_key: string }>`
          delete from funnel_lead where id in (
            select id from funnel_lead
            where confirmed_at is null and bought_at is null and mailed_at < ${new Date(clock.now().getTime() - days(30))}
            limit 5000)
          returning owner_id, funnel_id, address_key`.execute(trx);
        const keys = [...new Set(rows.map(({ address_key }) => address_key))];
        if (keys.length === 0) return;
        // Left on another page of theirs, too, where nothing was to be confirmed.
        const elsewhere = await trx
          .selectFrom('funnel_lead')
          .select(['owner_id', 'address_key'])
          .where('address_key', 'in', keys)
          .execute();
        const nameOf = (row: { owner_id: string; address_key: string }) =>
          `${row.owner_id} ${row.address_key}`;
        const left = new Set(elsewhere.map(nameOf));
        for (const owner of new Set(rows.map(({ owner_id }) => owner_id)))
          await consent.forgetUnconfirmed(
            trx,
            rows
              .filter((row) => row.owner_id === owner && !left.has(nameOf(row)))
              .map(({ address_key }) => address_key),
            fromMember(owner),
          );
        await tellCounted(
          trx,
          rows.map(({ funnel_id }) => funnel_id),
        );
      }),

    /** Whoever downloads what was emailed to an address has read its mail: it is theirs. Counted the first time. */
    async got(lead: Lead): Promise<void> {
      if (!lead.confirmed_at) await confirm(lead);
      if (lead.downloaded_at) return;
      await db.transaction<FunnelTables, void>(async (trx) => {
        const first = await trx
          .updateTable('funnel_lead')
          .set({ downloaded_at: clock.now() })
          .where('id', '=', lead.id)
          .where('downloaded_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (first) await tellCounted(trx, [lead.funnel_id]);
      });
    },
  };
}

export type Leads = ReturnType<typeof createLeads>;

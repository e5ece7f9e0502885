import { type Kysely, sql, type Transaction } from 'kysely';
import { days, hours } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { type Gift, hasAddress, readGift, shownName } from '../rules/gift.ts';
import type { FunnelTables } from './tables.ts';

type Trx = Transaction<FunnelTables>;
type Lead = FunnelTables['funnel_lead'];

/** The form that promises: of which page, and which block there. */
export interface GiftPlace {
  stepId: string;
  block: string;
}
export const giftLinkDays = 30;

/** What a form promises now. */
interface Promised {
  gift: Gift;
  words: string;
  /** Whose page it is, as it says there; empty where it says nothing that can stand in a mail. */
  company: string;
}

/**
 * As published, so that a file that was replaced is the newer one; as last saved where the page is offline, because
 * what was promised stays promised.
 */
export async function giftAt(
  db: Pick<Kysely<FunnelTables>, 'selectFrom'> & Parameters<ReturnType<typeof sql>['execute']>[0],
  { owner_id, funnel_id }: Pick<Lead, 'owner_id' | 'funnel_id'>,
  { stepId, block }: GiftPlace,
): Promise<Promised | null> {
  const { rows } = await sql<{ company: string | null; value: string | null; words: string | null }>`
    select f.doc->'style'->>'company' as company, g.value, g.words from funnel f
    left join lateral (
      select p.facts->'forms'->${block}->'gift'->>'value' as value, p.facts->'forms'->${block}->'gift'->>'words' as words
      from funnel_page p
      where p.owner_id = f.owner_id and p.funnel_id = f.id and p.step_id = ${stepId} and p.facts->'forms' ? ${block}
      union all
      select p.other_facts->'forms'->${block}->'gift'->>'value', p.other_facts->'forms'->${block}->'gift'->>'words'
      from funnel_page p
      where p.owner_id = f.owner_id and p.funnel_id = f.id and p.step_id = ${stepId} and p.other_facts->'forms' ? ${block}
      union all
      select b->'values'->>'gift', b->'values'->>'giftWords'
      from jsonb_array_elements(f.doc->'steps') s,
        jsonb_array_elements((s->'blocks') || coalesce(s->'other'->'blocks', '[]')) b
      where f.live_slug is null and s->>'id' = ${stepId} and b->>'id' = ${block}
    ) g on true
    where f.owner_id = ${owner_id} and f.id = ${funnel_id} and not f.is_purged
    limit 1`.execute(db);
  const gift = readGift(rows[0]?.value ?? '');
  if (!rows[0] || !gift) return null;
  const { company, words } = rows[0];
  return { gift, words: words ?? '', company: company && !hasAddress(company) ? company : '' };
}

/** The mail with the link to a promised file, and what such a link says. */
export function createGiftMail({
  mail,
  origin,
  secret,
  clock,
  site,
}: Pick<Platform, 'mail' | 'origin' | 'secret' | 'clock' | 'site'>) {
  const links = createSigner(secret, 'funnel gift');

  async function send(trx: Trx, lead: Lead): Promise<void> {
    const { gift_step: stepId, gift_block: block, gift_mailed_at: at } = lead;
    if (stepId === null || block === null || at === null) return;
    const promised = await giftAt(trx, lead, { stepId, block });
    if (!promised) return;
    const { gift, words } = promised;
    const token = links.sign([lead.id, at.getTime(), stepId, block].join(' '));
    await mail.send(trx, {
      to: lead.address,
      // They have just asked for it.
      kind: 'transactional',
      purpose: 'account',
      why: 'typed',
      subject: `Here is what you asked for: ${shownName(gift)}`,
      // Two forms asked in turn send each of their files once in the same hour, too.
      dedupeKey: `funnel-gift:${lead.id}:${stepId}:${block}:${Math.floor(at.getTime() / hours(1))}`,
      body: [
        { kind: 'heading', text: 'Here is what you asked for' },
        // The owner's line, which is plain text; a link in it would lead whoever was typed in to a stranger's site.
        ...(words && !hasAddress(words) ? [{ kind: 'text' as const, text: words }] : []),
        {
          kind: 'text',
          text: `You left your email address on a page${promised.company && ` of ${promised.company}`}, published at ${site.words().name}. This link gives you the file. It works for ${giftLinkDays} days.`,
        },
        {
          kind: 'button',
          label: `Download ${shownName(gift)}`,
          url: `${origin()}/f/-/gift?t=${encodeURIComponent(token)}`,
        },
        { kind: 'small', text: 'If it wasn’t you, ignore this email.' },
      ],
    });
  }

  return {
    send,

    /** What a link of ours says, or null. */
    read(token: string): { lead: string; place: GiftPlace; isOver: boolean } | null {
      const [lead, at, stepId, block, ...more] = links.read(token)?.split(' ') ?? [];
      if (!lead || !at || !stepId || !block || more.length > 0) return null;
      const isOver = clock.now().getTime() - Number(at) > days(giftLinkDays);
      return { lead, place: { stepId, block }, isOver };
    },

    /**
     * An address that was left before asks again: at most once an hour, unless another form promises another file. Who
     * has still to confirm it is sent the file then.
     */
    async askedAgain(
      trx: Trx,
      who: Pick<Lead, 'owner_id' | 'funnel_id' | 'address_key'>,
      place: GiftPlace,
      isConfirmedFirst: boolean,
    ): Promise<void> {
      const now = clock.now();
      const set = { gift_step: place.stepId, gift_block: place.block };
      const mine = trx
        .updateTable('funnel_lead')
        .where('owner_id', '=', who.owner_id)
        .where('funnel_id', '=', who.funnel_id)
        .where('address_key', '=', who.address_key);
      if (isConfirmedFirst) await mine.set(set).where('confirmed_at', 'is', null).execute();
      let due = mine
        .set({ ...set, gift_mailed_at: now })
        .where((or) =>
          or.or([
            or('gift_mailed_at', 'is', null),
            or('gift_mailed_at', '<', new Date(now.getTime() - hours(1))),
            or('gift_step', 'is distinct from', place.stepId),
            or('gift_block', 'is distinct from', place.block),
          ]),
        );
      if (isConfirmedFirst) due = due.where('confirmed_at', 'is not', null);
      const lead = await due.returningAll().executeTakeFirst();
      if (lead) await send(trx, lead);
    },

    /** The address is confirmed that a file was waiting for, if it is still promised. */
    async confirmed(trx: Trx, { id, gift_step: stepId, gift_block: block, ...of }: Lead): Promise<void> {
      if (stepId === null || block === null || !(await giftAt(trx, of, { stepId, block }))) return;
      const lead = await trx
        .updateTable('funnel_lead')
        .set({ gift_mailed_at: clock.now() })
        .where('id', '=', id)
        .where('gift_mailed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (lead) await send(trx, lead);
    },
  };
}

export type GiftMail = ReturnType<typeof createGiftMail>;

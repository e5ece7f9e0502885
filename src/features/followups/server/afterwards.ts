import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import { ensureOwner } from '#features/recovery/server/public.ts';
import { isQuiet } from '#features/recovery/rules/sequence.ts';
import type { Delivery, TextConsent } from '#platform/server/texts/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { noteBounced } from './reach.ts';

/** So long after a mail went out a bounce is still taken to be about it. */
const bounceDays = 5;

/** What happens to an email or a text message once it lies in the outbox. */
export function createAfterwards({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  /** Nobody lives there, as a server says at once or later, or whoever does calls it spam. */
  async function cameBack(
    trx: AnyTransaction,
    emailKey: string,
    why: 'bounced' | 'complained',
  ): Promise<void> {
    const now = clock.now();
    const { rows } = await sql<{ owner_id: string }>`
      with back as (
        update followup_message m set state = ${why === 'bounced' ? sql`'not sent'` : sql`m.state`}, reason = ${why} from contact c
        where c.email_key = ${emailKey} and m.channel = 'mail' and m.owner_id = c.owner_id and m.contact_id = c.id
          and m.state in ('handed', 'sent') and m.at > ${new Date(now.getTime() - days(bounceDays))}
        returning m.owner_id)
      select distinct owner_id from back`.execute(trx);
    await noteBounced(
      trx,
      rows.map(({ owner_id }) => owner_id),
      now,
    );
  }

  /** Asked once more just before it goes: it may have waited for a server that was down while somebody bought. */
  async function whyOver(dedupeKey: string | undefined): Promise<string | null> {
    const [kind, ownerId, runId, stepId] = dedupeKey?.split(':') ?? [];
    if (kind !== 'followup' || stepId === undefined) return null;
    const { rows } = await sql<{ reason: string; state: string; bought: boolean }>`
      select r.state, r.reason, (s.body->>'stopsOnPurchase')::boolean and c.bought_at > r.started_at as bought
      from followup_run r
      join followup_sequence s on s.owner_id = r.owner_id and s.id = r.sequence_id
      join contact c on c.owner_id = r.owner_id and c.id = r.contact_id
      where r.owner_id = ${ownerId} and r.id = ${runId}`.execute(db.tables());
    const [run] = rows;
    if (!run) return 'its sequence or its person was deleted';
    if (run.bought) return 'bought';
    return run.state === 'stopped' ? run.reason : null;
  }

  /** A phone rings: what waited for the provider until night isn’t sent any more. Nor to a number that is theirs no longer. */
  async function whyNotNow({
    to,
    dedupeKey,
  }: {
    to: string;
    dedupeKey: string;
  }): Promise<{ allowed: false; reason: string; isNight?: true } | null> {
    const [, ownerId = '', runId] = dedupeKey.split(':');
    const { rows } = await sql<{ phone: string; time_zone: string }>`
      select c.phone, c.time_zone from followup_run r
      join contact c on c.owner_id = r.owner_id and c.id = r.contact_id
      where r.owner_id = ${ownerId} and r.id = ${runId}`.execute(db.tables());
    const [person] = rows;
    if (person?.phone !== to) return { allowed: false, reason: 'their number is another one by now' };
    const now = clock.now();
    const { delivery } = await db.transaction((trx) => ensureOwner(trx, ownerId, now));
    const isNight = isQuiet(now, { ...delivery, timeZone: person.time_zone || delivery.timeZone });
    return isNight ? { allowed: false, reason: 'quiet hours began before it could leave', isNight } : null;
  }

  return {
    cameBack,

    /** What the provider says became of a text message that it took. It may come before its own answer does. */
    async textEnded(dedupeKey: string, delivery: Delivery): Promise<void> {
      const [kind, ownerId, runId, stepId] = dedupeKey.split(':');
      if (kind !== 'followup' || stepId === undefined) return;
      const set =
        delivery.is === 'delivered'
          ? sql`state = 'sent', reason = ''`
          : sql`state = 'not sent', reason = ${delivery.reason}`;
      await sql`
        update followup_message set ${set}
        where owner_id = ${ownerId} and run_id = ${runId} and step_id = ${stepId} and channel = 'text'`.execute(
        db.tables(),
      );
    },

    guardTexts(inner: TextConsent): TextConsent {
      return {
        ...inner,
        async ask(text) {
          const reason = await whyOver(text.dedupeKey);
          if (reason !== null) return { allowed: false, reason };
          // Consent last: it is what must not be older than the message.
          return (await whyNotNow(text)) ?? inner.ask(text);
        },
      };
    },

    /** What the outbox knows of its end is written to the message: sent, or why not. */
    async settle(): Promise<void> {
      await sql`
        with ended as (
          select m.owner_id, m.run_id, m.step_id, x.state in ('done', 'kept') as is_sent,
            coalesce(x.note, x.last_error, 'not delivered') as why
          from followup_message m join outbound_message x on x.channel = m.channel
            and x.dedupe_key = 'followup:' || m.owner_id || ':' || m.run_id || ':' || m.step_id
          where m.state = 'handed' and x.state in ('done', 'kept', 'failed', 'cancelled')
          for update of m skip locked)
        update followup_message m set state = case when e.is_sent then 'sent' else 'not sent' end,
          reason = case when e.is_sent then m.reason else e.why end
        from ended e where e.owner_id = m.owner_id and e.run_id = m.run_id and e.step_id = m.step_id`.execute(
        db.tables(),
      );
    },

    guard(inner: MailConsent): MailConsent {
      return {
        async bounced(to) {
          await inner.bounced(to);
          await db.transaction((trx) => cameBack(trx, mailAddressKey(to), 'bounced'));
        },
        async ask(message) {
          const over = await whyOver(message.dedupeKey);
          if (over !== null) return { allowed: false, reason: over };
          return inner.ask(message);
        },
      };
    },
  };
}

import { days, minutes } from '#base/clock.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { allRights, mayUse, type Right } from '../../rules/operators.ts';
import { nextSummary } from '../../rules/summary.ts';
import type { DeskTables } from '../tables.ts';
import { summaryLetter, tell } from './compose.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'mail' | 'log' | 'origin' | 'site' | 'config'>;

const prefix = 'desk-summary:';
const atOnce = 50;
/** What has a moment is committed a little later: it belongs to the next summary, and isn't between two. */
const settling = minutes(1);
const rightsWord = (rights: readonly Right[]) => allRights.filter((each) => rights.includes(each)).join('+');

/**
 * Sends what is due. Each is claimed by its planned moment, in the transaction that queues the mail: of any number of
 * processes one has it, and one that dies before has sent nothing.
 */
export function createSummaries(platform: Parts, pages: readonly DeskPage[]) {
  const { db, clock, mail, log, origin, site, config } = platform;

  async function due() {
    return db
      .tables<DeskTables>()
      .selectFrom('desk_summary as s')
      .innerJoin('desk_operator as o', 'o.id', 's.operator_id')
      .selectAll('s')
      .select('o.rights')
      .where('next_at', '<=', clock.now())
      .where('email', 'is not', null)
      .where('o.revoked_at', 'is', null)
      .orderBy('next_at')
      .limit(atOnce)
      .execute();
  }

  async function send(row: Awaited<ReturnType<typeof due>>[number]): Promise<void> {
    const { operator_id, email, rights, next_at } = row;
    const now = clock.now();
    if (email === null || next_at === null) return;
    const until = new Date(now.getTime() - settling);
    const from = row.last_at ?? new Date(until.getTime() - days(row.cadence === 'weekly' ? 7 : 1));
    const span = { from, until };
    const mine = pages.filter(({ right }) => right !== 'any' && mayUse(rights, right));
    const told = await tell(mine, span, log);
    const words = { told, span, plan: row, hub: site.words().name };
    await db.transaction<DeskTables, void>(async (trx) => {
      // What was read was for these rights: with others, the next look reads again.
      const still = await trx
        .selectFrom('desk_operator')
        .select('rights')
        .where('id', '=', operator_id)
        .where('revoked_at', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!still || rightsWord(still.rights) !== rightsWord(rights)) return;
      const claimed = await trx
        .updateTable('desk_summary')
        .set({ last_at: until, next_at: nextSummary(row, now) })
        .where('operator_id', '=', operator_id)
        .where('next_at', '=', next_at)
        .where('email', '=', email)
        .returning('operator_id')
        .executeTakeFirst();
      if (!claimed || (told.isEmpty && row.skips_empty)) return;
      await mail.send(trx, {
        to: email,
        kind: 'transactional',
        purpose: 'desk',
        why: 'operator',
        ...summaryLetter({ ...words, desk: `${origin()}${config.desk?.path ?? ''}` }),
        dedupeKey: `${prefix}${operator_id}:${rightsWord(rights)}:${next_at.toISOString()}`,
      });
    });
  }

  return {
    async run(): Promise<void> {
      for (const row of await due()) await send(row);
    },
  };
}

export const summaryPath = (base: string): string => `${base}/summary`;
export const summaryLinks = (secret: Platform['secret']) => createSigner(secret, 'desk summary');

/** What a summary is asked just before it leaves: whose it is may have been sent away since, or may see less. */
export function summaryGuard(
  { db, secret, origin, config }: Pick<Platform, 'db' | 'secret' | 'origin' | 'config'>,
  inner: MailConsent,
): MailConsent {
  const links = summaryLinks(secret);
  return {
    bounced: (to) => inner.bounced(to),
    async ask(message) {
      const verdict = await inner.ask(message);
      const { dedupeKey = '', to, purpose } = message;
      if (!verdict.allowed || purpose !== 'desk' || !dedupeKey.startsWith(prefix)) return verdict;
      const [operator = '', rights = ''] = dedupeKey.slice(prefix.length).split(':');
      const row = await db
        .tables<DeskTables>()
        .selectFrom('desk_summary as s')
        .innerJoin('desk_operator as o', 'o.id', 's.operator_id')
        .select(['o.rights', 's.email', 's.cadence'])
        .where('o.id', '=', operator)
        .where('o.revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row || row.email !== to) return { allowed: false, reason: 'no longer this operator’s address' };
      if (row.cadence === 'never') return { allowed: false, reason: 'unsubscribed' };
      const had = rights.split('+') as Right[];
      if (!had.every((right) => mayUse(row.rights, right)))
        return { allowed: false, reason: 'this operator may see less now' };
      const page = `${origin()}${summaryPath(config.desk?.path ?? '')}?t=${links.sign(operator)}`;
      return { allowed: true, unsubscribe: { page, oneClick: page } };
    },
  };
}

import { days } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Room } from '#features/plans/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import { begunDays, openMost } from '../../rules/open-addresses.ts';
import type { openBody, OpenHead } from '../../rules/open-contract.ts';
import { append, type Held, hold, setAgreement, sha256 } from '../ledger.ts';
import type { Links } from '../links.ts';
import { plainWords } from '../making.ts';
import type { Sending } from '../sending.ts';
import type { AgreementTables } from '../tables.ts';
import { countsOf, stateOfOpen, withStranger } from './counting.ts';

const atOnce = 200;

export const noOpenLink = (): Problem =>
  new Problem('not_found', 'There is no open link here. It may have been deleted by its sender.');

/** Whoever came by a link has signed: that place is taken for good. */
export const signedByLink = ({ agreement, people }: Held): boolean =>
  agreement.open_id !== null && people.some(({ n, state }) => n === 0 && state === 'signed');

/** What a member does with links that anybody can sign by. */
export function createOpening(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { links, sending, within }: { links: Links; sending: Sending; within: Room['within'] },
) {
  const tables = () => db.tables<AgreementTables>();
  const madeWith = (uid: string, key: string) =>
    tables()
      .selectFrom('agreement_open')
      .select('id')
      .where('owner_id', '=', uid)
      .where('key', '=', key)
      .executeTakeFirst();

  async function assertFew(trx: AnyTransaction, uid: string): Promise<void> {
    const { count } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement_open')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', uid)
      .executeTakeFirstOrThrow();
    if (Number(count) >= openMost.links)
      throw new Problem('bad_request', `You have ${count} open links. Delete one that you no longer need.`);
  }

  /** Begun and unsigned, and its sender never answered in it: nobody misses it. */
  const leftLying = () =>
    withStranger(db.tables())
      .leftJoin('agreement_open as o', (on) =>
        on.onRef('o.owner_id', '=', 'a.owner_id').onRef('o.id', '=', 'a.open_id'),
      )
      .select('a.id')
      .where('a.open_id', 'is not', null)
      .where('p.state', '<>', 'signed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('agreement_comment as c')
              .select('c.id')
              .whereRef('c.owner_id', '=', 'a.owner_id')
              .whereRef('c.agreement_id', '=', 'a.id')
              .where(({ or, eb }) => or([eb('c.person', 'is', null), eb('c.outcome', 'is not', null)])),
          ),
        ),
      );

  /** Each by itself and looked at again under its lock: a signature that comes first stays. */
  async function eachLeft(
    ids: readonly { id: string }[],
    work: (trx: AnyTransaction, it: Held) => Promise<void>,
  ): Promise<void> {
    for (const { id } of ids)
      await db.transaction<AgreementTables, void>(async (trx) => {
        const it = await hold(trx, id).catch(() => null);
        if (it && !signedByLink(it)) await work(trx, it);
      });
  }

  const remove = (trx: AnyTransaction, { agreement }: Held) =>
    tablesOf<AgreementTables>(trx)
      .deleteFrom('agreement')
      .where('owner_id', '=', agreement.owner_id)
      .where('id', '=', agreement.id)
      .execute()
      .then(() => {});

  /** Whoever has begun by a closed link signs no more. Their address was never shown to be theirs: no letter. */
  async function endClosed(): Promise<void> {
    const begun = await leftLying()
      .where('a.state', '=', 'out')
      .where('o.closed_at', 'is not', null)
      .execute();
    await eachLeft(begun, async (trx, it) => {
      if (it.agreement.state !== 'out') return;
      const now = clock.now();
      await setAgreement(trx, it, { state: 'withdrawn', ended_at: now });
      await append(trx, it, now, [{ kind: 'withdrawn' }]);
    });
  }

  async function close(uid: string, id: string): Promise<void> {
    const { numUpdatedRows } = await tables()
      .updateTable('agreement_open')
      .set(({ fn, val }) => ({ closed_at: fn.coalesce('closed_at', val(clock.now())) }))
      .where('owner_id', '=', uid)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noOpenLink();
    await endClosed();
  }

  return {
    /** The text is printed once, for all who will sign it. The same key with the same words is the same link. */
    async open(uid: string, caller: string, body: z.output<typeof openBody>): Promise<string> {
      const key = sha256(jsonbText(body));
      const before = await madeWith(uid, key);
      if (before) return before.id;
      const ownParty = body.signsToo ? body.ownParty : null;
      if (body.party !== null && body.party === ownParty)
        throw new Problem(
          'bad_request',
          'Both sides have the same signature block. Give each their own, or none.',
        );
      const { sender, options, version } = await sending.prepared(uid, caller, body, [body.party, ownParty]);
      const [answers, doc] = [jsonbText(body.answers ?? null), jsonbText(version.doc)];
      const now = clock.now();
      return db.transaction<AgreementTables, string>((trx) =>
        within(trx, uid, async () => {
          await assertFew(trx, uid);
          const row = await trx
            .insertInto('agreement_open')
            .values({
              owner_id: uid,
              id: newId('openLink'),
              key,
              title: body.title,
              message: plainWords(body.message),
              slug: body.slug ?? null,
              answers,
              template: body.template ?? null,
              options: jsonbText(options),
              sender: jsonbText(sender),
              doc,
              pdf: Buffer.from(version.pdf),
              pages: version.pages,
              party: body.party,
              signs_too: body.signsToo,
              own_party: ownParty,
              most: body.most,
              gone: 0,
              made_at: now,
              ends_at: new Date(now.getTime() + days(body.endsInDays)),
              closed_at: null,
              bytes: version.pdf.byteLength + Buffer.byteLength(doc) + Buffer.byteLength(answers),
            })
            .onConflict((same) => same.columns(['owner_id', 'key']).doNothing())
            .returning('id')
            .executeTakeFirst();
          // Pressed twice: the other one made it.
          return row?.id ?? (await madeWith(uid, key))?.id ?? '';
        }),
      );
    },

    async list(uid: string): Promise<OpenHead[]> {
      const now = clock.now();
      const rows = await tables()
        .selectFrom('agreement_open')
        .select(['id', 'title', 'most', 'gone', 'made_at', 'ends_at', 'closed_at'])
        .where('owner_id', '=', uid)
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .execute();
      if (rows.length === 0) return [];
      const counts = await countsOf(db.tables(), uid, now);
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        path: links.openPath(row.id),
        state: stateOfOpen(row, counts(row), now),
        most: row.most,
        ...counts(row),
        madeAt: row.made_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
      }));
    },

    close,

    /** What was signed by it stays, each an agreement of its own. */
    async remove(uid: string, id: string): Promise<void> {
      await close(uid, id);
      const left = await leftLying().where('a.owner_id', '=', uid).where('a.open_id', '=', id).execute();
      await eachLeft(left, remove);
      await db.transaction<AgreementTables, void>(async (trx) => {
        await trx
          .updateTable('agreement')
          .set({ open_id: null })
          .where('owner_id', '=', uid)
          .where('open_id', '=', id)
          .execute();
        await trx.deleteFrom('agreement_open').where('owner_id', '=', uid).where('id', '=', id).execute();
      });
    },

    /** The agreement goes, its signature still counts. */
    countGone: (trx: AnyTransaction, { agreement }: Held) =>
      tablesOf<AgreementTables>(trx)
        .updateTable('agreement_open')
        .set(({ eb }) => ({ gone: eb('gone', '+', 1) }))
        .where('owner_id', '=', agreement.owner_id)
        .where('id', '=', agreement.open_id)
        .execute(),

    /** What was begun and not signed in time makes way for others. */
    async clear(): Promise<void> {
      await endClosed();
      const now = clock.now();
      const endedBefore = new Date(now.getTime() - days(begunDays));
      const isOver = ({ ended_at, expires_at }: Held['agreement']) =>
        ended_at ? ended_at <= endedBefore : expires_at <= now;
      for (let round = 0; round < 10; round++) {
        const over = await leftLying()
          .where(({ or, and, eb }) =>
            or([
              and([eb('a.ended_at', 'is', null), eb('a.expires_at', '<=', now)]),
              eb('a.ended_at', '<=', endedBefore),
            ]),
          )
          .limit(atOnce)
          .execute();
        await eachLeft(over, async (trx, it) => {
          if (isOver(it.agreement)) await remove(trx, it);
        });
        if (over.length < atOnce) return;
      }
    },
  };
}

export type Opening = ReturnType<typeof createOpening>;

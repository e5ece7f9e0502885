import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Funnel, mostBytes, type WriteAnswer, type WriteBody } from '../rules/contract.ts';
import { sharedId, tidied } from '../rules/make.ts';
import { funnelOf, headOf, headRows } from './heads.ts';
import type { Drawn } from './drawing.ts';
import type { Pictures } from './pictures.ts';
import type { Publishing, Trx } from './publish.ts';
import type { FunnelHeadRow, FunnelTables } from './tables.ts';

const mostFunnels = 500;
const mostVersions = 100;
const versionEvery = minutes(5);

/** Pages, and the version that they were drawn of. */
type Draft = Drawn & { of: number | 'what is sent' };

export function createWrites(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { pictures, publishing, within }: { pictures: Pictures; publishing: Publishing; within: Room['within'] },
) {
  const whole = funnelOf(db);

  /** Whatever is decided in here is decided alone: no other write of this owner comes in between. */
  function alone<R>(owner: string, work: (trx: Trx, seq: number) => Promise<R>): Promise<R> {
    return db.transaction<FunnelTables, R>(async (trx) => {
      await trx
        .insertInto('funnel_owner')
        .values({ owner_id: owner, seq: 0 })
        .onConflict((known) => known.doNothing())
        .execute();
      const { seq } = await trx
        .updateTable('funnel_owner')
        .set({ seq: sql`seq + 1` })
        .where('owner_id', '=', owner)
        .returning('seq')
        .executeTakeFirstOrThrow();
      return work(trx, seq);
    });
  }

  const find = (trx: Trx, owner: string, id: string): Promise<FunnelHeadRow | undefined> =>
    headRows(trx, owner).where('id', '=', id).executeTakeFirst();

  async function replayed(trx: Trx, owner: string, key: string): Promise<WriteAnswer | null> {
    const done = await trx
      .selectFrom('funnel_write')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('key', '=', key)
      .executeTakeFirst();
    const row = done && (await find(trx, owner, done.funnel_id));
    return done && row ? { outcome: done.outcome, version: done.version, head: headOf(row) } : null;
  }

  async function answer(
    trx: Trx,
    owner: string,
    key: string,
    id: string,
    outcome: WriteAnswer['outcome'],
  ): Promise<WriteAnswer> {
    const row = await find(trx, owner, id);
    if (!row) throw new Error('A funnel is missing right after it was saved');
    await trx
      .insertInto('funnel_write')
      .values({ owner_id: owner, key, funnel_id: id, outcome, version: row.content_version, at: clock.now() })
      .execute();
    return { outcome, version: row.content_version, head: headOf(row) };
  }

  async function store(
    trx: Trx,
    owner: string,
    id: string,
    seq: number,
    doc: Funnel,
    before?: FunnelHeadRow,
  ) {
    const at = clock.now();
    const version = (before?.version ?? 0) + 1;
    const text = JSON.stringify({ ...doc, id });
    const set = {
      version,
      content_version: version,
      seq,
      name: doc.name,
      slug: doc.slug,
      doc: text,
      bytes: Buffer.byteLength(text),
      steps: doc.steps.length,
      updated_at: at,
    };
    if (before)
      await trx.updateTable('funnel').set(set).where('owner_id', '=', owner).where('id', '=', id).execute();
    else {
      const { count } = await trx
        .selectFrom('funnel')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('owner_id', '=', owner)
        .where('is_purged', '=', false)
        .executeTakeFirstOrThrow();
      if (count >= mostFunnels)
        throw new Problem('limit_reached', `You have ${mostFunnels} funnels. Delete one you no longer need.`);
      await trx
        .insertInto('funnel')
        .values({ owner_id: owner, id, ...set, created_at: at })
        .execute();
    }
    // One version for five minutes of work; the published one always stays.
    const since = new Date(Math.floor(at.getTime() / versionEvery) * versionEvery);
    const live = before?.live_version ?? 0;
    await trx
      .deleteFrom('funnel_version')
      .where('owner_id', '=', owner)
      .where('funnel_id', '=', id)
      .where('version', '<>', live)
      .where((or) => or.or([or('at', '>=', since), or('version', '<=', version - mostVersions * 20)]))
      .execute();
    await trx
      .insertInto('funnel_version')
      .values({ owner_id: owner, funnel_id: id, version, at, doc: text, bytes: set.bytes })
      .execute();
  }

  async function write(owner: string, id: string, body: WriteBody): Promise<WriteAnswer> {
    const { key, base, funnel } = body;
    if (funnel && JSON.stringify(funnel).length > mostBytes)
      throw new Problem('too_large', 'This funnel is larger than 3 MB. Make its images smaller.');
    const twice = funnel && sharedId(funnel);
    if (twice !== undefined)
      throw new Problem(
        'bad_request',
        `Two parts of this funnel have the same ID, “${twice}”. Give each its own.`,
      );
    // Between the steps of a large one others have their turn.
    await setImmediate();
    const tidy = funnel && tidied({ ...funnel, id });
    await setImmediate();
    const doc = tidy && (await pictures.settled(owner, tidy));
    const draft =
      body.publish === undefined || body.publish === 'off' ? null : await drawn(owner, id, body.hasSeen, doc);
    const put = async (trx: Trx, seq: number): Promise<WriteAnswer> => {
      const done = await replayed(trx, owner, key);
      if (done) return done;
      const before = await find(trx, owner, id);
      if (!doc && (!before || before.is_purged)) throw new Problem('not_found');
      let target = id;
      let outcome: 'saved' | 'copied' = 'saved';
      if (doc) {
        // Somebody else's edit, or a deletion, came first: both stay.
        if (before && (before.is_purged || before.content_version > base)) {
          target = newId('funnel');
          outcome = 'copied';
          const name = `${doc.name.replace(/ \(edited elsewhere\)$/, '').slice(0, 90)} (edited elsewhere)`;
          const slug = `${doc.slug.slice(0, 50).replace(/(?<!-)-+$/, '')}-${target.slice(-6)}`;
          await store(trx, owner, target, seq, { ...doc, name, slug });
        } else await store(trx, owner, id, seq, doc, before);
      }
      // What was meant for the one is not done to its copy.
      if (body.publish !== undefined && outcome === 'saved')
        await follow(trx, owner, target, seq, body.publish, draft);
      return answer(trx, owner, key, target, outcome);
    };
    return alone(owner, (trx, seq) => within(trx, owner, () => put(trx, seq)));
  }

  /** The pages of what is to be published: of what was sent, or of what is there. Null where there is nothing. */
  async function drawn(owner: string, id: string, hasSeen = false, sent?: Funnel): Promise<Draft | null> {
    if (sent) return { of: 'what is sent', ...(await publishing.draw(owner, sent, hasSeen)) };
    const row = await whole(owner, id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    });
    return row && { of: row.content_version, ...(await publishing.draw(owner, row.doc, hasSeen)) };
  }

  async function follow(
    trx: Trx,
    owner: string,
    id: string,
    seq: number,
    wish: NonNullable<WriteBody['publish']>,
    draft: Draft | null,
  ): Promise<void> {
    const row = await find(trx, owner, id);
    if (!row) throw new Problem('not_found');
    let refusal: string | null = null;
    let publishAt: Date | null = null;
    if (wish === 'off') await publishing.takeDown(trx, row);
    else if (!draft) refusal = 'There’s nothing to publish.';
    else if (draft.of !== 'what is sent' && draft.of !== row.content_version)
      throw new Problem('conflict', 'This funnel was just changed elsewhere. Review it, then publish again.');
    else if (wish === 'now' || new Date(wish.at) <= clock.now())
      refusal = await publishing.publish(trx, row, draft);
    else {
      // Said while somebody is there to hear it.
      refusal = draft.refusal;
      publishAt = refusal === null ? new Date(wish.at) : null;
    }
    await trx
      .updateTable('funnel')
      .set({ seq, version: sql`version + 1`, publish_at: publishAt, publish_refusal: refusal })
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .execute();
  }

  return {
    write,

    remove: (owner: string, id: string, key: string, base: number): Promise<WriteAnswer> =>
      alone(owner, async (trx, seq) => {
        const done = await replayed(trx, owner, key);
        if (done) return done;
        const row = await find(trx, owner, id);
        if (!row || row.is_purged) throw new Problem('not_found');
        // Edited since by somebody who wants it.
        if (row.content_version > base) return answer(trx, owner, key, id, 'saved');
        await publishing.takeDown(trx, row);
        // Its address stays its owner's: nobody else gets the visitors of a page that is gone.
        for (const table of [
          'funnel_version',
          'funnel_lead',
          'funnel_count',
          'funnel_pace',
          'funnel_seen',
          'funnel_split',
          'funnel_split_count',
        ] as const)
          await trx.deleteFrom(table).where('owner_id', '=', owner).where('funnel_id', '=', id).execute();
        await trx
          .updateTable('funnel')
          .set({
            seq,
            version: sql`version + 1`,
            is_purged: true,
            bytes: 0,
            name: '',
            slug: '',
            doc: null,
            publish_at: null,
            publish_refusal: null,
            hook_url: null,
            hook_secret: null,
            updated_at: clock.now(),
          })
          .where('owner_id', '=', owner)
          .where('id', '=', id)
          .execute();
        return answer(trx, owner, key, id, 'deleted');
      }),

    /** Funnels whose hour has come. */
    async publishDue(): Promise<number> {
      const due = await db
        .tables<FunnelTables>()
        .selectFrom('funnel')
        .select(['owner_id', 'id', 'publish_at'])
        .where('publish_at', '<=', clock.now())
        .limit(100)
        .execute();
      for (const { owner_id, id, publish_at } of due) {
        const draft = await drawn(owner_id, id, true).catch((error: unknown): Draft | 'later' => {
          if (!(error instanceof Problem)) throw error;
          // Many at once: the next round takes it. What cannot be drawn at all is said, after a while.
          const isLate = publish_at !== null && publish_at.getTime() < clock.now().getTime() - minutes(10);
          return isLate ? { of: 'what is sent', refusal: error.message } : 'later';
        });
        if (draft === 'later') continue;
        const publish = (what: Draft | null) =>
          alone(owner_id, async (trx, seq) => {
            const row = await find(trx, owner_id, id);
            const isDue = row?.publish_at && row.publish_at <= clock.now();
            // Called off in the meantime, perhaps, or changed: the next round sees what it is then.
            if (isDue && (what?.of === 'what is sent' || what?.of === row.content_version))
              await within(trx, owner_id, () => follow(trx, owner_id, id, seq, 'now', what));
          });
        await publish(draft).catch((error: unknown) => {
          if (!(error instanceof Problem && error.code === 'limit_reached')) throw error;
          return publish({ of: 'what is sent', refusal: error.message });
        });
      }
      return due.length;
    },
  };
}

export type Writes = ReturnType<typeof createWrites>;

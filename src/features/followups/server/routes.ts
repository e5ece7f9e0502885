import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { brandTextsOf } from '#features/branding/server/public.ts';
import { senderOf } from '#features/recovery/rules/look.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import { ensureOwner } from '#features/recovery/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { textsLeft } from '#platform/server/texts/bounds.ts';
import type { Turns } from '#platform/server/workers/turns.ts';
import {
  EndSplitBody,
  followupsApi,
  OverviewAnswer,
  SavedSequence,
  SaveSequenceBody,
  Segment,
  SequenceDetail,
  SequenceView,
  VersionAnswer,
} from '../rules/contract.ts';
import { detailOf } from './detail.ts';
import { countPeople } from './people.ts';
import { segmentsOf } from './segments.ts';
import { goOnSending, reachOf } from './reach.ts';
import {
  readSequence,
  saveSequence,
  sequenceOf,
  sequencesOf,
  sequenceView,
  turnSequence,
} from './sequences.ts';
import { textsOff } from './texts-look.ts';
import { numbersOf } from './numbers.ts';
import { endSplit } from './splits.ts';
import type { FollowupTables } from './tables.ts';

const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{4,64}$/)) });
const change = { name: 'followups', max: 1200, perSeconds: 3600, by: 'viewer' } as const;
const member = { access: 'member' } as const;
const everybody = (): Segment => Segment.parse({});

export interface Parts {
  /** What a member calls their funnels. */
  funnelsOf(uid: string): Promise<{ id: string; name: string }[]>;
  /** Refused where the account is full by then. */
  within<R>(trx: AnyTransaction, uid: string, work: () => Promise<R>): Promise<R>;
  plans: Pick<Plans, 'gate'>;
  /** One at a time, and in turn by member: what takes long for a million people must not hold up everybody else. */
  turns: Turns;
}

/** Where nobody counts, as in a part of the hub, everything fits. */
export const withinOf = (room: Room | undefined): Parts['within'] =>
  room ? (trx, uid, work) => room.within(trx, uid, work) : (_trx, _uid, work) => work();

/** What a member does with their sequences. */
export function sequenceRoutes(platform: Platform, { funnelsOf, within, plans }: Parts): Route[] {
  const { db, clock, config } = platform;

  async function overview(uid: string): Promise<z.output<typeof OverviewAnswer>> {
    const owner = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    const tables = db.tables<FollowupTables>();
    const numbers = await numbersOf(tables, uid);
    const { timeZone, quietFrom, quietTo, capHours, webhookUrl } = owner.delivery;
    const tags = await tables
      .selectFrom('contact')
      .select((row) => row.fn<string>('unnest', ['tags']).as('tag'))
      .distinct()
      .where('owner_id', '=', uid)
      .orderBy('tag')
      .limit(500)
      .execute();
    return {
      sequences: (await sequencesOf(tables, uid)).map((row) => sequenceView(row, numbers(row.id))),
      sender: {
        ...senderOf(owner.delivery, await brandTextsOf(tables, uid)),
        mayReach: await mayReachOthers(platform, tables, uid),
        canSend: !config.live || config.smtpUrl !== undefined,
        timeZone,
        quietFrom,
        quietTo,
        capHours,
        webhook: webhookUrl !== '',
        textsOff: textsOff(config, (await plans.gate(tables, uid, 'multiChannel')).allowed),
        textsPerMonth: config.textsPerMonth,
        textsLeft: await textsLeft(tables, uid, config.textsPerMonth, clock.now()),
        paused: config.live
          ? ((await reachOf(tables, uid, { now: clock.now(), firstDay: 0 })).paused ?? '')
          : '',
      },
      people: await countPeople(tables, uid, everybody()),
      segments: await segmentsOf(tables, uid),
      funnels: await funnelsOf(uid),
      tags: tags.map(({ tag }) => tag),
    };
  }

  async function senderFor(trx: AnyTransaction, uid: string) {
    const { delivery } = await ensureOwner(trx, uid, clock.now());
    return senderOf(delivery, await brandTextsOf(trx, uid));
  }

  return [
    route({
      ...member,
      method: 'GET',
      path: followupsApi.overview,
      summary: 'List your sequences with their numbers',
      answer: OverviewAnswer,
      handle: ({ viewer }) => overview(viewer.uid),
    }),
    route({
      ...member,
      method: 'GET',
      path: followupsApi.sequence,
      summary: 'Get a sequence, who waits where, and its results',
      params: Id,
      answer: SequenceDetail,
      handle: ({ viewer, params }) => detailOf(db.tables(), viewer.uid, params.id, clock.now()),
    }),
    route({
      ...member,
      method: 'PUT',
      path: followupsApi.sequence,
      summary: 'Create or update a sequence, or turn it on or off',
      description:
        '`version` is the one you saw last, 0 for a new sequence; another one is refused with 409.',
      params: Id,
      body: SaveSequenceBody,
      maxBody: 1024 * 1024,
      answer: SavedSequence,
      limit: change,
      async handle({ viewer, params, body }) {
        const moves = await db.transaction(async (trx) => {
          const sender = await senderFor(trx, viewer.uid);
          return within(trx, viewer.uid, () =>
            saveSequence(trx, viewer.uid, params.id, body, { now: clock.now(), sender }),
          );
        });
        const row = await sequenceOf(db.tables(), viewer.uid, params.id);
        const numbers = await numbersOf(db.tables(), viewer.uid, params.id);
        return { sequence: sequenceView(row, numbers(row.id)), ...moves };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.turn,
      summary: 'Turn a sequence on or off',
      params: Id,
      body: z.object({ isOn: z.boolean() }),
      answer: SequenceView,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction(async (trx) =>
          turnSequence(trx, viewer.uid, params.id, body.isOn, {
            now: clock.now(),
            sender: await senderFor(trx, viewer.uid),
          }),
        );
        const row = await sequenceOf(db.tables(), viewer.uid, params.id);
        return sequenceView(row, (await numbersOf(db.tables(), viewer.uid, params.id))(row.id));
      },
    }),
    route({
      ...member,
      method: 'DELETE',
      path: followupsApi.sequence,
      summary: 'Delete a sequence; nobody in it gets anything more',
      params: Id,
      answer: z.object({ ok: z.literal(true) }),
      limit: change,
      async handle({ viewer, params }) {
        await sequenceOf(db.tables(), viewer.uid, params.id);
        await db
          .tables<FollowupTables>()
          .deleteFrom('followup_sequence')
          .where('owner_id', '=', viewer.uid)
          .where('id', '=', params.id)
          .execute();
        return { ok: true } as const;
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: followupsApi.versions,
      summary: 'Get an earlier version of a sequence',
      params: Id,
      query: z.object({ version: z.string().check(z.regex(/^\d{1,7}$/)) }),
      answer: VersionAnswer,
      async handle({ viewer, params, query }) {
        const row = await db
          .tables<FollowupTables>()
          .selectFrom('followup_version')
          .selectAll()
          .where('owner_id', '=', viewer.uid)
          .where('sequence_id', '=', params.id)
          .where('version', '=', Number(query.version))
          .executeTakeFirst();
        if (!row) throw new Problem('not_found', 'This version is no longer kept.');
        return {
          version: row.version,
          at: row.at.toISOString(),
          body: { ...readSequence(row).body, isOn: false },
        };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.goOn,
      summary: 'Send again after emails came back',
      answer: OverviewAnswer,
      limit: { name: 'followups-go-on', max: 10, perSeconds: 86_400, by: 'viewer' },
      async handle({ viewer }) {
        await db.transaction((trx) => goOnSending(trx, viewer.uid, clock.now()));
        return overview(viewer.uid);
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.split,
      summary: 'End the test of an email’s two wordings, or let it go on',
      params: Id,
      body: EndSplitBody,
      answer: SequenceDetail,
      limit: change,
      async handle({ viewer, params, body }) {
        await endSplit(db.tables(), { owner_id: viewer.uid, sequence_id: params.id }, body, clock.now());
        return detailOf(db.tables(), viewer.uid, params.id, clock.now());
      },
    }),
  ];
}

import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  followupsApi,
  SavedSegment,
  SegmentBody,
  StartAnswer,
  StartBody,
  UnstartAnswer,
  UnstartBody,
} from '../rules/contract.ts';
import { idsOf } from './people.ts';
import type { Parts } from './routes.ts';
import { startRuns, unstartRuns } from './runs.ts';
import { removeSegment, saveSegment } from './segments.ts';
import { sequenceOf } from './sequences.ts';
import type { FollowupTables } from './tables.ts';

const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{4,64}$/)) });
const change = { name: 'followups', max: 1200, perSeconds: 3600, by: 'viewer' } as const;
const many = { name: 'followups-start', max: 120, perSeconds: 3600, by: 'viewer' } as const;
const member = { access: 'member' } as const;

/** Many people at once: by what they have in common, under a name, and started together. */
export function segmentRoutes(
  platform: Pick<Platform, 'db' | 'clock' | 'outbox'>,
  { within, turns }: Pick<Parts, 'within' | 'turns'>,
): Route[] {
  const { db, clock, outbox } = platform;
  return [
    route({
      ...member,
      method: 'POST',
      path: followupsApi.start,
      summary: 'Start a sequence for people you pick, or for everybody who fits',
      params: Id,
      body: StartBody,
      answer: StartAnswer,
      limit: many,
      async handle({ viewer, params, body, requestId }) {
        const sequence = await sequenceOf(db.tables(), viewer.uid, params.id);
        if (sequence.on_since === null)
          throw new Problem('bad_request', 'Turn the sequence on first, then start it for people.');
        const cause = `hand:${requestId}`;
        let started = 0;
        let asked = 0;
        const begin = async (ids: string[]) => {
          const known = await knownOf(viewer.uid, ids);
          asked += ids.length;
          started += await db.transaction((trx) =>
            within(trx, viewer.uid, () =>
              startRuns(
                trx,
                known.map((contactId) => ({ sequence, contactId, cause, depth: 0 })),
                clock.now(),
              ),
            ),
          );
        };
        await turns({ caller: viewer.uid, isKnown: true }, async () => {
          if (body.people.length > 0) await begin([...new Set(body.people)]);
          if (body.segment)
            for await (const ids of idsOf(db.tables(), viewer.uid, body.segment)) await begin(ids);
        });
        return { started, skipped: asked - started, cause };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.unstart,
      summary: 'Take back a start by hand',
      description: 'Whoever got nothing yet was never in it. For the others it stops.',
      params: Id,
      body: UnstartBody,
      answer: UnstartAnswer,
      limit: many,
      async handle({ viewer, params, body }) {
        await sequenceOf(db.tables(), viewer.uid, params.id);
        if (!body.cause.startsWith('hand:'))
          throw new Problem('bad_request', 'Only a start by hand can be taken back.');
        const which = { ownerId: viewer.uid, sequenceId: params.id, cause: body.cause };
        return turns({ caller: viewer.uid, isKnown: true }, () =>
          db.transaction((trx) => unstartRuns(trx, outbox, which, clock.now())),
        );
      },
    }),
    route({
      ...member,
      method: 'PUT',
      path: followupsApi.segment,
      summary: 'Save conditions under a name',
      params: Id,
      body: SegmentBody,
      answer: SavedSegment,
      limit: change,
      handle: ({ viewer, params, body }) =>
        db.transaction((trx) => saveSegment(trx, viewer.uid, { id: params.id, ...body }, clock.now())),
    }),
    route({
      ...member,
      method: 'DELETE',
      path: followupsApi.segment,
      summary: 'Delete a saved segment; the people in it stay',
      params: Id,
      answer: z.object({ ok: z.literal(true) }),
      limit: change,
      async handle({ viewer, params }) {
        await removeSegment(db.tables(), viewer.uid, params.id);
        return { ok: true } as const;
      },
    }),
  ];
  async function knownOf(uid: string, ids: string[]): Promise<string[]> {
    const rows = await db
      .tables<FollowupTables>()
      .selectFrom('contact')
      .select('id')
      .where('owner_id', '=', uid)
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id }) => id);
  }
}

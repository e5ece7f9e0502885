import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import { brandTextsOf } from '#features/branding/server/public.ts';
import { addressed, letterOf } from '#features/letters/rules/letter.ts';
import { letterWarnings } from '#features/letters/rules/warnings.ts';
import { heavyIn } from '#features/letters/server/public.ts';
import { senderOf } from '#features/recovery/rules/look.ts';
import { createDress, createRenderAsSent, ensureOwner } from '#features/recovery/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  EndSplitBody,
  followupsApi,
  OverviewAnswer,
  PreviewAnswer,
  PreviewBody,
  SavedSequence,
  SaveSequenceBody,
  Segment,
  SequenceDetail,
  StartAnswer,
  StartBody,
  VersionAnswer,
} from '../rules/contract.ts';
import { detailOf } from './detail.ts';
import { inDress } from './letter.ts';
import { countPeople, idsOf } from './people.ts';
import { startRuns } from './runs.ts';
import { numbersOf, readSequence, saveSequence, sequenceOf, sequencesOf, sequenceView } from './sequences.ts';
import { endSplit } from './splits.ts';
import type { FollowupTables } from './tables.ts';

const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{4,64}$/)) });
const change = { name: 'followups', max: 1200, perSeconds: 3600, by: 'viewer' } as const;
const member = { access: 'member' } as const;
const everybody = (): Segment => Segment.parse({});

export interface Parts {
  /** What a member calls their funnels. */
  funnelsOf(uid: string): Promise<{ id: string; name: string }[]>;
}

/** What a member does with their sequences. */
export function sequenceRoutes(platform: Platform, { funnelsOf }: Parts): Route[] {
  const { db, clock, config, origin } = platform;
  const dressFor = createDress(platform);
  const renderAsSent = createRenderAsSent(platform);

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
      },
      people: await countPeople(tables, uid, everybody()),
      funnels: await funnelsOf(uid),
      tags: tags.map(({ tag }) => tag),
    };
  }

  async function sample(uid: string, mail: z.output<typeof PreviewBody>) {
    const owner = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    const dress = await dressFor(db.tables(), owner);
    // It is missing before the sequence can be turned on, and that is said there.
    const shown = { ...dress, shop: dress.shop || '[your shop name]' };
    const facts = { name: 'Maya Ortiz', email: 'maya@example.com', shop: shown.shop, fields: {} };
    const blocks = letterOf(mail.blocks, origin());
    // Whoever looks is no reader: links lead where they lead, and no click is counted.
    const { links } = addressed(blocks, facts, () => '');
    const { seen } = inDress({ subject: mail.subject, blocks }, facts, shown, (place) => links[place] ?? '');
    return { seen, address: dress.address };
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
        const moves = await db.transaction((trx) =>
          saveSequence(trx, viewer.uid, params.id, body, clock.now()),
        );
        const row = await sequenceOf(db.tables(), viewer.uid, params.id);
        const numbers = await numbersOf(db.tables(), viewer.uid, params.id);
        return { sequence: sequenceView(row, numbers(row.id)), ...moves };
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
      path: followupsApi.start,
      summary: 'Start a sequence for people you pick, or for everybody who fits',
      params: Id,
      body: StartBody,
      answer: StartAnswer,
      limit: { name: 'followups-start', max: 120, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, params, body, requestId }) {
        const sequence = await sequenceOf(db.tables(), viewer.uid, params.id);
        if (sequence.on_since === null)
          throw new Problem('bad_request', 'Turn the sequence on first, then start it for people.');
        let started = 0;
        let asked = 0;
        const begin = async (ids: string[]) => {
          const known = await knownOf(viewer.uid, ids);
          asked += ids.length;
          started += await db.transaction((trx) =>
            startRuns(
              trx,
              known.map((contactId) => ({ sequence, contactId, cause: `hand:${requestId}`, depth: 0 })),
              clock.now(),
            ),
          );
        };
        if (body.people.length > 0) await begin([...new Set(body.people)]);
        if (body.segment)
          for await (const ids of idsOf(db.tables(), viewer.uid, body.segment)) await begin(ids);
        return { started, skipped: asked - started };
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
    route({
      ...member,
      method: 'POST',
      path: followupsApi.preview,
      summary: 'Render an email as it arrives',
      body: PreviewBody,
      answer: PreviewAnswer,
      limit: { name: 'followups-preview', max: 3000, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body }) {
        const { seen, address } = await sample(viewer.uid, body);
        const rendered = renderAsSent(seen);
        const htmlBytes = Buffer.byteLength(rendered.html);
        const heavyPictures = await heavyIn(db.tables(), viewer.uid, body.blocks);
        return { ...rendered, warnings: letterWarnings(body, { htmlBytes, address, heavyPictures }) };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.testMail,
      summary: 'Email yourself a test',
      body: PreviewBody,
      answer: z.object({ sentTo: z.string() }),
      limit: { name: 'followups-test', max: 20, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body, requestId }) {
        if (!(await mayReachOthers(platform, db.tables(), viewer.uid)))
          throw new Problem('forbidden', accountWords.proveFirst);
        const { seen } = await sample(viewer.uid, body);
        await db.transaction((trx) =>
          platform.mail.send(trx, {
            to: viewer.email,
            kind: 'transactional',
            purpose: 'account',
            why: 'account',
            ...seen,
            subject: `Test: ${seen.subject}`,
            dedupeKey: `followup-test:${requestId}`,
          }),
        );
        return { sentTo: viewer.email };
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

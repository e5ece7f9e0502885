import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { type Consent, createConsent } from '#features/consent/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  ChangePersonBody,
  EventAnswer,
  EventBody,
  followupsApi,
  ImportAnswer,
  ImportBody,
  NewPersonBody,
  PeopleAnswer,
  PersonDetail,
  ResumeBody,
  Segment,
  StopAnswer,
} from '../rules/contract.ts';
import { PhoneBody } from '../rules/phone.ts';
import { exportPeople } from './export.ts';
import { importPeople } from './import.ts';
import { forgetTextsUnshared } from './own-numbers.ts';
import { listPurpose } from './owner.ts';
import { addPerson, changePerson, phoneReported, refuseTooManyPeople, setPhone } from './people-acts.ts';
import { contactOf, listPeople, personDetail } from './people.ts';
import type { Happened } from './happened.ts';
import type { Parts } from './routes.ts';
import { resumeRuns, stoppedByHand, stopRuns } from './runs.ts';
import type { FollowupTables } from './tables.ts';

const Id = z.object({ id: z.string().check(z.regex(/^[\w-]{4,64}$/)) });
const change = { name: 'followups', max: 1200, perSeconds: 3600, by: 'viewer' } as const;
const member = { access: 'member' } as const;

/** What a member does with the people in their list, on their page or by a program with their key. */
export function peopleRoutes(
  platform: Platform,
  happened: Happened,
  { funnelsOf, within, turns }: Parts,
): Route[] {
  const { db, clock, outbox } = platform;
  const consent: Consent = createConsent(platform);

  /** With the funnel where somebody agreed by the name that its member gave it. */
  async function detail(uid: string, id: string): Promise<PersonDetail> {
    const found = await personDetail(platform, db.tables(), uid, id);
    const { consent: agreed } = found.person;
    const funnelId = agreed && /^funnel (\S+)$/.exec(agreed.source)?.[1];
    if (!agreed || !funnelId) return found;
    const name = (await funnelsOf(uid)).find((funnel) => funnel.id === funnelId)?.name;
    agreed.source = name ? `the funnel “${name}”` : 'a funnel that is gone';
    return found;
  }

  return [
    route({
      ...member,
      method: 'GET',
      path: followupsApi.people,
      summary: 'List the people you may write to, newest first',
      description: 'All conditions have to be met; `total` counts everybody who fits.',
      query: z.extend(Segment, {
        after: z.optional(
          z
            .string()
            .check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?~[\w-]{4,64}$/)),
        ),
      }),
      answer: PeopleAnswer,
      handle: ({ viewer, query: { after, ...segment } }) =>
        listPeople(db.tables(), viewer.uid, segment, after),
    }),
    route({
      ...member,
      method: 'GET',
      path: followupsApi.export,
      summary: 'Export your list as CSV, or those of it who fit',
      query: Segment,
      answer: 'raw',
      handle: ({ viewer, query }) =>
        new Response(
          Readable.toWeb(
            Readable.from(exportPeople(platform, db.tables(), viewer.uid, query), { objectMode: false }),
          ) as ReadableStream<Uint8Array<ArrayBuffer>>,
          {
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'attachment; filename="people.csv"',
              'cache-control': 'no-store',
            },
          },
        ),
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.import,
      summary: 'Import people from a CSV file',
      description: 'Reports every line that was not imported. Without `proof` nobody in it is written to.',
      body: ImportBody,
      maxBody: 9 * 1024 * 1024,
      limit: { name: 'followups-import', max: 60, perSeconds: 3600, by: 'viewer' },
      answer: ImportAnswer,
      handle: ({ viewer, body }) =>
        turns({ caller: viewer.uid, isKnown: true }, () =>
          importPeople({ ...platform, within }, consent, viewer.uid, body),
        ),
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.people,
      summary: 'Add a person to your list',
      body: NewPersonBody,
      answer: z.object({ id: z.string() }),
      limit: change,
      handle: async ({ viewer, body }) => ({
        id: await db.transaction((trx) => addPerson(trx, consent, viewer.uid, body, clock.now())),
      }),
    }),
    route({
      ...member,
      method: 'GET',
      path: followupsApi.person,
      summary: 'Get a person with their consent, history and what is planned',
      params: Id,
      answer: PersonDetail,
      handle: ({ viewer, params }) => detail(viewer.uid, params.id),
    }),
    route({
      ...member,
      method: 'PUT',
      path: followupsApi.person,
      summary: 'Update a person',
      params: Id,
      body: ChangePersonBody,
      answer: PersonDetail,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction((trx) => changePerson(trx, viewer.uid, params.id, body, clock.now()));
        return detail(viewer.uid, params.id);
      },
    }),
    route({
      ...member,
      method: 'DELETE',
      path: followupsApi.person,
      summary: 'Delete a person, with everything recorded about them',
      params: Id,
      answer: z.object({ ok: z.literal(true) }),
      limit: change,
      async handle({ viewer, params }) {
        await db.transaction<FollowupTables, void>(async (trx) => {
          const { email_key, phone } = await contactOf(trx, viewer.uid, params.id);
          await stopRuns(
            trx,
            outbox,
            { ownerId: viewer.uid, contactId: params.id },
            'the person was deleted',
            clock.now(),
          );
          await trx
            .deleteFrom('contact')
            .where('owner_id', '=', viewer.uid)
            .where('id', '=', params.id)
            .execute();
          // Whoever unsubscribed stays so, should their address come again.
          await consent.forgetGiven(trx, [email_key], listPurpose(viewer.uid));
          await forgetTextsUnshared(trx, { ownerId: viewer.uid, number: phone });
        });
        return { ok: true } as const;
      },
    }),
    route({
      ...member,
      method: 'PUT',
      path: followupsApi.phone,
      summary: 'Set a person’s phone number, or whether they agreed to text messages there',
      description:
        'With `proof` their consent to text messages is recorded; with `isOver` it is withdrawn. Consent to email says nothing about it.',
      params: Id,
      body: PhoneBody,
      answer: PersonDetail,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction((trx) => setPhone(platform, trx, viewer.uid, params.id, body, clock.now()));
        return detail(viewer.uid, params.id);
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.stop,
      summary: 'Stop a sequence for a person, or all of them',
      params: Id,
      body: z.object({ runId: z.optional(z.string()) }),
      answer: StopAnswer,
      limit: change,
      async handle({ viewer, params, body }) {
        const runs = await db.transaction(async (trx) => {
          await contactOf(trx, viewer.uid, params.id);
          return stopRuns(
            trx,
            outbox,
            { ownerId: viewer.uid, contactId: params.id, runId: body.runId },
            stoppedByHand,
            clock.now(),
          );
        });
        return { stopped: runs.length, runs };
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.resume,
      summary: 'Let sequences go on for a person that you stopped',
      params: Id,
      body: ResumeBody,
      answer: z.object({ resumed: z.int() }),
      limit: change,
      handle: async ({ viewer, params, body }) => ({
        resumed: await db.transaction(async (trx) => {
          await contactOf(trx, viewer.uid, params.id);
          const which = { ownerId: viewer.uid, contactId: params.id, runIds: body.runs };
          return resumeRuns(trx, which, clock.now());
        }),
      }),
    }),
    route({
      ...member,
      method: 'POST',
      path: followupsApi.events,
      apiKey: 'people:write',
      summary: 'Report what a person did',
      description:
        'Adds them to your list if they’re new, and starts the sequences that wait for this event. Without `proof` of consent they get no email, and without `textProof` no text message.',
      body: EventBody,
      answer: EventAnswer,
      limit: { ...change, name: 'followups-events', max: 6000 },
      async handle({ viewer, body: { email, name, event, id, fields, proof, phone, textProof }, requestId }) {
        const answer = await db.transaction(async (trx) => {
          await refuseTooManyPeople(trx, viewer.uid, 1);
          if (proof !== '')
            await consent.report(trx, [email], {
              purpose: listPurpose(viewer.uid),
              consentText: proof,
              source: 'your program',
            });
          const begun = await happened(
            trx,
            { ownerId: viewer.uid, email, name, source: 'your program', fields },
            { on: 'event', name: event, id: id || requestId },
          );
          if (begun && phone !== '')
            await phoneReported(
              platform,
              trx,
              { ownerId: viewer.uid, id: begun.personId, email },
              { phone, textProof },
              clock.now(),
            );
          return begun;
        });
        return { personId: answer?.personId ?? '', started: answer?.started ?? 0 };
      },
    }),
  ];
}

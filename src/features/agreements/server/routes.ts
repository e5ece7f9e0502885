import * as z from 'zod/mini';
import { mailAddressKey } from '#base/mail-address.ts';
import { memberById } from '#features/accounts/server/public.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  addressBody,
  agreementDetail,
  agreementList,
  extendBody,
  listQuery,
  oneAgreement,
  oneComment,
  onePerson,
  sendBody,
} from '../rules/contract.ts';
import { oneVersion, reviseBody, revised, type VersionText, versionText } from '../rules/revise-contract.ts';
import { commentBody, settleBody } from '../rules/comment-contract.ts';
import { fileOf } from './file.ts';
import { hold, notThere } from './ledger.ts';
import { listFor } from './listing.ts';
import type { Parts } from './parts.ts';
import type { AgreementTables } from './tables.ts';
import { detailOf, textOf } from './views.ts';

const sends: RateLimit = { name: 'agreement-send', max: 40, perSeconds: 3600, by: 'viewer' };
const writes: RateLimit = { name: 'agreement-write', max: 300, perSeconds: 3600, by: 'viewer' };
const sent = z.object({ id: z.string() });
const done = z.object({ done: z.literal(true) });
const asDone = { done: true as const };

/** For members: what they sent, and what was sent to them. */
export function agreementRoutes(platform: Platform, parts: Parts): Route[] {
  const { db, clock } = platform;
  const { sending, revising, upkeep, talking, links } = parts;

  const seeingAs = async (db_: AnyKysely, uid: string) => {
    const member = await memberById(db_, uid);
    return {
      uid,
      emailKey: member ? mailAddressKey(member.email) : '',
      isProven: member?.emailVerified ?? false,
      pathOf: links.path,
      now: clock.now(),
    };
  };

  /** After an act of the sender: what their page shows now, they have seen. */
  async function seen(uid: string, id: string) {
    await upkeep.read(uid, id);
    return detail(uid, id);
  }

  const detail = (uid: string, id: string) =>
    db.transaction<AgreementTables, z.output<typeof agreementDetail>>(async (trx) =>
      detailOf(trx, await hold(trx, id, uid), { ...(await seeingAs(trx, uid)), isSender: true }),
    );

  return [
    route({
      method: 'GET',
      path: '/api/agreements',
      access: 'member',
      summary: 'List your agreements',
      description: 'What you sent to be signed, and what was sent to your confirmed address.',
      query: listQuery,
      answer: agreementList,
      handle: async ({ viewer, query }) =>
        listFor(db.tables(), await seeingAs(db.tables(), viewer.uid), query),
    }),
    route({
      method: 'POST',
      path: '/api/agreements',
      access: 'member',
      summary: 'Send a document to be signed',
      description: 'The same key is the same agreement, however often it is sent.',
      security: 'agreement sent',
      body: sendBody,
      maxBody: 3_500_000,
      limit: sends,
      answer: sent,
      handle: async ({ viewer, body }) => ({ id: await sending.send(viewer.uid, viewer.uid, body) }),
    }),
    route({
      method: 'GET',
      path: '/api/agreements/:id',
      access: 'member',
      summary: 'Get an agreement that you sent',
      params: oneAgreement,
      answer: agreementDetail,
      handle: ({ viewer, params }) => detail(viewer.uid, params.id),
    }),
    route({
      method: 'DELETE',
      path: '/api/agreements/:id',
      access: 'member',
      summary: 'Delete an agreement that has ended',
      description: 'With its versions, comments and files. Who signed it has got the signed PDF by email.',
      security: 'agreement deleted',
      params: oneAgreement,
      answer: done,
      limit: writes,
      async handle({ viewer, params }) {
        await upkeep.remove(viewer.uid, params.id);
        return asDone;
      },
    }),
    route({
      method: 'GET',
      path: '/api/agreements/:id/file',
      access: 'member',
      summary: 'Download the PDF of an agreement',
      description: 'The sealed file once everybody has signed; until then the version that is out.',
      params: oneAgreement,
      answer: 'raw',
      async handle({ viewer, params }) {
        const found = await db
          .tables<AgreementTables>()
          .selectFrom('agreement')
          .selectAll()
          .where('owner_id', '=', viewer.uid)
          .where('id', '=', params.id)
          .executeTakeFirst();
        if (!found) throw notThere();
        return fileOf(db.tables(), found);
      },
    }),
    route({
      method: 'GET',
      path: '/api/agreements/:id/versions/:version',
      access: 'member',
      summary: 'Get the text of one version',
      params: oneVersion,
      answer: versionText,
      handle: ({ viewer, params }) =>
        db.transaction<AgreementTables, VersionText>(async (trx) =>
          textOf(trx, (await hold(trx, params.id, viewer.uid)).agreement, Number(params.version)),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/text',
      access: 'member',
      summary: 'Change the text of an agreement that is out',
      description:
        'The same people read and sign the new version. What they filled in stays, and so do their accepted words. With `look` nothing is changed: it tells what would be.',
      security: 'agreement text changed',
      params: oneAgreement,
      body: reviseBody,
      maxBody: 3_500_000,
      limit: sends,
      answer: revised,
      handle: ({ viewer, params, body }) => revising.revise(viewer.uid, params.id, body),
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/read',
      access: 'member',
      summary: 'Mark what happened to an agreement as seen',
      params: oneAgreement,
      answer: done,
      limit: writes,
      async handle({ viewer, params }) {
        await upkeep.read(viewer.uid, params.id);
        return asDone;
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/withdraw',
      access: 'member',
      summary: 'Withdraw an agreement',
      description: 'Nobody can sign it anymore, and everybody who was asked is told.',
      security: 'agreement withdrawn',
      params: oneAgreement,
      answer: agreementDetail,
      limit: writes,
      async handle({ viewer, params }) {
        await upkeep.withdraw(viewer.uid, params.id);
        return seen(viewer.uid, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/extend',
      access: 'member',
      summary: 'Extend the time to sign',
      description: 'Also reopens an expired agreement.',
      params: oneAgreement,
      body: extendBody,
      answer: agreementDetail,
      limit: writes,
      async handle({ viewer, params, body }) {
        await upkeep.extend(viewer.uid, params.id, body.days);
        return seen(viewer.uid, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/people/:n/remind',
      access: 'member',
      summary: 'Remind somebody who hasn’t acted yet',
      params: onePerson,
      answer: agreementDetail,
      limit: writes,
      async handle({ viewer, params }) {
        await upkeep.remindNow(viewer.uid, params.id, Number(params.n));
        return seen(viewer.uid, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/people/:n/address',
      access: 'member',
      summary: 'Correct the address of somebody who was asked',
      description: 'The former link stops working.',
      security: 'agreement address changed',
      params: onePerson,
      body: addressBody,
      answer: agreementDetail,
      limit: sends,
      async handle({ viewer, params, body }) {
        await upkeep.changeAddress(viewer.uid, params.id, Number(params.n), body);
        return seen(viewer.uid, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/comments',
      access: 'member',
      summary: 'Comment on an agreement that you sent',
      params: oneAgreement,
      body: commentBody,
      answer: agreementDetail,
      limit: writes,
      async handle({ viewer, params, body }) {
        await talking.bySender(viewer.uid, params.id, body);
        return seen(viewer.uid, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/agreements/:id/comments/:comment',
      access: 'member',
      summary: 'Accept or decline what the other side proposes, or close a comment',
      description: 'An accepted proposal makes a new version, which everybody signs anew.',
      params: oneComment,
      body: settleBody,
      answer: agreementDetail,
      limit: writes,
      async handle({ viewer, params, body }) {
        await talking.settle(viewer.uid, params.id, params.comment, body.outcome);
        return seen(viewer.uid, params.id);
      },
    }),
  ];
}

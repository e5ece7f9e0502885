import { createRateLimiter } from '#platform/server/http/limits.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  approveBody,
  codeAnswer,
  declineBody,
  fillBody,
  forwardBody,
  linkBody,
  linkQuery,
  signBody,
  signingView,
} from '../rules/contract.ts';
import { versionQuery, versionText } from '../rules/revise-contract.ts';
import { linkCommentBody, shownAnswers } from '../rules/comment-contract.ts';
import { answersOf } from './answers.ts';
import { fileOf } from './file.ts';
import type { MakeOf } from './sending.ts';
import { boundLetters } from './open/bounds.ts';
import type { Parts } from './parts.ts';
import { saveSignature, savedSignatureOf } from './saved-signature.ts';
import { signingViewOf, textOf } from './views.ts';

/** Each answer holds the whole text. A hall of people who sign behind one address has room in both. */
const reads: RateLimit = { name: 'signing-read', max: 2400, perSeconds: 3600, by: 'address' };
const acts: RateLimit = { name: 'signing', max: 1200, perSeconds: 3600, by: 'address' };
/** A code is six digits: who has the link alone must not be able to try them all. */
const codes: RateLimit = { name: 'signing-code', max: 12, perSeconds: 86_400, by: 'handler' };
const forwards: RateLimit = { name: 'signing-forward', max: 10, perSeconds: 3600, by: 'address' };

/** For whoever has a link from an email. Nothing happens by opening it: acts are POST requests of the page. */
export function signingRoutes(
  platform: Platform,
  { links, acting, changing, talking }: Parts,
  { warningOf, madeOf }: { warningOf(slug: string): string; madeOf: MakeOf },
): Route[] {
  const { db, clock } = platform;
  const count = createRateLimiter(db, clock);

  async function view(token: string, viewer: Viewer) {
    const held = await links.follow(db.tables(), token);
    const isSignedIn = await acting.isSignedIn(viewer, held.you);
    return signingViewOf(db.tables(), held, {
      isSignedIn,
      saved: isSignedIn && viewer.kind === 'member' ? await savedSignatureOf(db.tables(), viewer.uid) : null,
      warning: held.agreement.slug === null ? '' : warningOf(held.agreement.slug),
      pathOf: links.path,
      now: clock.now(),
    });
  }
  const fresh = (headers: Headers) => headers.set('cache-control', 'private, no-store');

  return [
    route({
      method: 'GET',
      path: '/api/signing',
      access: 'anyone',
      summary: 'Read what you were asked to sign',
      description: 'By the link from an email. Reading it changes nothing.',
      query: linkQuery,
      limit: reads,
      answer: signingView,
      handle({ query, viewer, headers }) {
        fresh(headers);
        return view(query.t, viewer);
      },
    }),
    route({
      method: 'GET',
      path: '/api/signing/file',
      access: 'anyone',
      summary: 'Download the PDF that you were asked to sign',
      description: 'The very bytes that are signed; the sealed file once everybody has signed.',
      query: linkQuery,
      limit: reads,
      answer: 'raw',
      async handle({ query }) {
        const { agreement } = await links.follow(db.tables(), query.t);
        return fileOf(db.tables(), agreement);
      },
    }),
    route({
      method: 'GET',
      path: '/api/signing/version',
      access: 'anyone',
      summary: 'Read a former version, to see what changed since',
      query: versionQuery,
      limit: reads,
      answer: versionText,
      async handle({ query, headers }) {
        fresh(headers);
        const { agreement } = await links.follow(db.tables(), query.t);
        return textOf(db.tables(), agreement, Number(query.version));
      },
    }),
    route({
      method: 'GET',
      path: '/api/signing/answers',
      access: 'anyone',
      summary: 'List the answers that stand in the text',
      description: 'For proposing another one. Empty where the text was written by hand.',
      query: linkQuery,
      limit: reads,
      answer: shownAnswers,
      async handle({ query, headers }) {
        fresh(headers);
        const { agreement } = await links.follow(db.tables(), query.t);
        return { answers: answersOf(madeOf, agreement) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/seen',
      access: 'anyone',
      summary: 'Say that the document was shown',
      body: linkBody,
      answer: signingView,
      limit: acts,
      async handle({ body, viewer, headers }) {
        fresh(headers);
        await acting.seen(body.t);
        return view(body.t, viewer);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/code',
      access: 'anyone',
      summary: 'Get a code by email before signing',
      body: linkBody,
      answer: codeAnswer,
      limit: acts,
      async handle({ body, address }) {
        const { you, agreement } = await links.follow(db.tables(), body.t);
        // Asked for twice at once is one code.
        if (acting.codeWait(you) === 0) {
          await count(codes, `${you.agreement_id}:${you.n}`);
          if (agreement.open_id !== null) await boundLetters(count, agreement.open_id, address);
        }
        return { sentTo: you.email, ...(await acting.sendCode(body.t)) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/sign',
      access: 'anyone',
      summary: 'Sign',
      description:
        'Nothing else is signed than the file with the hash that is given. Sent again, it is done once.',
      body: signBody,
      answer: signingView,
      limit: acts,
      async handle({ body, viewer, address, headers }) {
        fresh(headers);
        await acting.sign(viewer, address, body);
        const { needsCode } = await view(body.t, viewer);
        if (body.keep && !needsCode && viewer.kind === 'member')
          await saveSignature(db.tables(), viewer.uid, body.signature, clock.now());
        return view(body.t, viewer);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/approve',
      access: 'anyone',
      summary: 'Approve without signing',
      body: approveBody,
      answer: signingView,
      limit: acts,
      async handle({ body, viewer, address, headers }) {
        fresh(headers);
        await acting.approve(viewer, address, body);
        return view(body.t, viewer);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/decline',
      access: 'anyone',
      summary: 'Decline to sign',
      body: declineBody,
      answer: signingView,
      limit: acts,
      async handle({ body, viewer, headers }) {
        fresh(headers);
        await acting.decline(body.t, body.reason);
        return view(body.t, viewer);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/forward',
      access: 'anyone',
      summary: 'Pass it on to a colleague who acts instead',
      description: 'The link that was used stops working.',
      body: forwardBody,
      answer: 'raw',
      limit: forwards,
      async handle({ body }) {
        await acting.forward(body);
        return Response.json({ forwarded: true });
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/fill',
      access: 'anyone',
      summary: 'Fill in what the sender left open',
      description: 'Makes a new version of the text, which is then signed.',
      body: fillBody,
      answer: signingView,
      limit: acts,
      async handle({ body, viewer, address, headers }) {
        fresh(headers);
        await changing.fill(address, body);
        return view(body.t, viewer);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/comment',
      access: 'anyone',
      summary: 'Comment on the text, or propose other words',
      body: linkCommentBody,
      maxBody: 200_000,
      answer: signingView,
      limit: acts,
      async handle({ body: { t, ...typed }, viewer, headers }) {
        fresh(headers);
        await talking.byLink(t, typed);
        return view(t, viewer);
      },
    }),
  ];
}

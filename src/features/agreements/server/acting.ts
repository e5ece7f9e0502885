import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { callerKey } from '#platform/server/http/network.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { codeWaitSeconds } from '#platform/server/mailed-codes.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import type { approveBody, forwardBody, signBody } from '../rules/contract.ts';
import { hasActed, stateOf, whyNot } from '../rules/flow.ts';
import { initialPlaces, initialsGiven } from '../rules/initials.ts';
import {
  append,
  currentHash,
  docOf,
  saidBy,
  type Held,
  type Person,
  setAgreement,
  setPerson,
  type OnPerson,
  tellOf,
} from './ledger.ts';
import type { Letters } from './letters.ts';
import type { Links } from './links.ts';
import { createProving } from './proving.ts';
import { assertPlace, standInLine } from './open/counting.ts';
import type { Sending } from './sending.ts';
import type { AgreementTables } from './tables.ts';

type Yours = Held & { you: Person };

/** Asked, and hasn’t acted yet. */
export const hasOpened = ({ state }: Pick<Person, 'state'>): boolean => state === 'asked' || state === 'seen';

/** The queue in which a finished agreement waits to be sealed. */
export const sealChannel = 'agreement-seal';

const wrongCode = 'This isn’t the code we sent. Check the newest email.';

export function createActing(
  platform: Platform,
  {
    links,
    letters,
    sending,
    onPerson,
  }: { links: Links; letters: Letters; sending: Sending; onPerson?: OnPerson | undefined },
) {
  const tell = tellOf(onPerson);
  const { db, clock, outbox } = platform;
  const proving = createProving(platform);
  const held = <R>(token: string, work: (trx: AnyTransaction, it: Yours) => Promise<R>): Promise<R> =>
    db.transaction<AgreementTables, R>(async (trx) => work(trx, await links.hold(trx, token)));

  function assertCan({ agreement, people, you }: Yours, version?: number): void {
    const why = whyNot(stateNow(agreement), people, you.n);
    if (why !== '') throw new Problem('conflict', why);
    if (version !== undefined && version !== agreement.version)
      throw new Problem('conflict', 'The text has changed since you opened it. Read the new version first.');
  }

  /** It ends by the clock, whether or not a job has been by. */
  const stateNow = ({ state, expires_at }: Held['agreement']) =>
    state === 'out' && expires_at <= clock.now() ? 'expired' : state;

  async function proven(token: string, viewer: Viewer, code: string | undefined, version: number) {
    const result = await held(token, async (trx, it) => {
      if (hasActed(it.you) && it.you.state !== 'declined') return null;
      assertCan(it, version);
      const shown = await proving.prove(it.you, viewer, code);
      if (shown.isWrong) await setPerson(trx, it.you, { code_tries: it.you.code_tries + 1 });
      return shown;
    });
    if (result?.isWrong) throw new Problem('bad_request', wrongCode, { fields: { code: wrongCode } });
    return result?.proof ?? null;
  }

  /** After somebody acted: the next are asked, or it ends. */
  async function goOn(trx: AnyTransaction, it: Yours): Promise<void> {
    const now = clock.now();
    const state = stateOf(it.people);
    if (state === 'out') return sending.askNext(trx, it);
    await setAgreement(trx, it, { state, ended_at: now });
    if (state === 'declined') return;
    await append(trx, it, now, [{ kind: 'completed' }]);
    await outbox.put(trx, {
      channel: sealChannel,
      dedupeKey: `agreement-seal:${it.agreement.id}`,
      payload: { id: it.agreement.id, owner: it.agreement.owner_id },
    });
  }

  return {
    isSignedIn: proving.isSignedIn,
    stateNow,
    codeWait: proving.codeWait,

    /** They have the page in front of them: not by fetching it, which mail scanners do as well. */
    seen: (token: string) =>
      held(token, async (trx, it) => {
        const { you, agreement } = it;
        if (you.seen_version >= agreement.version) return;
        await setPerson(trx, you, {
          seen_version: agreement.version,
          ...(you.state === 'asked' && { state: 'seen' as const }),
        });
        await append(trx, it, clock.now(), [
          { kind: 'seen', person: you.n, data: { version: String(agreement.version) } },
        ]);
      }),

    sendCode: (token: string) =>
      held(token, async (trx, it) => {
        assertCan(it);
        const now = clock.now();
        const waitSeconds = proving.codeWait(it.you);
        if (waitSeconds > 0) return { waitSeconds };
        const { code, code_hash } = proving.draw(it.you);
        await setPerson(trx, it.you, { code_hash, code_at: now, code_tries: 0 });
        await letters.code(trx, it, it.you, code, now);
        await append(trx, it, now, [{ kind: 'code sent', person: it.you.n, data: { email: it.you.email } }]);
        return { waitSeconds: codeWaitSeconds };
      }),

    async sign(viewer: Viewer, address: string, body: z.output<typeof signBody>): Promise<void> {
      const proof = await proven(body.t, viewer, body.code, body.version);
      if (proof === null) return;
      await db.transaction<AgreementTables, void>(async (trx) => {
        await standInLine(trx, (await links.follow(trx, body.t)).agreement, clock.now());
        const it = await links.hold(trx, body.t);
        // Sent again, or by two tabs at once: signed is signed.
        if (hasActed(it.you)) return;
        assertCan(it, body.version);
        if (it.you.role !== 'signs') throw new Problem('conflict', 'You were asked to approve, not to sign.');
        await assertPlace(trx, it, clock.now());
        const shown = await currentHash(trx, it);
        if (shown !== body.sha256)
          throw new Problem(
            'conflict',
            'The file has changed since you opened it. Read the new version first.',
          );
        const places = initialPlaces((await docOf(trx, it.agreement, body.version)).blocks, it.you.party);
        const initials = initialsGiven(places, body.initials);
        const now = clock.now();
        const network = callerKey(address);
        await setPerson(trx, it.you, {
          state: 'signed',
          at: now,
          signed_name: body.name,
          signature: jsonbText(body.signature),
          initials,
          proof,
          network,
          code_hash: null,
        });
        await append(trx, it, now, [
          ...(proof === 'code by email'
            ? [{ kind: 'code right' as const, person: it.you.n, data: { email: it.you.email } }]
            : []),
          {
            kind: 'signed',
            person: it.you.n,
            data: {
              name: body.name,
              email: it.you.email,
              version: String(body.version),
              sha256: body.sha256,
              signature: body.signature.kind,
              proof,
              network,
              consent: 'agreed to sign electronically',
              ...(initials !== null && { initials, beside: places.join('; ') }),
            },
          },
        ]);
        await tell(trx, it, it.you, 'signed');
        await goOn(trx, it);
        if (it.agreement.state === 'out')
          await letters.told(
            trx,
            it,
            `signed:${it.agreement.version}:${it.you.n}`,
            `${body.name} signed “${it.agreement.title}”`,
          );
      });
    },

    async approve(viewer: Viewer, address: string, body: z.output<typeof approveBody>): Promise<void> {
      const proof = await proven(body.t, viewer, body.code, body.version);
      if (proof === null) return;
      await held(body.t, async (trx, it) => {
        if (hasActed(it.you)) return;
        assertCan(it, body.version);
        if (it.you.role !== 'approves')
          throw new Problem('conflict', 'You were asked to sign, not to approve.');
        const now = clock.now();
        await setPerson(trx, it.you, {
          state: 'approved',
          at: now,
          proof,
          network: callerKey(address),
          code_hash: null,
        });
        const { email } = it.you;
        await append(trx, it, now, [
          { kind: 'approved', person: it.you.n, data: { email, version: String(body.version), proof } },
        ]);
        await goOn(trx, it);
        if (it.agreement.state === 'out')
          await letters.told(
            trx,
            it,
            `approved:${it.agreement.version}:${it.you.n}`,
            `${it.you.name} approved “${it.agreement.title}”`,
          );
      });
    },

    decline: (token: string, typed: string) =>
      held(token, async (trx, it) => {
        if (it.you.state === 'declined') return;
        assertCan(it);
        const reason = typed.replaceAll('\0', '').toWellFormed().trim();
        const now = clock.now();
        await setPerson(trx, it.you, { state: 'declined', at: now, reason, code_hash: null });
        await append(trx, it, now, [{ kind: 'declined', person: it.you.n, data: { reason } }]);
        await tell(trx, it, it.you, 'declined');
        await goOn(trx, it);
        await letters.told(
          trx,
          it,
          `declined:${it.you.n}`,
          `${saidBy(it.agreement, it.you)} declined “${it.agreement.title}”`,
          reason,
        );
        for (const other of it.people)
          if (other.n !== it.you.n && other.state !== 'waiting')
            await letters.ended(trx, it, other, 'declined by somebody who was asked');
      }),

    forward: (body: z.output<typeof forwardBody>) =>
      held(body.t, async (trx, it) => {
        assertCan(it);
        if (!it.agreement.forwarding)
          throw new Problem('forbidden', 'The sender doesn’t allow this to be passed on.');
        const email = parseMailAddress(body.email) ?? body.email;
        if (it.people.some((person) => person.email_key === mailAddressKey(email)))
          throw new Problem('bad_request', 'This address is already part of the agreement.');
        const now = clock.now();
        await sending.assertMayAsk(trx, it.agreement.owner_id, 1, now);
        const from = it.you.email;
        await setPerson(trx, it.you, {
          name: body.name,
          email,
          email_key: mailAddressKey(email),
          rev: it.you.rev + 1,
          state: 'asked',
          asked_at: now,
          reminded: 0,
          seen_version: 0,
          code_hash: null,
          code_at: null,
          code_tries: 0,
        });
        await append(trx, it, now, [
          { kind: 'forwarded', person: it.you.n, data: { from, to: email, name: body.name } },
        ]);
        await letters.asked(trx, it, it.you);
        await letters.told(
          trx,
          it,
          `forwarded:${it.you.n}:${it.you.rev}`,
          `“${it.agreement.title}” was passed on to ${body.name}`,
        );
      }),
  };
}

export type Acting = ReturnType<typeof createActing>;

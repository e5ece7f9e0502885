import { days } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { readBranding } from '#features/branding/rules/branding.ts';
import type { MadeOf, Press, SheetOptions } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import { type sendBody, usualDays } from '../rules/contract.ts';
import { toAsk } from '../rules/flow.ts';
import { signatureBlocks } from '../rules/initials.ts';
import { createAllowance } from './allowance.ts';
import { followedBy } from './following.ts';
import {
  append,
  eventsOf,
  type Held,
  type OnPerson,
  setAgreement,
  setPerson,
  sha256,
  tellOf,
} from './ledger.ts';
import type { Letters } from './letters.ts';
import { createMaking } from './making.ts';
import type { AgreementTables } from './tables.ts';

type Sent = z.output<typeof sendBody>;

/** What the other side gets to read, in one line. */
const textOf = ({ title, html, message }: Sent): string => sha256(JSON.stringify([title, html, message]));

/** The document and answers that a text was made of: its clauses that are still the same are summed up for who signs. */
export type MakeOf = (slug: string, answers: Record<string, unknown>) => MadeOf | null;

export function createSending(
  platform: Platform,
  parts: {
    press: Press;
    letters: Letters;
    within: Room['within'];
    madeOf: MakeOf;
    onPerson?: OnPerson | undefined;
  },
) {
  const { db, clock, config } = platform;
  const { make, haveRead, keepVersion } = createMaking(platform);
  const { press, letters, within, madeOf } = parts;
  const tell = tellOf(parts.onPerson);
  const { mayReach, assertMayReach, assertMayAsk, assertFewDocuments, keepCounted } = createAllowance({
    config,
  });
  const tables = () => db.tables<AgreementTables>();

  const sentWith = (uid: string, key: string) =>
    tables()
      .selectFrom('agreement')
      .select('id')
      .where('owner_id', '=', uid)
      .where('key', '=', key)
      .executeTakeFirst();

  /** Writes to everybody whose turn has come. */
  async function askNext(trx: AnyTransaction, held: Held): Promise<void> {
    const now = clock.now();
    for (const person of toAsk(held.people)) {
      await setPerson(trx, person, { state: 'asked', asked_at: now, reminded: 0 });
      // Who comes by an open link has few days; whoever signs after them has as many as ever.
      if (held.agreement.open_id !== null)
        await setAgreement(trx, held, { expires_at: new Date(now.getTime() + days(usualDays)) });
      await letters.asked(trx, held, person);
      await append(trx, held, now, [{ kind: 'asked', person: person.n, data: { email: person.email } }]);
      await tell(trx, held, person, 'sent');
    }
  }

  /** The text as it will be signed, and in whose name it goes out. */
  async function prepared(
    uid: string,
    caller: string,
    body: Pick<Sent, 'html' | 'slug' | 'answers' | 'title' | 'branding' | 'paper'>,
    parties: readonly (number | null)[],
  ) {
    const member = await memberById(db.tables(), uid);
    if (!member) throw new Problem('unauthenticated');
    await assertMayReach(db.tables(), uid);
    const branding = readBranding(body.branding);
    const options: SheetOptions = { branding, paper: body.paper ?? 'a4' };
    const made = body.slug && body.answers ? madeOf(body.slug, body.answers) : null;
    const version = await press.read(caller, {
      from: 'html',
      html: body.html,
      slug: body.slug ?? 'agreement',
      title: body.title,
      options,
      ...(made && { madeOf: made }),
    });
    if ([...linesOf(version.doc.blocks)].every((runs) => runsText(runs).trim() === ''))
      throw new Problem('bad_request', 'This document has no text. Write it first, then send it.');
    const blocks = signatureBlocks(version.doc.blocks).length;
    if (parties.some((party) => party !== null && party >= blocks))
      throw new Problem('bad_request', 'The text has fewer signature blocks than people who sign in one.');
    const company = branding.companyName.trim().slice(0, 120);
    return { sender: { name: member.name, company, email: member.email }, options, version };
  }

  function checked(body: Sent): Sent['people'] {
    if (!body.people.some(({ role }) => role === 'signs'))
      throw new Problem('bad_request', 'Add at least one person who signs.');
    const seen = new Set<string>();
    for (const { email } of body.people) {
      const same = mailAddressKey(email);
      if (seen.has(same))
        throw new Problem('bad_request', `${email} is here twice. Give each person one line.`);
      seen.add(same);
    }
    const parties = body.people.flatMap(({ party }) => (party === null ? [] : [party]));
    if (new Set(parties).size < parties.length)
      throw new Problem(
        'bad_request',
        'Two people have the same signature block. Give each their own, or none.',
      );
    return body.people;
  }

  return {
    make,
    haveRead,
    keepVersion,
    askNext,
    assertMayAsk,
    keepCounted,
    prepared,
    mayReach,

    /** Makes an agreement of a text and writes to whoever acts first. The same key is the same agreement. */
    async send(uid: string, caller: string, body: Sent): Promise<string> {
      const before = await sentWith(uid, body.key);
      const people = checked(body);
      if (before) return sameAgain(uid, before.id, body);
      const { sender, options, version } = await prepared(
        uid,
        caller,
        body,
        people.map(({ party }) => party),
      );
      const now = clock.now();
      const expires = new Date(now.getTime() + days(body.expiresInDays));

      return db.transaction<AgreementTables, string>((trx) =>
        within(trx, uid, async () => {
          await assertMayAsk(trx, uid, people.length, now);
          await assertFewDocuments(trx, uid, now);
          const held = await make(trx, {
            owner_id: uid,
            key: body.key,
            title: body.title,
            message: body.message,
            slug: body.slug ?? null,
            answers: body.answers ?? null,
            template: body.template ?? null,
            follows: await followedBy(trx, uid, body),
            options,
            sender,
            forwarding: body.forwarding,
            reminders: body.reminders,
            expires_at: expires,
            open_id: null,
            text: textOf(body),
            people,
            version,
          });
          // Pressed twice: the other one made it.
          if (!held) return (await sentWith(uid, body.key))?.id ?? '';
          await askNext(trx, held);
          await haveRead(trx, held);
          return held.agreement.id;
        }),
      );
    },
  };

  /** The answer got lost, and it is sent again: the same text to the same people. What was changed meanwhile is no repetition. */
  async function sameAgain(uid: string, id: string, body: Sent): Promise<string> {
    const asked = await tables()
      .selectFrom('agreement_person')
      .select(['email_key', 'name'])
      .where('owner_id', '=', uid)
      .where('agreement_id', '=', id)
      .execute();
    const wanted = new Map(body.people.map(({ email, name }) => [mailAddressKey(email), name]));
    if (asked.length !== wanted.size || asked.some(({ email_key, name }) => wanted.get(email_key) !== name))
      throw new Problem(
        'conflict',
        'This was sent already, to other people. Open it under Agreements and correct it there.',
      );
    const [created] = await eventsOf(tables(), uid, id);
    if (created && created.data['text'] !== undefined && created.data['text'] !== textOf(body))
      throw new Problem(
        'conflict',
        'This was sent already, with the text as it was before. Open it under Agreements: withdraw it there to send the changed text.',
      );
    return id;
  }
}

export type Sending = ReturnType<typeof createSending>;

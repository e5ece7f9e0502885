import { days } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { readBranding } from '#features/branding/rules/branding.ts';
import type { Doc, MadeOf, Press, SheetOptions } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type * as z from 'zod/mini';
import type { sendBody } from '../rules/contract.ts';
import { noHash } from '../rules/events.ts';
import { toAsk } from '../rules/flow.ts';
import { signatureBlocks } from '../rules/places.ts';
import { createAllowance } from './allowance.ts';
import { followedBy } from './following.ts';
import { append, eventsOf, type Held, hold, setAgreement, setPerson, sha256 } from './ledger.ts';
import type { Letters } from './letters.ts';
import type { AgreementTables } from './tables.ts';

type Sent = z.output<typeof sendBody>;

/** What the other side gets to read, in one line. */
const textOf = ({ title, html, message }: Sent): string => sha256(JSON.stringify([title, html, message]));

/** The document and answers that a text was made of: its clauses that are still the same are summed up for who signs. */
export type MakeOf = (slug: string, answers: Record<string, unknown>) => MadeOf | null;

export interface Version {
  doc: Doc;
  pdf: Uint8Array;
  pages: number;
}

export function createSending(
  platform: Platform,
  parts: { press: Press; letters: Letters; within: Room['within']; madeOf: MakeOf },
) {
  const { db, clock, config, site } = platform;
  const { press, letters, within, madeOf } = parts;
  const { assertMayReach, assertMayAsk, assertFewDocuments } = createAllowance({ config });
  const tables = () => db.tables<AgreementTables>();

  const sentWith = (uid: string, key: string) =>
    tables()
      .selectFrom('agreement')
      .select('id')
      .where('owner_id', '=', uid)
      .where('key', '=', key)
      .executeTakeFirst();

  /** Keeps a version and its file; what is signed later is named by the file's hash. */
  async function keepVersion(
    trx: AnyTransaction,
    { agreement }: Held,
    { doc, pdf, pages }: Version,
    words: string,
  ): Promise<string> {
    const trxTables = tablesOf<AgreementTables>(trx);
    const hash = sha256(pdf);
    const part = { owner_id: agreement.owner_id, agreement_id: agreement.id };
    const text = jsonbText(doc);
    await trxTables
      .insertInto('agreement_version')
      .values({ ...part, version: agreement.version, doc: text, pages, sha256: hash, words, at: clock.now() })
      .execute();
    await trxTables
      .insertInto('agreement_file')
      .values({ ...part, sha256: hash, bytes: Buffer.from(pdf) })
      .onConflict((same) => same.doNothing())
      .execute();
    await setAgreement(trx, { agreement }, { bytes: agreement.bytes + pdf.byteLength + text.length });
    return hash;
  }

  /** Writes to everybody whose turn has come. */
  async function askNext(trx: AnyTransaction, held: Held): Promise<void> {
    const now = clock.now();
    for (const person of toAsk(held.people)) {
      await setPerson(trx, person, { state: 'asked', asked_at: now, reminded: 0 });
      await letters.asked(trx, held, person);
      await append(trx, held, now, [{ kind: 'asked', person: person.n, data: { email: person.email } }]);
    }
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
    keepVersion,
    askNext,
    assertMayAsk,

    /** Makes an agreement of a text and writes to whoever acts first. The same key is the same agreement. */
    async send(uid: string, caller: string, body: Sent): Promise<string> {
      const before = await sentWith(uid, body.key);
      const people = checked(body);
      if (before) return sameAgain(uid, before.id, body);
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
      const blocks = signatureBlocks(version.doc.blocks).length;
      if (people.some(({ party }) => party !== null && party >= blocks))
        throw new Problem('bad_request', 'The text has fewer signature blocks than people who sign in one.');
      const now = clock.now();
      const expires = new Date(now.getTime() + days(body.expiresInDays));

      return db.transaction<AgreementTables, string>((trx) =>
        within(trx, uid, async () => {
          await assertMayAsk(trx, uid, people.length, now);
          await assertFewDocuments(trx, uid, now);
          const id = newId('agreement');
          const sender = {
            name: member.name,
            company: branding.companyName.trim().slice(0, 120),
            email: member.email,
          };
          const row = await trx
            .insertInto('agreement')
            .values({
              owner_id: uid,
              id,
              key: body.key,
              title: body.title,
              message: body.message.replaceAll('\0', '').toWellFormed().trim(),
              state: 'out',
              version: 1,
              slug: body.slug ?? null,
              answers: jsonbText(body.answers ?? null),
              template: body.template ?? null,
              follows: await followedBy(trx, uid, body),
              options: jsonbText(options),
              sender: jsonbText(sender),
              forwarding: body.forwarding,
              reminders: body.reminders,
              sent_at: now,
              expires_at: expires,
              last_hash: noHash,
              last_seq: 0,
              read_seq: 0,
              bytes:
                Buffer.byteLength(jsonbText(body.answers ?? null)) + Buffer.byteLength(jsonbText(options)),
              ended_at: null,
              sealed_sha256: null,
            })
            .onConflict((same) => same.columns(['owner_id', 'key']).doNothing())
            .returning('id')
            .executeTakeFirst();
          // Pressed twice: the other one made it.
          if (!row) return (await sentWith(uid, body.key))?.id ?? id;
          await trx
            .insertInto('agreement_person')
            .values(
              people.map(({ name, email, role, turn, party }, n) => ({
                owner_id: uid,
                agreement_id: id,
                n,
                name,
                email: parseMailAddress(email) ?? email,
                email_key: mailAddressKey(email),
                role,
                turn,
                party,
                state: 'waiting' as const,
                reason: '',
                rev: 0,
                seen_version: 0,
                reminded: 0,
                code_tries: 0,
                signature: jsonbText(null),
              })),
            )
            .execute();
          const held = await hold(trx, id, uid);
          const hash = await keepVersion(trx, held, version, 'First version');
          await append(trx, held, now, [
            {
              kind: 'created',
              data: {
                title: body.title,
                text: textOf(body),
                sender: sender.email,
                sha256: hash,
                version: '1',
                hub: site.words().name,
                people: people.map(({ name, email, role }) => `${name} <${email}>, ${role}`).join('; '),
              },
            },
          ]);
          await askNext(trx, held);
          await trx
            .updateTable('agreement')
            .set({ read_seq: held.agreement.last_seq })
            .where('owner_id', '=', uid)
            .where('id', '=', id)
            .execute();
          return id;
        }),
      );
    },
  };

  /** The answer got lost, and it is sent again: the same text to the same people. What was changed meanwhile is no repetition. */
  async function sameAgain(uid: string, id: string, body: Sent): Promise<string> {
    const asked = await tables()
      .selectFrom('agreement_person')
      .select('email_key')
      .where('owner_id', '=', uid)
      .where('agreement_id', '=', id)
      .execute();
    const wanted = new Set(body.people.map(({ email }) => mailAddressKey(email)));
    if (asked.length !== wanted.size || asked.some(({ email_key }) => !wanted.has(email_key)))
      throw new Problem(
        'conflict',
        'This was sent already, to other people. Open it under Agreements and correct the address there.',
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

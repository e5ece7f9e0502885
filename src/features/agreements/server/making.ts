import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import type { Doc } from '#features/documents/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { NewPerson } from '../rules/contract.ts';
import { noHash } from '../rules/events.ts';
import { type Agreement, append, type Held, hold, setAgreement, sha256 } from './ledger.ts';
import type { AgreementTables } from './tables.ts';

export const plainWords = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

export interface Version {
  doc: Doc;
  pdf: Uint8Array;
  pages: number;
}

/** An agreement before anybody was asked. */
export interface NewAgreement extends Pick<
  Agreement,
  | 'owner_id'
  | 'key'
  | 'title'
  | 'message'
  | 'slug'
  | 'answers'
  | 'template'
  | 'follows'
  | 'options'
  | 'sender'
  | 'forwarding'
  | 'reminders'
  | 'expires_at'
  | 'open_id'
> {
  /** What the other side gets to read, as its hash, where its sender may send it again. */
  text?: string;
  people: readonly NewPerson[];
  version: Version;
}

/** How an agreement and its versions come to be, however it was sent. */
export function createMaking({ clock, site }: Pick<Platform, 'clock' | 'site'>) {
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

  /** Makes an agreement with its first version, and asks nobody yet; null where its key has made one already. */
  async function make(trx: AnyTransaction, it: NewAgreement): Promise<Held | null> {
    const { people, version, answers, options, sender, text, ...facts } = it;
    const [id, now, trxTables] = [newId('agreement'), clock.now(), tablesOf<AgreementTables>(trx)];
    const part = { owner_id: it.owner_id, agreement_id: id };
    const row = await trxTables
      .insertInto('agreement')
      .values({
        ...facts,
        id,
        message: plainWords(it.message),
        state: 'out',
        version: 1,
        answers: jsonbText(answers),
        options: jsonbText(options),
        sender: jsonbText(sender),
        sent_at: now,
        last_hash: noHash,
        last_seq: 0,
        read_seq: 0,
        bytes: Buffer.byteLength(jsonbText(answers)) + Buffer.byteLength(jsonbText(options)),
        ended_at: null,
        sealed_sha256: null,
      })
      .onConflict((same) => same.columns(['owner_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return null;
    await trxTables
      .insertInto('agreement_person')
      .values(
        people.map(({ name, email, role, turn, party }, n) => ({
          ...part,
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
    const held = await hold(trx, id, it.owner_id);
    const hash = await keepVersion(trx, held, version, 'First version');
    await append(trx, held, now, [
      {
        kind: 'created',
        data: {
          title: it.title,
          ...(text !== undefined && { text }),
          sender: sender.email,
          sha256: hash,
          version: '1',
          hub: site.words().name,
          people: people.map(({ name, email, role }) => `${name} <${email}>, ${role}`).join('; '),
        },
      },
    ]);
    return held;
  }

  /** What has happened up to now is no news to its sender. */
  async function haveRead(trx: AnyTransaction, { agreement }: Held): Promise<void> {
    await tablesOf<AgreementTables>(trx)
      .updateTable('agreement')
      .set({ read_seq: agreement.last_seq })
      .where('owner_id', '=', agreement.owner_id)
      .where('id', '=', agreement.id)
      .execute();
  }

  return { make, haveRead, keepVersion };
}

export type Making = ReturnType<typeof createMaking>;

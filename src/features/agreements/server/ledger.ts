import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Doc } from '#features/documents/server/public.ts';
import { Problem } from '#base/problem.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import { chained, type EventKind, noHash } from '../rules/events.ts';
import type { AgreementTables } from './tables.ts';

export type Agreement = Selectable<AgreementTables['agreement']>;
export type Person = Selectable<AgreementTables['agreement_person']>;
export type Comment = Selectable<AgreementTables['agreement_comment']>;
export type EventLine = Selectable<AgreementTables['agreement_event']>;

/** An agreement as one transaction works on it: nobody else changes it meanwhile. */
export interface Held {
  agreement: Agreement;
  people: Person[];
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Deliberately without a word about whether there ever was one. */
export const notThere = (): Problem =>
  new Problem('not_found', 'There is no agreement here. It may have been deleted by its sender.');

export const peopleOf = (db: AnyKysely, owner: string, id: string): Promise<Person[]> =>
  tablesOf<AgreementTables>(db)
    .selectFrom('agreement_person')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('agreement_id', '=', id)
    .orderBy('n')
    .execute();

/** Locks it until the transaction ends. `owner` where only the sender may. */
export async function hold(trx: AnyTransaction, id: string, owner?: string): Promise<Held> {
  let query = tablesOf<AgreementTables>(trx)
    .selectFrom('agreement')
    .selectAll()
    .where('id', '=', id)
    .forUpdate();
  if (owner !== undefined) query = query.where('owner_id', '=', owner);
  const agreement = await query.executeTakeFirst();
  if (!agreement) throw notThere();
  return { agreement, people: await peopleOf(trx, agreement.owner_id, id) };
}

type PersonNews = 'sent' | 'signed' | 'declined' | 'overdue';

/** For whoever follows what becomes of the documents of a sender. */
export type OnPerson = (
  trx: AnyTransaction,
  person: { ownerId: string; email: string; name: string; what: PersonNews; id: string },
) => Promise<void>;

/** Once for each person of an agreement, however often they are asked. */
export const tellOf =
  (onPerson: OnPerson | undefined) =>
  async (
    trx: AnyTransaction,
    { agreement: { owner_id, id } }: Pick<Held, 'agreement'>,
    { email, name, n }: Pick<Person, 'email' | 'name' | 'n'>,
    what: PersonNews,
    /** Which one, of what may come more than once. */
    which = '',
  ): Promise<void> =>
    onPerson?.(trx, { ownerId: owner_id, email, name, what, id: `${id}:${n}:${what}${which}` });

export interface Happened {
  kind: EventKind;
  person?: number;
  data?: Record<string, string>;
}

/** Appends what happened to the chain: each event has the hash of the one before in its own. */
export async function append(
  trx: AnyTransaction,
  { agreement }: Pick<Held, 'agreement'>,
  now: Date,
  happened: readonly Happened[],
): Promise<void> {
  if (happened.length === 0) return;
  const tables = tablesOf<AgreementTables>(trx);
  let { last_seq: seq, last_hash: hash } = agreement;
  const rows = happened.map(({ kind, person = null, data = {} }) => {
    const clean = JSON.parse(jsonbText(data)) as Record<string, string>;
    seq += 1;
    hash = sha256(chained({ seq, at: now.toISOString(), kind, person, data: clean }, hash));
    return {
      owner_id: agreement.owner_id,
      agreement_id: agreement.id,
      seq,
      at: now,
      kind,
      person,
      data: jsonbText(clean),
      hash,
    };
  });
  await tables.insertInto('agreement_event').values(rows).execute();
  await tables
    .updateTable('agreement')
    .set({ last_seq: seq, last_hash: hash })
    .where('owner_id', '=', agreement.owner_id)
    .where('id', '=', agreement.id)
    .execute();
  agreement.last_seq = seq;
  agreement.last_hash = hash;
}

export const eventsOf = (db: AnyKysely, owner: string, id: string): Promise<EventLine[]> =>
  tablesOf<AgreementTables>(db)
    .selectFrom('agreement_event')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('agreement_id', '=', id)
    .orderBy('seq')
    .execute();

/** The same events with other words, each with its hash anew: for what must not be kept any longer. */
export async function rewriteLog(
  trx: AnyTransaction,
  { agreement }: Pick<Held, 'agreement'>,
  words: (event: EventLine) => Record<string, string>,
): Promise<void> {
  const events = await eventsOf(trx, agreement.owner_id, agreement.id);
  await tablesOf<AgreementTables>(trx)
    .deleteFrom('agreement_event')
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .execute();
  Object.assign(agreement, { last_seq: 0, last_hash: noHash });
  for (const event of events)
    await append(trx, { agreement }, event.at, [
      { kind: event.kind, data: words(event), ...(event.person !== null && { person: event.person }) },
    ]);
}

/** Changes a person's row, in the database and in hand. */
export async function setPerson(
  trx: AnyTransaction,
  person: Person,
  change: Partial<Omit<Person, 'owner_id' | 'agreement_id' | 'n' | 'signature'>> & {
    signature?: string | null;
  },
): Promise<void> {
  await tablesOf<AgreementTables>(trx)
    .updateTable('agreement_person')
    .set(change as object)
    .where('owner_id', '=', person.owner_id)
    .where('agreement_id', '=', person.agreement_id)
    .where('n', '=', person.n)
    .execute();
  const { signature: _none, ...plain } = change;
  Object.assign(person, plain);
}

export async function setAgreement(
  trx: AnyTransaction,
  { agreement }: Pick<Held, 'agreement'>,
  change: Partial<
    Pick<Agreement, 'state' | 'version' | 'ended_at' | 'expires_at' | 'bytes' | 'sealed_sha256'>
  >,
): Promise<void> {
  await tablesOf<AgreementTables>(trx)
    .updateTable('agreement')
    .set(change)
    .where('owner_id', '=', agreement.owner_id)
    .where('id', '=', agreement.id)
    .execute();
  Object.assign(agreement, change);
}

/** Of the file that is out to be signed. */
export async function currentHash(trx: AnyTransaction, { agreement }: Held): Promise<string> {
  const current = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_version')
    .select('sha256')
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .where('version', '=', agreement.version)
    .executeTakeFirstOrThrow();
  return current.sha256;
}

/** The text of one version. */
export async function docOf(
  db: AnyKysely,
  { owner_id, id }: Held['agreement'],
  version: number,
): Promise<Doc> {
  const row = await tablesOf<AgreementTables>(db)
    .selectFrom('agreement_version')
    .select('doc')
    .where('owner_id', '=', owner_id)
    .where('agreement_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw new Problem('bad_request', 'This version doesn’t exist.');
  return row.doc;
}

/** Whoever came by an open link and hasn’t entered a code may be anybody. */
export const saidBy = (
  { open_id }: Pick<Agreement, 'open_id'>,
  { n, name, proof }: Pick<Person, 'n' | 'name' | 'proof'>,
): string => (open_id !== null && n === 0 && proof === null ? `${name} (address not confirmed)` : name);

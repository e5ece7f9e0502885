import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { jsonFile, type MemberDataSource, type MemberFile } from '#features/accounts/server/public.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  append,
  eventsOf,
  type Held,
  hold,
  peopleOf,
  rewriteLog,
  setAgreement,
  setPerson,
} from './ledger.ts';
import { duesOf } from './due/reading.ts';
import type { AgreementTables } from './tables.ts';

/** With the account go its agreements; before, they can be taken along with their files. */
export function agreementMemberData({ db }: Pick<Platform, 'db'>): MemberDataSource {
  return {
    name: 'agreements',
    async *gather(uid): AsyncGenerator<MemberFile> {
      const tables = db.tables<AgreementTables>();
      const all = await tables
        .selectFrom('agreement')
        .select([
          'id',
          'title',
          'state',
          'message',
          'sent_at',
          'ended_at',
          'version',
          'answers',
          'sealed_sha256',
        ])
        .where('owner_id', '=', uid)
        .orderBy('sent_at')
        .execute();
      for (const agreement of all) {
        const folder = `agreements/${fileName(agreement.title)}-${agreement.id.slice(-6)}`;
        const people = await peopleOf(tables, uid, agreement.id);
        yield jsonFile(`${folder}/agreement.json`, {
          ...agreement,
          people: people.map(({ code_hash: _none, ...person }) => person),
          events: await eventsOf(tables, uid, agreement.id),
          comments: await tables
            .selectFrom('agreement_comment')
            .selectAll()
            .where('owner_id', '=', uid)
            .where('agreement_id', '=', agreement.id)
            .execute(),
          dates: (await duesOf(tables, { owner_id: uid, id: agreement.id }, true)).map(
            ({ kind, day, words, isOwn, isChanged, isGone }) => ({
              kind,
              day,
              words,
              isOwn,
              isChanged,
              isGone,
            }),
          ),
        });
        const files = await tables
          .selectFrom('agreement_file')
          .selectAll()
          .where('owner_id', '=', uid)
          .where('agreement_id', '=', agreement.id)
          .execute();
        for (const { sha256, bytes } of files)
          yield {
            path: `${folder}/${sha256 === agreement.sealed_sha256 ? 'signed' : sha256.slice(0, 12)}.pdf`,
            bytes: new Uint8Array(bytes),
          };
      }
    },
    async forget(trx, uid) {
      await trx.deleteFrom('agreement').where('owner_id', '=', uid).execute();
    },
  };
}

/** What is kept about somebody who was asked to sign. What they signed stays with the other side, who may need it as proof. */
export function agreementPerson({ db, clock }: Pick<Platform, 'db' | 'clock'>): PersonData {
  return {
    erasing: {
      goes: 'Requests to sign, with name, address and comments',
      stays: 'Signatures: the other side’s proof of what was agreed',
    },
    async export(email) {
      const tables = db.tables<AgreementTables>();
      const key = mailAddressKey(email);
      if (key === '') return null;
      const asked = await tables
        .selectFrom('agreement_person as p')
        .innerJoin('agreement as a', (on) =>
          on.onRef('a.owner_id', '=', 'p.owner_id').onRef('a.id', '=', 'p.agreement_id'),
        )
        .select([
          'p.owner_id',
          'p.agreement_id',
          'p.n',
          'a.title',
          'a.sent_at',
          'p.name',
          'p.email',
          'p.role',
          'p.state',
          'p.at',
          'p.reason',
          'p.signed_name',
          'p.initials',
          'p.signature',
          'p.proof',
          'p.network',
        ])
        .where('p.email_key', '=', key)
        .orderBy('a.sent_at')
        .execute();
      if (asked.length === 0) return null;
      return Promise.all(
        asked.map(async ({ owner_id, agreement_id, n, ...facts }) => ({
          ...facts,
          comments: await tables
            .selectFrom('agreement_comment')
            .select(['at', 'quote', 'text', 'words', 'outcome'])
            .where('owner_id', '=', owner_id)
            .where('agreement_id', '=', agreement_id)
            .where('person', '=', n)
            .orderBy('at')
            .execute(),
          events: (await eventsOf(tables, owner_id, agreement_id))
            .filter(({ person }) => person === n)
            .map(({ at, kind, data }) => ({ at, kind, data })),
        })),
      );
    },

    erase: (email) =>
      db.transaction<AgreementTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        // Those who are erased have none.
        if (key === '') return [];
        const rows = await trx
          .selectFrom('agreement_person')
          .select(['agreement_id', 'n', 'state'])
          .where('email_key', '=', key)
          .execute();
        const signed = rows.filter(({ state }) => state === 'signed' || state === 'approved');
        for (const row of rows) if (!signed.includes(row)) await takeOut(trx, row, clock.now());
        await clearFormer(trx, email.trim());
        return [
          ...(rows.length > signed.length
            ? [
                `${rows.length - signed.length} requests to sign cleared of name, address and comments; a log that is sealed with a signed agreement stays as it is`,
              ]
            : []),
          ...(signed.length > 0
            ? [`${signed.length} signatures kept: the other side’s proof of what was agreed`]
            : []),
        ];
      }),
  };
}

/** Somebody who will not sign anymore: nobody waits for them, nothing is sent to them, and nothing names them. */
async function takeOut(
  trx: AnyTransaction,
  { agreement_id, n }: { agreement_id: string; n: number },
  now: Date,
) {
  const held = await hold(trx, agreement_id);
  const person = held.people.find((one) => one.n === n);
  if (!person) return;
  const { name, email } = person;
  const hasEnded = !['out', 'expired'].includes(held.agreement.state) || person.role === 'copy';
  await setPerson(trx, person, {
    name: erased,
    email: '',
    email_key: '',
    reason: '',
    code_hash: null,
    network: null,
    rev: person.rev + 1,
    ...(!hasEnded && { state: 'declined' as const, at: now }),
  });
  if (!hasEnded) {
    await setAgreement(trx, held, { state: 'declined', ended_at: now });
    await append(trx, held, now, [{ kind: 'declined', person: n, data: { reason: 'erased' } }]);
  }
  await clearComments(trx, held, n);
  await clearWords(trx, held, namesNobody(email, name));
}

const erased = 'Erased';

const pattern = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Texts without an address, the name that stands before it, and the name where it is known. */
function namesNobody(email: string, name = ''): (text: string) => string {
  const all = [
    `[^;<]*<${pattern(email)}>`,
    ...[email, name].filter(Boolean).map((words) => `(?<![\\p{L}\\p{N}])${pattern(words)}(?![\\p{L}\\p{N}])`),
  ];
  const any = new RegExp(all.join('|'), 'giu');
  return (text) => text.replaceAll(any, (found) => (found.startsWith(' ') ? ` ${erased}` : erased));
}

async function clearComments(trx: AnyTransaction, { agreement }: Held, n: number): Promise<void> {
  await tablesOf<AgreementTables>(trx)
    .updateTable('agreement_comment')
    .set({ author: erased, text: '', words: null })
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .where('person', '=', n)
    .execute();
}

/** A log that is sealed with a signed file is proof, and the same file is with everybody: only an open one is written anew. */
async function clearWords(trx: AnyTransaction, held: Held, without: (text: string) => string): Promise<void> {
  const tables = tablesOf<AgreementTables>(trx);
  const { owner_id, id, state } = held.agreement;
  if (state === 'signed') return;
  const versions = await tables
    .selectFrom('agreement_version')
    .select(['version', 'words'])
    .where('owner_id', '=', owner_id)
    .where('agreement_id', '=', id)
    .execute();
  for (const { version, words } of versions)
    await tables
      .updateTable('agreement_version')
      .set({ words: without(words) })
      .where('owner_id', '=', owner_id)
      .where('agreement_id', '=', id)
      .where('version', '=', version)
      .execute();
  await rewriteLog(trx, held, ({ data }) =>
    Object.fromEntries(Object.entries(data).map(([key, text]) => [key, without(text)])),
  );
}

/** Who passed it on, or was asked in error, is in the log alone. */
async function clearFormer(trx: AnyTransaction, email: string): Promise<void> {
  const rows = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_event as e')
    .innerJoin('agreement as a', (on) =>
      on.onRef('a.owner_id', '=', 'e.owner_id').onRef('a.id', '=', 'e.agreement_id'),
    )
    .select('a.id')
    .distinct()
    .where('a.state', '<>', 'signed')
    .where(sql<boolean>`strpos(lower(e.data::text), ${email.toLowerCase()}) > 0`)
    .execute();
  for (const { id } of rows) await clearWords(trx, await hold(trx, id), namesNobody(email));
}

import { mailAddressKey } from '#base/mail-address.ts';
import { jsonFile, type MemberDataSource, type MemberFile } from '#features/accounts/server/public.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { append, eventsOf, hold, peopleOf, setAgreement, setPerson } from './ledger.ts';
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
    async export(email) {
      const tables = db.tables<AgreementTables>();
      const key = mailAddressKey(email);
      const asked = await tables
        .selectFrom('agreement_person as p')
        .innerJoin('agreement as a', (on) =>
          on.onRef('a.owner_id', '=', 'p.owner_id').onRef('a.id', '=', 'p.agreement_id'),
        )
        .select([
          'a.title',
          'a.sent_at',
          'p.name',
          'p.email',
          'p.role',
          'p.state',
          'p.at',
          'p.reason',
          'p.signed_name',
          'p.signature',
          'p.proof',
          'p.network',
        ])
        .where('p.email_key', '=', key)
        .orderBy('a.sent_at')
        .execute();
      return asked.length === 0 ? null : asked;
    },

    erase: (email) =>
      db.transaction<AgreementTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        const rows = await trx
          .selectFrom('agreement_person')
          .select(['agreement_id', 'n', 'state'])
          .where('email_key', '=', key)
          .execute();
        const signed = rows.filter(({ state }) => state === 'signed' || state === 'approved');
        for (const row of rows) if (!signed.includes(row)) await takeOut(trx, row, clock.now());
        return [
          ...(rows.length > signed.length
            ? [
                `${rows.length - signed.length} requests to sign cleared of name and address; the log of the other side’s agreement keeps what happened`,
              ]
            : []),
          ...(signed.length > 0
            ? [`${signed.length} signatures kept: the other side’s proof of what was agreed`]
            : []),
        ];
      }),
  };
}

/** Somebody who will not sign anymore: nobody waits for them, and nothing is sent to them. */
async function takeOut(
  trx: AnyTransaction,
  { agreement_id, n }: { agreement_id: string; n: number },
  now: Date,
) {
  const held = await hold(trx, agreement_id);
  const person = held.people.find((one) => one.n === n);
  if (!person) return;
  const hasEnded = !['out', 'expired'].includes(held.agreement.state) || person.role === 'copy';
  await setPerson(trx, person, {
    name: 'Erased',
    email: '',
    email_key: '',
    reason: '',
    code_hash: null,
    network: null,
    rev: person.rev + 1,
    ...(!hasEnded && { state: 'declined' as const, at: now }),
  });
  if (hasEnded) return;
  await setAgreement(trx, held, { state: 'declined', ended_at: now });
  await append(trx, held, now, [{ kind: 'declined', person: n, data: { reason: 'erased' } }]);
}

import { jsonFile, type MemberDataSource, type MemberFile } from '#features/accounts/server/public.ts';
import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AgreementTables } from '../tables.ts';

/** Open links go with the account; before, they can be taken along with their texts. */
export function openMemberData({ db }: Pick<Platform, 'db'>) {
  return {
    name: 'open links',
    async *gather(uid: string): AsyncGenerator<MemberFile> {
      const links = await db
        .tables<AgreementTables>()
        .selectFrom('agreement_open')
        .selectAll()
        .where('owner_id', '=', uid)
        .orderBy('made_at')
        .execute();
      for (const { pdf, doc: _printed, key: _key, ...link } of links) {
        const folder = `agreements/open-links/${fileName(link.title)}-${link.id.slice(-6)}`;
        yield jsonFile(`${folder}/link.json`, link);
        yield { path: `${folder}/text.pdf`, bytes: new Uint8Array(pdf) };
      }
    },
    async forget(trx: AnyTransaction, uid: string) {
      await tablesOf<AgreementTables>(trx).deleteFrom('agreement_open').where('owner_id', '=', uid).execute();
    },
  } satisfies MemberDataSource;
}

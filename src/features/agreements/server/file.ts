import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import { type Agreement, notThere } from './ledger.ts';
import type { AgreementTables } from './tables.ts';

/** The sealed file once there is one, until then the version that is out. */
export async function fileOf(db: AnyKysely, agreement: Agreement): Promise<Response> {
  const tables = tablesOf<AgreementTables>(db);
  const version = await tables
    .selectFrom('agreement_version')
    .select('sha256')
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .where('version', '=', agreement.version)
    .executeTakeFirst();
  const sha256 = agreement.sealed_sha256 ?? version?.sha256;
  const file = await tables
    .selectFrom('agreement_file')
    .select('bytes')
    .where('owner_id', '=', agreement.owner_id)
    .where('agreement_id', '=', agreement.id)
    .where('sha256', '=', sha256 ?? '')
    .executeTakeFirst();
  if (!file) throw notThere();
  const name = `${fileName(agreement.title)}${agreement.sealed_sha256 ? '-signed' : `-v${agreement.version}`}.pdf`;
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** For the mail that carries it; null if it is gone. */
export async function sealedBytes(db: AnyKysely, id: string): Promise<Uint8Array | null> {
  const file = await tablesOf<AgreementTables>(db)
    .selectFrom('agreement as a')
    .innerJoin('agreement_file as f', (on) =>
      on
        .onRef('f.owner_id', '=', 'a.owner_id')
        .onRef('f.agreement_id', '=', 'a.id')
        .onRef('f.sha256', '=', 'a.sealed_sha256'),
    )
    .select('f.bytes')
    .where('a.id', '=', id)
    .executeTakeFirst();
  return file ? new Uint8Array(file.bytes) : null;
}

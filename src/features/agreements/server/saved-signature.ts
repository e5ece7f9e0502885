import * as z from 'zod/mini';
import { jsonFile, type MemberDataSource, type MemberFile } from '#features/accounts/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { jsonbText } from '#platform/server/outbox/tables.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { signature, type SignatureInput } from '../rules/contract.ts';
import { agreementsApi } from '../rules/member-addresses.ts';
import type { AgreementTables } from './tables.ts';

const saved = z.object({ signature: z.nullable(signature) });

/** Null where the member keeps none. */
export async function savedSignatureOf(db: AnyKysely, uid: string): Promise<SignatureInput | null> {
  const row = await tablesOf<AgreementTables>(db)
    .selectFrom('agreement_signature')
    .select('signature')
    .where('owner_id', '=', uid)
    .executeTakeFirst();
  return row?.signature ?? null;
}

export async function saveSignature(
  db: AnyKysely,
  uid: string,
  value: SignatureInput,
  at: Date,
): Promise<void> {
  const written = { signature: jsonbText(value), at };
  await tablesOf<AgreementTables>(db)
    .insertInto('agreement_signature')
    .values({ owner_id: uid, ...written })
    .onConflict((same) => same.column('owner_id').doUpdateSet(written))
    .execute();
}

export const savedSignatureRoutes = ({ db }: Pick<Platform, 'db'>): Route[] => [
  route({
    method: 'GET',
    path: agreementsApi.signature,
    access: 'member',
    summary: 'Get the signature that you saved for the next document',
    answer: saved,
    handle: async ({ viewer }) => ({ signature: await savedSignatureOf(db.tables(), viewer.uid) }),
  }),
  route({
    method: 'DELETE',
    path: agreementsApi.signature,
    access: 'member',
    summary: 'Delete your saved signature',
    description: 'What you signed with it stays signed.',
    answer: saved,
    limit: { name: 'saved-signature', max: 100, perSeconds: 3600, by: 'viewer' },
    async handle({ viewer }) {
      await db
        .tables<AgreementTables>()
        .deleteFrom('agreement_signature')
        .where('owner_id', '=', viewer.uid)
        .execute();
      return { signature: null };
    },
  }),
];

export function savedSignatureData({ db }: Pick<Platform, 'db'>) {
  return {
    name: 'saved signature',
    async *gather(uid: string): AsyncGenerator<MemberFile> {
      const value = await savedSignatureOf(db.tables(), uid);
      if (value) yield jsonFile('agreements/saved-signature.json', value);
    },
    async forget(trx: AnyTransaction, uid: string) {
      await tablesOf<AgreementTables>(trx)
        .deleteFrom('agreement_signature')
        .where('owner_id', '=', uid)
        .execute();
    },
  } satisfies MemberDataSource;
}

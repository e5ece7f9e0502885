import { hours } from '#base/clock.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { nameOf, speaksOf } from '../rules/after.ts';
import type { AgreementState } from '../rules/contract.ts';
import type { Agreement } from './ledger.ts';
import type { AgreementTables } from './tables.ts';

/** The signed agreement that this one changes or ends: the one that is named, or the one that its answers speak of. */
export async function followedBy(
  trx: AnyTransaction,
  uid: string,
  body: { follows?: string | undefined; answers?: Record<string, unknown> | undefined },
): Promise<string | null> {
  const signed = tablesOf<AgreementTables>(trx)
    .selectFrom('agreement as a')
    .innerJoin('agreement_version as v', (on) =>
      on
        .onRef('v.owner_id', '=', 'a.owner_id')
        .onRef('v.agreement_id', '=', 'a.id')
        .onRef('v.version', '=', 'a.version'),
    )
    .select(['a.id', 'a.title', 'a.ended_at', 'v.doc'])
    .where('a.owner_id', '=', uid)
    .where('a.state', '=', 'signed');
  if (body.follows !== undefined)
    return (await signed.where('a.id', '=', body.follows).executeTakeFirst())?.id ?? null;
  const given = String(body.answers?.['contractDate']);
  const date = new Date(given);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(date.getTime())) return null;
  const near = await signed
    .where('a.ended_at', '>', new Date(date.getTime() - hours(48)))
    .where('a.ended_at', '<', new Date(date.getTime() + hours(72)))
    .orderBy('a.ended_at', 'desc')
    .limit(30)
    .execute();
  const found = near.find(
    ({ ended_at, doc, title }) =>
      ended_at !== null && speaksOf(body.answers ?? null, nameOf(doc.blocks, title), ended_at),
  );
  return found?.id ?? null;
}

/** The agreement before this one, and those after it. */
export async function relativesOf(
  db: AnyKysely,
  { owner_id, id, follows }: Agreement,
  stateNow: (row: Pick<Agreement, 'state' | 'expires_at'>) => AgreementState,
) {
  const rows = await tablesOf<AgreementTables>(db)
    .selectFrom('agreement')
    .select(['id', 'title', 'state', 'slug', 'follows', 'expires_at'])
    .where('owner_id', '=', owner_id)
    .where((either) => either.or([either('follows', '=', id), either('id', '=', follows ?? '')]))
    .orderBy('sent_at')
    .limit(100)
    .execute();
  const shown = rows.map((row) => ({ ...row, state: stateNow(row) }));
  const before = shown.find((row) => row.id === follows);
  return {
    follows: before ? { id: before.id, title: before.title, state: before.state } : null,
    followedBy: shown
      .filter((row) => row.follows === id)
      .map(({ id: own, title, state, slug }) => ({ id: own, title, state, slug })),
  };
}

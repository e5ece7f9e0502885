import { countryName } from '#base/countries.ts';
import { Problem } from '#base/problem.ts';
import { addressLines, type BillingDetails } from '../rules/details.ts';
import { type BillingContext, liveOf, type Reader, type Trx } from './context.ts';
import type { BillingTables, Buyer, DetailsRow, PaymentRow, SubscriptionRow } from './tables.ts';

export const invalidVatId = 'This isn’t a valid VAT ID for that country.';

const detailsOf = (trx: Reader, owner: string): Promise<DetailsRow | undefined> =>
  trx.selectFrom('billing_details').selectAll().where('owner_id', '=', owner).executeTakeFirst();

type Given = Partial<Pick<BillingDetails, 'name' | 'company' | 'address'>> & { country: string };

/** Given with a plan, or by themselves; what is left out stays as it was. */
export async function keepDetails(
  trx: Trx,
  owner: string,
  given: { [Key in keyof Given]: Given[Key] | undefined } & { country: string; vatId: string | null },
  now: Date,
): Promise<void> {
  const before = await detailsOf(trx, owner);
  const row = {
    name: given.name?.trim() ?? before?.name ?? '',
    company: given.company?.trim() ?? before?.company ?? '',
    address: given.address === undefined ? (before?.address ?? '') : addressLines(given.address).join('\n'),
    country: given.country,
    vat_id: given.vatId,
    changed_at: now,
  };
  await trx
    .insertInto('billing_details')
    .values({ owner_id: owner, ...row })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(row))
    .execute();
}

/** Put on every invoice from now on; those that are written stay as they are. */
export async function changeDetails(
  context: BillingContext,
  owner: string,
  details: BillingDetails,
): Promise<void> {
  const { vatIdState, vatId } = await context.books.tax(0, details.country, details.vatId);
  if (vatIdState === 'invalid')
    throw new Problem('bad_request', invalidVatId, { fields: { vatId: invalidVatId } });
  const { db, clock } = context.platform;
  await db.transaction<BillingTables, void>((trx) =>
    keepDetails(trx, owner, { ...details, vatId }, clock.now()),
  );
}

export async function detailsView(context: BillingContext, trx: Reader, owner: string) {
  const row = await detailsOf(trx, owner);
  if (!row) return null;
  const { name, company, address, country, vat_id } = row;
  const live = await liveOf(trx, owner, context.platform.clock.now());
  const isAgreed = !live || (live.country === country && live.vat_id === vat_id);
  const note = isAgreed ? '' : 'Saved. The new country and VAT ID apply to tax from your next plan change.';
  return { name, company, address, country, vatId: vat_id ?? '', note };
}

/** As an invoice that is written now names them. Country and VAT id are those that the tax was agreed with. */
export async function buyerNow(context: BillingContext, trx: Trx, row: SubscriptionRow): Promise<Buyer> {
  const details = row.owner_id === null ? undefined : await detailsOf(trx, row.owner_id);
  const { name = row.buyer_name, company = '', address = '' } = details ?? {};
  const { country, vat_id, tax_basis_points, reverse_charge } = row;
  const language = context.platform.site.words().language;
  const lines = [
    company,
    name,
    ...addressLines(address),
    country && countryName(country, language),
    row.email,
    vat_id ? `${isVatId(vat_id, country) ? 'VAT' : 'Tax ID'} ${vat_id}` : '',
  ];
  return {
    lines: lines.filter(Boolean),
    country,
    taxBasisPoints: tax_basis_points,
    reverseCharge: reverse_charge,
  };
}

const isVatId = (id: string, country: string): boolean => id.startsWith(country === 'GR' ? 'EL' : country);

/** As the invoice of this payment names them; one that was written before buyers were kept has what was agreed. */
export const buyerOf = (row: SubscriptionRow, { buyer }: PaymentRow): Buyer =>
  buyer ?? {
    lines: [row.buyer_name, row.email, row.country, row.vat_id ? `VAT ${row.vat_id}` : ''].filter(Boolean),
    country: row.country,
    taxBasisPoints: row.tax_basis_points,
    reverseCharge: row.reverse_charge,
  };

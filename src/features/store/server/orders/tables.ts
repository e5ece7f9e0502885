import type { ColumnType, Generated } from 'kysely';
import type { VatIdState } from '../../rules/tax.ts';
import type { ProductFileTable, ProductTable, ProductVersionTable } from '../tables.ts';

export interface OrderTable {
  id: string;
  owner_id: string | null;
  checkout_key: string;
  /** The same for all states of one cart, those that were replaced too. */
  cart_key: ColumnType<string, never, never>;
  digest: string;
  state: 'open' | 'replaced' | 'paid' | 'refunded';
  email: string;
  email_key: string;
  link_version: Generated<number>;
  country: string;
  buyer_name: Generated<string>;
  /** As a corrected invoice says it, a line below the other. */
  buyer_address: Generated<string>;
  vat_id: string | null;
  vat_state: VatIdState;
  consent_text: string | null;
  wants_news: Generated<boolean>;
  subtotal_cents: number;
  discount_cents: number;
  tax_cents: number;
  tax_basis_points: number;
  reverse_charge: Generated<boolean>;
  total_cents: number;
  refunded_cents: Generated<number>;
  coupon_code: string | null;
  /** What the payment provider calls it, once it knows it. */
  provider_order_id: string | null;
  invoice_number: string | null;
  source: Generated<string>;
  external_id: string | null;
  /** The funnel it came from. */
  funnel: ColumnType<string | null, string | null | undefined, never>;
  /** What the funnel knows it by again. */
  funnel_mark: ColumnType<string | null, string | null | undefined, never>;
  /** The seller as they stood on the invoice. */
  seller: ColumnType<SellerLines | null, string | null | undefined, string | null>;
  created_at: Date;
  paid_at: Date | null;
  withdrawn_at: Date | null;
  /** The provider holds the money back since then. */
  held_at: Generated<Date | null>;
  held_reason: Generated<string | null>;
  /** And refused it after all. */
  denied_at: Generated<Date | null>;
}

export interface SellerLines {
  lines: string[];
}

/** Whom an invoice is made out to. */
export interface InvoiceBuyer {
  name: string;
  address: string;
  vatId: string | null;
}

/** An invoice that was replaced: by the credit note that cancels it, and the invoice in its place. */
export interface CorrectionTable {
  order_id: string;
  /** From one: an order can be corrected again. */
  position: number;
  number: string;
  replaces: string;
  credit_number: string;
  /** What hadn’t been refunded of it by then, and what had. */
  cents: number;
  refunded_before: number;
  buyer_before: InvoiceBuyer;
  seller: SellerLines;
  reason: string;
  /** The operator, by name. */
  asked_by: string | null;
  issued_at: Date;
}

export interface OrderLineTable {
  order_id: string;
  position: number;
  product_id: string;
  title: string;
  version: string;
  unit_cents: number;
  quantity: number;
  line_cents: number;
  discount_cents: number;
  unlocks: string[];
}

export interface LicenceKeyTable {
  order_id: string;
  position: number;
  serial: number;
  key: string;
  issued_at: Date;
  replaced_at: Date | null;
}

export interface CouponTable {
  code: string;
  percent_off: number | null;
  cents_off: number | null;
  product_ids: string[] | null;
  valid_until: Date | null;
  most_uses: number | null;
  used: Generated<number>;
  note: Generated<string>;
  created_at: Date;
  removed_at: Date | null;
}

export interface OrderTables {
  store_order: OrderTable;
  store_order_line: OrderLineTable;
  store_licence_key: LicenceKeyTable;
  store_coupon: CouponTable;
  store_coupon_hold: { order_id: string; code: string; held_until: Date; given_back: Generated<boolean> };
  store_number: { series: string; last: number };
  store_credit_note: {
    number: string;
    order_id: string;
    refund_key: string;
    cents: number;
    reason: string;
    issued_at: Date;
  };
  store_correction: Omit<CorrectionTable, 'buyer_before' | 'seller'> & {
    buyer_before: ColumnType<InvoiceBuyer, string, never>;
    seller: ColumnType<SellerLines, string, never>;
  };
  /** Files that one order has beside those of its products. */
  store_order_file: {
    id: string;
    order_id: string;
    name: string;
    bytes: number;
    given_at: Date;
    given_by: string | null;
    removed_at: Generated<Date | null>;
    /** Its bytes are gone. */
    is_cleared: Generated<boolean>;
  };
  store_download: { order_id: string; at: Date; product_id: string; version: string; name: string };
  store_cart: {
    owner_id: string;
    items: ColumnType<unknown, string, string>;
    version: number;
    changed_at: Date;
  };
  store_sales_day: { day: string; kind: string; key: string };
  store_sales_stale: { day: string };
  store_webhook: { url: string; secret: string; created_at: Date };
  store_product: ProductTable;
  store_product_version: ProductVersionTable;
  store_product_file: ProductFileTable;
}

import * as z from 'zod/mini';
import { countries } from '#base/countries.ts';
import { quoteAnswer, quoteRequest } from './contract.ts';
import { mostCodeLength } from './coupon.ts';
import { funnelMark, funnelSlug } from './direct.ts';

const amount = z.int().check(z.nonnegative());
const items = quoteRequest.shape.items.check(z.minLength(1, 'at least one product'));
const country = z.string('two letters such as DE').check(
  z.regex(/^[A-Z]{2}$/, 'two letters such as DE'),
  z.refine((code) => countries.includes(code), 'no country has this code'),
);
const short = (most: number) => z.string().check(z.maxLength(most, `at most ${most} characters`));

const buyer = {
  items,
  country,
  vatId: z.optional(short(40)),
  coupon: z.optional(short(mostCodeLength)),
};

export const billRequest = z.strictObject(buyer);
export type BillRequest = z.output<typeof billRequest>;

const vatIdState = z.enum(['none', 'valid', 'invalid', 'unchecked']);

export const billAnswer = z.object({
  quote: quoteAnswer,
  subtotalCents: amount,
  discountCents: amount,
  taxCents: amount,
  taxBasisPoints: amount,
  reverseCharge: z.boolean(),
  totalCents: amount,
  /** Null where none was given. */
  coupon: z.nullable(z.object({ ok: z.boolean(), words: z.string() })),
  vatId: z.object({ state: vatIdState, words: z.string() }),
  /** Whether tax is worked out for this country, so that an id matters. */
  taxed: z.boolean(),
  /** What must be ticked before paying; null where no law asks for it. */
  consentText: z.nullable(z.string()),
  /** Titles that this account holds already. */
  alreadyBought: z.array(z.string()),
});
export type BillAnswer = z.output<typeof billAnswer>;

export const checkoutRequest = z.strictObject({
  ...buyer,
  /** One cart being paid, in however many tabs: the browser makes it once. */
  checkoutKey: z.string().check(z.regex(/^[a-z0-9]{16,64}$/, 'a key of this cart')),
  email: z.optional(short(254)),
  name: z.optional(short(200)),
  agreed: z.boolean(),
  wantsNews: z.boolean(),
  wantsReminders: z.boolean(),
  /** The funnel that led here. */
  funnel: z.optional(z.string().check(z.regex(funnelSlug, 'the address of a funnel'))),
  /** As the funnel gave it. */
  mark: z.optional(z.string().check(z.regex(funnelMark, 'a mark of a funnel'))),
  /** The total that the buyer saw. */
  seenTotalCents: amount,
});
export type CheckoutRequest = z.output<typeof checkoutRequest>;

export const checkoutAnswer = z.object({
  state: z.enum(['open', 'paid']),
  /** Opens this order's page. */
  token: z.string(),
  /** To be approved with the payment provider; null where nothing is to be paid any more. */
  providerOrderId: z.nullable(z.string()),
});
export type CheckoutAnswer = z.output<typeof checkoutAnswer>;

export const captureRequest = z.strictObject({ token: short(200) });
export const captureAnswer = z.object({
  state: z.enum(['paid', 'pending', 'declined', 'open']),
  words: z.string(),
});
export type CaptureAnswer = z.output<typeof captureAnswer>;

const orderFile = z.object({
  name: z.string(),
  words: z.string(),
  bytes: amount,
  /** Good for fifteen minutes. */
  href: z.string(),
});

const orderLine = z.object({
  position: amount,
  productId: z.string(),
  title: z.string(),
  /** The one that was current when it was bought. */
  version: z.string(),
  quantity: amount,
  unitCents: amount,
  lineCents: amount,
  unlocks: z.array(z.string()),
  onSale: z.boolean(),
  keys: z.array(z.string()),
  versions: z.array(
    z.object({ version: z.string(), date: z.string(), changes: z.string(), files: z.array(orderFile) }),
  ),
});

export const orderView = z.object({
  id: z.string(),
  token: z.string(),
  /** The newest files of all lines in one ZIP; good for fifteen minutes. */
  archive: z.nullable(z.string()),
  state: z.enum(['open', 'paid', 'refunded']),
  /** Why the provider holds its money back, in a sentence for the buyer. */
  held: z.nullable(z.string()),
  /** The provider held its money back and refused it: it is not on its way any more. */
  isDenied: z.boolean(),
  email: z.string(),
  placedAt: z.string(),
  paidAt: z.nullable(z.string()),
  country: z.string(),
  lines: z.array(orderLine),
  subtotalCents: amount,
  discountCents: amount,
  couponCode: z.nullable(z.string()),
  taxCents: amount,
  taxBasisPoints: amount,
  reverseCharge: z.boolean(),
  totalCents: amount,
  refundedCents: amount,
  invoiceNumber: z.nullable(z.string()),
  credits: z.array(z.object({ number: z.string(), cents: amount, issuedAt: z.string(), reason: z.string() })),
  /** Files that were given to this order alone; their links are good for fifteen minutes. */
  given: z.array(z.object({ name: z.string(), bytes: amount, href: z.string() })),
  /** Invoices that were cancelled by a credit note, with the one in their place. */
  corrections: z.array(
    z.object({ number: z.string(), replaces: z.string(), creditNumber: z.string(), issuedAt: z.string() }),
  ),
  consentText: z.nullable(z.string()),
  wantsNews: z.boolean(),
  /** Until when this contract can be withdrawn from; null where it cannot, or was. */
  withdrawUntil: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  isMine: z.boolean(),
  /** Something of it is in the buyer's hands: a file, a document, or a key that was shown. */
  isDelivered: z.boolean(),
});
export type OrderView = z.output<typeof orderView>;
export type OrderViewLine = z.output<typeof orderLine>;

export const purchasesAnswer = z.object({
  orders: z.array(orderView),
  /** Bought as a guest with this address, not in the account yet. */
  claimable: amount,
  /** An address that nobody has proven claims nothing. */
  emailVerified: z.boolean(),
});
export type PurchasesAnswer = z.output<typeof purchasesAnswer>;

export const orderQuery = z.object({ order: short(200) });
export const correctEmailRequest = z.strictObject({ order: short(200), email: short(254) });
export const findOrdersRequest = z.strictObject({ email: short(254) });
export const newsRequest = z.strictObject({ order: short(200), wantsNews: z.boolean() });
export const withdrawRequest = z.strictObject({ order: short(200) });
export const sent = z.object({ sent: z.boolean() });
export const claimAnswer = z.object({ claimed: amount });

export const cartItemsBody = z.strictObject({
  items: z
    .array(z.looseObject({ id: z.union([z.string().check(z.maxLength(200)), z.number()]) }))
    .check(z.maxLength(500, 'at most 500 items')),
  /** The version of the account's cart that these items were made upon. */
  version: amount,
});
export const cartAnswer = z.object({
  items: z.array(z.looseObject({ id: z.union([z.string(), z.number()]) })),
  version: amount,
});
export type CartAnswer = z.output<typeof cartAnswer>;

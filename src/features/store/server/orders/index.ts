import type { PaymentHandler } from '#features/payments/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Shelf } from '../shelf/shelf.ts';
import { type Tax, taxOn, type VatIdState } from '../../rules/tax.ts';
import { readVatId, takesVatId, writeVatId } from '../../rules/vat-id.ts';
import { assertPayable } from './checkout.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { giveBackOverdue } from './coupons.ts';
import { storeDesk } from './desk/index.ts';
import { couponCommands } from './coupon-commands.ts';
import { createOrdersContext, type OrderOptions } from './context.ts';
import { clearRemoved } from './given-files.ts';
import { sendDigest } from './digest.ts';
import { importCommand } from './import-sales.ts';
import { memberRoutes } from './member-routes.ts';
import { orderCommands } from './order-commands.ts';
import { orderRoutes } from './order-routes.ts';
import { orderPerson } from './person.ts';
import { deliverDocument, documentsOf, type Holder } from './rights.ts';
import { settleDenied, settleHeld } from './held.ts';
import { sellerLines, recordPayment, recordRefund } from './record-payment.ts';
import { type Bill, type PrintedBill, printBill } from './bill.ts';
import { tellOfNewVersions } from './new-versions.ts';
import { always, refreshSales } from './sales-days.ts';
import { nextNumber } from './numbers.ts';
import { vatWords } from './vies.ts';
import type { OrderTables } from './tables.ts';
import { forgetUnpaid } from './unpaid.ts';
import { reportCommand, webhookCommand } from './report.ts';
import { licenceKeyRoute } from './licence-key-route.ts';

/** What else is sold here goes by the same rules and into the same books. */
export interface Books {
  /** `vatId` as its country writes it, null where it is none; of a country without VAT the company's number as given. */
  tax(
    netCents: number,
    country: string,
    vatId?: string,
  ): Promise<Tax & { vatIdState: VatIdState; vatWords: string; vatId: string | null }>;
  /** The next number of the one series, taken in the transaction of what it numbers. */
  nextNumber(trx: AnyTransaction, series: 'invoice' | 'credit'): Promise<string>;
  /** The seller as an invoice names them. */
  sellerLines(): string[];
  print(bill: Bill): Promise<PrintedBill>;
}

export interface Orders extends Pick<ServerFeature, 'jobs' | 'person' | 'runsOn'> {
  /** What the operator sees of it, and the products beside it. */
  desk(shelf: Shelf): DeskPage[];
  routes: NonNullable<ServerFeature['routes']>;
  commands: NonNullable<ServerFeature['commands']>;
  /** What the payment rail tells about orders, inside its own transaction. */
  payments: PaymentHandler;
  books: Books;
  /** The documents that an account's orders unlock at this moment. */
  documentsOf(uid: string): Promise<string[]>;
  /** Hands a document over to whoever has an order that unlocks it; that ends the right to withdraw, as a download does. */
  deliverDocument(holder: Holder, slug: string): Promise<boolean>;
}

/** Selling: from a cart to files in the buyer's hands, and what the operator sees of it. */
export function createOrders(platform: Platform, options: OrderOptions): Orders {
  const context = createOrdersContext(platform, options);
  const { db, clock, log } = platform;
  return {
    routes: [
      ...checkoutRoutes(context),
      ...orderRoutes(context),
      ...memberRoutes(context),
      licenceKeyRoute(context.keys),
    ],
    commands: [
      ...orderCommands(context),
      ...couponCommands(platform),
      reportCommand(platform),
      webhookCommand(platform),
      importCommand(platform),
    ],
    desk: (shelf) => storeDesk(context, shelf),
    person: orderPerson(platform),
    jobs: [
      {
        name: 'store-coupon-holds',
        everySeconds: 300,
        async run() {
          await db.transaction<OrderTables, number>((trx) => giveBackOverdue(trx, clock.now()));
        },
      },
      { name: 'store-unpaid-orders', everySeconds: 3600, run: () => forgetUnpaid(db, clock.now()) },
      { name: 'store-digest', everySeconds: 900, run: () => sendDigest(platform) },
      { name: 'store-sales-days', everySeconds: 60, run: () => refreshSales(db, always) },
      { name: 'store-given-files', everySeconds: 3600, run: () => clearRemoved(context) },
      { name: 'store-new-versions', everySeconds: 900, run: () => tellOfNewVersions(platform) },
    ],
    runsOn() {
      const mistakes = context.taxes.mistakes();
      return mistakes.length > 0
        ? [{ service: 'tax', runsOn: 'the last good rates', state: 'up', advice: mistakes[0] ?? '' }]
        : [];
    },
    payments: {
      kind: 'store',
      // The last word before money is taken: a cart that was changed since, or a coupon that went to somebody else.
      mayCapture: ({ reference }) =>
        db.transaction<OrderTables, void>((trx) => assertPayable(trx, reference, clock.now())),
      async paid(trx, { reference }) {
        const isNew = await recordPayment(context, trx, reference);
        if (!isNew) log.error('A payment arrived for an order that is already settled', { order: reference });
      },
      held: (trx, { reference, why }) => settleHeld(context, trx, reference, why),
      declined: (trx, { reference }) => settleDenied(context, trx, reference),
      async refunded(trx, { reference, cents, refundId, reason }) {
        const refund = { orderId: reference, cents, key: refundId, reason: reason ?? '' };
        await recordRefund(context, trx, refund);
      },
    },
    books: {
      async tax(netCents, country, vatId) {
        // Elsewhere a company's number is whatever it is, and changes no tax.
        const isVat = takesVatId(country);
        const vatIdState = isVat ? await context.vat(vatId, country) : 'none';
        const id = readVatId(vatId ?? '', country);
        const written = id && vatIdState !== 'invalid' ? writeVatId(id) : null;
        return {
          vatIdState,
          vatId: isVat ? written : vatId?.trim() || null,
          ...taxOn(netCents, { country, vatIdState }, context.taxes.now()),
          vatWords: vatWords[vatIdState],
        };
      },
      nextNumber: (trx, series) => nextNumber(tablesOf<OrderTables>(trx), series, clock.now()),
      sellerLines: () => sellerLines(platform),
      print: (bill) => printBill(platform, bill),
    },
    documentsOf: (uid) => documentsOf(db.tables<OrderTables>(), uid),
    deliverDocument: (holder, slug) =>
      db.transaction<OrderTables, boolean>((trx) =>
        deliverDocument(trx, context.links, holder, slug, clock.now()),
      ),
  };
}

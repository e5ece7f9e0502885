import type { ConsolePage } from '#platform/server/console.ts';
import type { OrdersContext } from '../context.ts';
import { customersPage } from './customers.ts';
import { ordersPage } from './orders.ts';
import { couponsPage, productsPage } from './products.ts';
import { salesPage } from './sales.ts';

export const storeConsole = (context: OrdersContext): ConsolePage[] => [
  salesPage(context.platform),
  ordersPage(context),
  customersPage(context.platform),
  productsPage(context.platform),
  couponsPage(context.platform),
];

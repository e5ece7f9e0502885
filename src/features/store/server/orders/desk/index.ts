import type { DeskPage } from '#platform/server/desk.ts';
import type { OrdersContext } from '../context.ts';
import { customersPage } from './customers.ts';
import { ordersPage } from './orders.ts';
import { couponsPage, productsPage } from './products.ts';
import { salesPage } from './sales.ts';

export const storeDesk = (context: OrdersContext): DeskPage[] => [
  salesPage(context.platform),
  ordersPage(context),
  customersPage(context.platform),
  productsPage(context.platform),
  couponsPage(context.platform),
];

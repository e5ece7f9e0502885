import type { ConsolePage } from '#platform/server/console.ts';
import type { Desk } from '../desk.ts';
import { customersPage } from './customers.ts';
import { ordersPage } from './orders.ts';
import { couponsPage, productsPage } from './products.ts';
import { salesPage } from './sales.ts';

export const storeConsole = (desk: Desk): ConsolePage[] => [
  salesPage(desk.platform),
  ordersPage(desk),
  customersPage(desk.platform),
  productsPage(desk.platform),
  couponsPage(desk.platform),
];

import type { DeskPage } from '#platform/server/desk.ts';
import type { Shelf } from '../../shelf/shelf.ts';
import type { OrdersContext } from '../context.ts';
import { customersPage } from './customers.ts';
import { ordersPage } from './orders.ts';
import { couponsPage } from './coupons.ts';
import { productsPage } from './products.ts';
import { salesPage } from './sales.ts';

export const storeDesk = (context: OrdersContext, shelf: Shelf): DeskPage[] => [
  salesPage(context.platform, context.visitsOf),
  ordersPage(context),
  customersPage(context.platform),
  productsPage(context.platform, shelf),
  couponsPage(context.platform),
];

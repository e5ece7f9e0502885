// A process of its own that takes the money of one order, for the test that kills it in between.
import { systemClock } from '#base/clock.ts';
import { createDonations, createPayments } from '#features/payments/server/public.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { paymentsPlatform } from './payments-hub.ts';

const [databaseUrl = '', paypal = '', orderId = ''] = process.argv.slice(2);
const db = await openDatabase({ databaseUrl, dataDir: '' }, silentLog);
const platform = paymentsPlatform(db, systemClock, JSON.parse(paypal) as never);
const payments = createPayments(platform);
payments.tell(createDonations(platform).handler);
await payments.capture(orderId);
console.log('recorded');

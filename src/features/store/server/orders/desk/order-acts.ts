import { countOf } from '#base/count.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import { orderByName, refundable, refundOrder, reissueKeys, resendReceipt } from '../by-hand.ts';
import type { OrdersContext } from '../context.ts';
import { changeEmail } from '../order-mails.ts';
import { money } from '../words.ts';

/** What can be done about one order. */
export const orderActs = (context: OrdersContext): DeskAct[] => [
  {
    name: 'resend',
    label: 'Resend the receipt',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `The receipt of order ${order.id}, with its link and keys, will be emailed to ${order.email}.`,
        fields: [],
      };
    },
    act: async (id) => resendReceipt(context, await orderByName(context, id)),
  },
  {
    name: 'change-email',
    label: 'Change the email',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `Order ${order.id} belongs to ${order.email}. Earlier links stop working, and the receipt goes to the new address.`,
        fields: [{ name: 'email', label: 'Email', kind: 'email', value: order.email }],
      };
    },
    async act(id, { email = '' }) {
      const order = await changeEmail(context, await orderByName(context, id), email);
      return `The order now belongs to ${order.email}, who was sent the receipt.`;
    },
  },
  {
    name: 'reissue-keys',
    label: 'Replace the license keys',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `The keys of order ${order.id} are replaced, and the new ones are emailed to ${order.email}.`,
        fields: [],
      };
    },
    async act(id) {
      const made = await reissueKeys(context, await orderByName(context, id));
      return `${countOf(made.length, 'license key')} replaced and emailed.`;
    },
  },
  {
    name: 'refund',
    label: 'Refund',
    isGrave: true,
    async ask(id) {
      const order = await orderByName(context, id);
      const left = refundable(order);
      const whole =
        order.source === 'hub'
          ? 'The money is sent back'
          : `Refund the money at ${order.source}; this only updates the books here`;
      return {
        words: `Of order ${order.id} by ${order.email}, ${money(left)} can be refunded. ${whole}, a credit note is issued and the buyer is told. A full refund closes the files.`,
        fields: [
          { name: 'dollars', label: 'Amount to refund, in dollars', value: (left / 100).toFixed(2) },
          { name: 'reason', label: 'Reason (shown to the buyer)' },
        ],
      };
    },
    async act(id, { dollars = '', reason = '' }) {
      const order = await orderByName(context, id);
      const words = await refundOrder(context, order, { dollars: dollars.trim(), reason });
      const after = await orderByName(context, id);
      return {
        words,
        before: { refunded: money(order.refunded_cents) },
        after: { refunded: money(after.refunded_cents), of: money(order.total_cents) },
      };
    },
  },
];

import { orderNumber } from '../../../rules/order-number.ts';
import { countOf } from '#base/count.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import {
  assertHasReceipt,
  orderByName,
  refundable,
  refundOrder,
  reissueKeys,
  resendReceipt,
} from '../by-hand.ts';
import { correctInvoice, correctionWords, incorrigible } from '../correction.ts';
import { takesVatId } from '../../../rules/vat-id.ts';
import { giveFiles, removeGiven } from '../given-files.ts';
import { givenOf } from '../read.ts';
import type { OrderTables } from '../tables.ts';
import type { OrdersContext } from '../context.ts';
import { changeEmail, renewLink } from '../order-mails.ts';
import { money } from '../words.ts';

/** What can be done about one order. */
export const orderActs = (context: OrdersContext): DeskAct[] => [
  {
    name: 'resend',
    label: 'Resend the receipt',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `The receipt of order ${orderNumber(order.id)}, with its link and keys, will be emailed to ${order.email}.`,
        fields: [],
      };
    },
    async act(id) {
      const order = await orderByName(context, id);
      return { words: await resendReceipt(context, order), after: { to: order.email } };
    },
  },
  {
    name: 'new-link',
    label: 'Send a new link',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `Links to order ${orderNumber(order.id)} that were emailed or copied stop working, and ${order.email} gets a new one. Downloads under way go on.`,
        fields: [],
      };
    },
    async act(id) {
      const was = await orderByName(context, id);
      assertHasReceipt(was);
      const order = await renewLink(context, was);
      return {
        words: `A new link was sent to ${order.email}.`,
        before: { links: was.link_version },
        after: { links: order.link_version, to: order.email },
      };
    },
  },
  {
    name: 'change-email',
    label: 'Change the email',
    // Whoever has the address has the files and the keys.
    isGrave: true,
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `Order ${orderNumber(order.id)} belongs to ${order.email}. Earlier links stop working, and the receipt goes to the new address.`,
        fields: [{ name: 'email', label: 'Email', kind: 'email', value: order.email }],
      };
    },
    async act(id, { email = '' }) {
      const was = await orderByName(context, id);
      const order = await changeEmail(context, was, email);
      return {
        words: `The order now belongs to ${order.email}, who was sent the receipt.`,
        before: { email: was.email },
        after: { email: order.email },
      };
    },
  },
  {
    name: 'give-file',
    label: 'Give a file',
    button: 'Give and send',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `For the buyer of order ${orderNumber(order.id)} alone, beside what they bought. ${order.email} is told by email, and downloads it from their order.`,
        fields: [
          { name: 'given', label: 'Files', kind: 'files' },
          { name: 'words', label: 'What the email says', kind: 'long', rows: 5 },
        ],
      };
    },
    act: async (id, { words = '' }, by, given) =>
      giveFiles(context, await orderByName(context, id), {
        words,
        given: (await given?.files('given')) ?? [],
        by: by?.name,
      }),
  },
  {
    name: 'remove-file',
    label: 'Remove a given file',
    button: 'Remove',
    async ask(id) {
      const order = await orderByName(context, id);
      const given = await givenOf(context.platform.db.tables<OrderTables>(), [order.id]);
      return {
        words:
          given.length === 0
            ? 'No file was given to this order alone.'
            : 'It can’t be downloaded any more. Whoever has it keeps it.',
        fields:
          given.length === 0
            ? []
            : [
                {
                  name: 'file',
                  label: 'File',
                  options: given.map(({ id: value, name }) => ({ value, label: name })),
                },
              ],
      };
    },
    act: async (id, { file = '' }) => removeGiven(context, await orderByName(context, id), file),
  },
  {
    name: 'correct-invoice',
    label: 'Correct the invoice',
    button: 'Issue the new invoice',
    async ask(id) {
      const order = await orderByName(context, id);
      const why = incorrigible(order);
      if (why !== null) return { words: why, fields: [] };
      return {
        words: correctionWords(order),
        fields: [
          { name: 'was', label: '', kind: 'hidden', value: order.invoice_number ?? '' },
          { name: 'name', label: 'Name or company', value: order.buyer_name },
          { name: 'address', label: 'Address', kind: 'long', rows: 4, value: order.buyer_address },
          ...(takesVatId(order.country)
            ? [{ name: 'vatId', label: 'VAT ID', value: order.vat_id ?? '' }]
            : []),
          { name: 'reason', label: 'Reason (on the credit note)' },
          { name: 'send', label: `Tell ${order.email} by email`, kind: 'check' as const, value: 'yes' },
        ],
      };
    },
    act: async (id, form, by) =>
      correctInvoice(context, await orderByName(context, id), {
        name: form['name'] ?? '',
        address: form['address'] ?? '',
        vatId: form['vatId'] ?? '',
        reason: form['reason'] ?? '',
        was: form['was'],
        isSent: form['send'] !== undefined && form['send'] !== '',
        by: by?.name,
      }),
  },
  {
    name: 'reissue-keys',
    label: 'Replace the license keys',
    async ask(id) {
      const order = await orderByName(context, id);
      return {
        words: `The keys of order ${orderNumber(order.id)} are replaced, and the new ones are emailed to ${order.email}.`,
        fields: [],
      };
    },
    async act(id) {
      const order = await orderByName(context, id);
      const made = await reissueKeys(context, order);
      return {
        words: `${countOf(made.length, 'license key')} replaced and emailed.`,
        after: { keys: made.length, to: order.email },
      };
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
        words: `Of order ${orderNumber(order.id)} by ${order.email}, ${money(left)} can be refunded. ${whole}, a credit note is issued and the buyer is told. A full refund closes the files.`,
        fields: [
          { name: 'dollars', label: 'Amount to refund, in dollars', value: (left / 100).toFixed(2) },
          { name: 'reason', label: 'Reason (shown to the buyer)' },
        ],
      };
    },
    act: async (id, { dollars = '', reason = '' }, by) =>
      refundOrder(context, await orderByName(context, id), {
        dollars: dollars.trim(),
        reason,
        by: by?.name,
      }),
  },
];

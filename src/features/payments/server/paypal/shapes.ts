import * as z from 'zod/mini';

/** What we read of PayPal's answers; whatever else they hold is none of our business. */
const money = z.object({ currency_code: z.string(), value: z.string() });

const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  create_time: z.optional(z.string()),
  status_details: z.optional(z.object({ reason: z.optional(z.string()) })),
});
export type CaptureShape = z.output<typeof capture>;

const refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  invoice_id: z.optional(z.string()),
  links: z.optional(z.array(z.object({ href: z.string(), rel: z.string() }))),
});

const payerName = z.object({ given_name: z.optional(z.string()), surname: z.optional(z.string()) });

export const orderShape = z.object({
  id: z.string(),
  status: z.string(),
  payer: z.optional(
    z.object({
      email_address: z.optional(z.string()),
      name: z.optional(payerName),
      address: z.optional(z.object({ country_code: z.optional(z.string()) })),
    }),
  ),
  purchase_units: z.optional(
    z.array(
      z.object({
        reference_id: z.optional(z.string()),
        custom_id: z.optional(z.string()),
        amount: z.optional(money),
        payee: z.optional(z.object({ merchant_id: z.optional(z.string()) })),
        payments: z.optional(
          z.object({ captures: z.optional(z.array(capture)), refunds: z.optional(z.array(refund)) }),
        ),
      }),
    ),
  ),
});
export type OrderShape = z.output<typeof orderShape>;

export const refundShape = refund;

export const captureWithOrder = z.object({
  id: z.string(),
  supplementary_data: z.optional(
    z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
  ),
});

export const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() });

export const errorShape = z.object({
  name: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
});

export const eventShape = z.object({
  id: z.string().check(z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  resource: z.record(z.string(), z.unknown()),
});

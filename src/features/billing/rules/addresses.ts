// Apart from the contract, so that a screen knows them without the schemas.
export const billingApi = {
  overview: '/api/billing',
  preview: '/api/billing/preview',
  change: '/api/billing/change',
  returned: '/api/billing/returned',
  cancel: '/api/billing/cancel',
  pay: '/api/billing/pay',
  withdraw: '/api/billing/withdraw',
  details: '/api/billing/details',
  invoice: '/api/billing/invoices',
  allInvoices: '/api/billing/invoices.zip',
  monthly: '/api/monthly-donations',
  monthlyStop: '/api/monthly-donations/stop',
} as const;

/** Where a plan is chosen, and where the provider leads back to. */
export const billingPath = '/billing';
/** A member's billing. */
export const billingPlacePath = '/dashboard/billing';
export const monthlyPath = '/donate/monthly';

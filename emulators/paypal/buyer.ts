import { createHash } from 'node:crypto';
import { html, json, type Answer, type RouteRow, seeOther } from './http.ts';
import type { createOrders } from './orders.ts';
import { checkoutPage, donePage, doneScript, sdkScript, subscriptionPage } from './pages.ts';
import type { createSubscriptions } from './subscriptions.ts';
import type { Webhooks } from './webhooks.ts';

interface Parts {
  orders: ReturnType<typeof createOrders>;
  subscriptions: ReturnType<typeof createSubscriptions>;
  webhooks: Webhooks;
  origin(): string;
  /** Whether the script cannot be had just now. */
  isScriptGone(): boolean;
}

/** What a buyer's browser opens: the script, the window in which they agree, the page behind a subscription's link. */
export function buyerRoutes({ orders, subscriptions, webhooks, origin, isScriptGone }: Parts): RouteRow[] {
  return [
    [
      'GET',
      /^\/sdk\/js$/,
      () =>
        isScriptGone()
          ? { status: 503, type: 'text/plain', body: 'The script cannot be had.' }
          : {
              status: 200,
              type: 'text/javascript; charset=utf-8',
              body: sdkScript(origin()),
              // A page of another origin loads it.
              headers: { 'cross-origin-resource-policy': 'cross-origin' },
            },
    ],
    ['GET', /^\/v1\/notifications\/certs\/CERT-emulator$/, () => pemOf(webhooks)],
    [
      'GET',
      /^\/checkoutnow$/,
      ({ url }) => {
        const order = orders.find(url.searchParams.get('token') ?? '');
        const { value = '', currency_code = '' } = order.purchase_units[0]?.amount ?? {};
        return html(
          checkoutPage(order.id, `${value} ${currency_code}`, url.searchParams.get('source') ?? ''),
        );
      },
    ],
    [
      'POST',
      /^\/checkoutnow$/,
      ({ form }) => {
        const order = orders.find(form.get('token') ?? '');
        const act = form.get('act');
        const isApproved = act !== 'cancel';
        if (isApproved)
          orders.approve(
            order.id,
            act === 'decline' ? 'INSTRUMENT_DECLINED' : act === 'pending' ? 'PENDING' : undefined,
          );
        const { return_url, cancel_url } = order.application_context ?? {};
        const back = comeBack(isApproved ? return_url : cancel_url, { token: order.id });
        if (back) return back;
        const outcome = isApproved ? 'approved' : 'cancelled';
        const hash = createHash('sha256').update(doneScript(order.id, outcome)).digest('base64');
        return html(donePage(order.id, outcome), `'sha256-${hash}'`);
      },
    ],
    [
      'GET',
      /^\/webapps\/billing\/subscriptions$/,
      ({ url }) => html(subscriptionPage(subscriptions.find(url.searchParams.get('subscription') ?? '').id)),
    ],
    [
      'POST',
      /^\/webapps\/billing\/subscriptions$/,
      ({ form }) => {
        const { id, application_context } = subscriptions.find(form.get('subscription') ?? '');
        const isApproved = form.get('act') === 'approve';
        if (isApproved) subscriptions.approve(id);
        const { return_url, cancel_url } = application_context ?? {};
        return (
          comeBack(isApproved ? return_url : cancel_url, { subscription_id: id }) ??
          json({ subscription: id, approved: isApproved })
        );
      },
    ],
  ];
}

const pemOf = ({ pem }: Webhooks): Answer => ({ status: 200, type: 'application/x-pem-file', body: pem });

/** Only to pages of this machine: a stand-in must not become an open redirect. */
function comeBack(address: string | undefined, tell: Record<string, string>): Answer | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) || !/^https?:$/.test(url.protocol))
    return null;
  for (const [name, value] of Object.entries(tell)) url.searchParams.set(name, value);
  return seeOther(url.href);
}

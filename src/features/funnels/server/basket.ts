import type { Caller } from './page-answers.ts';
import type { LiveFunnel, LivePage } from './live.ts';

/** Where all that was said yes to is paid, as one order. */
export type CheckoutPath = (
  direct: { ids: string[]; funnel: string; thanks: string | null; mark: string | null },
  isMember: boolean,
) => string;

const cookie = 'hub-funnel';
const most = 20;

/** What this visitor has said yes to on the way; kept for the visit, in this funnel only, and of nobody else's concern. */
export function readBasket({ request }: Pick<Caller, 'request'>): string[] {
  const kept = new RegExp(`(?:^|; )${cookie}=([a-z0-9.-]{1,2000})(?:;|$)`).exec(
    request.headers.get('cookie') ?? '',
  );
  return kept?.[1]?.split('.').slice(0, most) ?? [];
}

const basketCookie = ({ slug }: LiveFunnel, ids: string[]): string =>
  `${cookie}=${ids.join('.')}; Path=/f/${slug}; HttpOnly; SameSite=Lax${ids.length === 0 ? '; Max-Age=0' : ''}`;

const isExtra = (page: LivePage | null): page is LivePage =>
  page?.facts.kind === 'upsell' || page?.facts.kind === 'downsell';

const pageBehind = (funnel: LiveFunnel, path: string | null): LivePage | null =>
  path === null ? null : (funnel.pages.get(path.split('/')[3] ?? '') ?? null);

/** The page that thanks, wherever the way from here ends. */
function thanksAfter(funnel: LiveFunnel, from: LivePage | null): string | null {
  const seen = new Set<LivePage>();
  for (let page = from; page && !seen.has(page); page = pageBehind(funnel, page.facts.next)) {
    if (page.facts.kind === 'thank-you') return `/f/${funnel.slug}/${page.slug}`;
    seen.add(page);
  }
  return null;
}

/** To the next offer while there is one, then to the checkout with everything that was wanted. */
export function goOn(
  { funnel, page }: { funnel: LiveFunnel; page: LivePage },
  path: string | null,
  {
    ids,
    call,
    checkoutPath,
    mark,
  }: { ids: string[]; call: Caller; checkoutPath: CheckoutPath; mark: string | null },
): Response {
  const wanted = [...new Set([...(isExtra(page) ? readBasket(call) : []), ...ids])].slice(0, most);
  const next = pageBehind(funnel, path);
  const location =
    path !== null && (isExtra(next) || wanted.length === 0)
      ? path
      : checkoutPath(
          { ids: wanted, funnel: funnel.slug, thanks: thanksAfter(funnel, next), mark },
          call.viewer.kind === 'member',
        );
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'set-cookie': basketCookie(funnel, wanted) },
  });
}

/** The page that thanks, for who has just paid: with the way to their files, and an empty basket. */
export function withFiles(
  funnel: LiveFunnel,
  page: LivePage,
  token: string,
): { body: string; headers: Record<string, string> } {
  const way = `<section><div class="w"><p><a class="b" href="/thank-you?order=${token}">Your files and receipt</a></p></div></section>`;
  return {
    body: new TextDecoder().decode(page.plain).replace('</main>', () => `${way}</main>`),
    headers: { 'referrer-policy': 'no-referrer', 'set-cookie': basketCookie(funnel, []) },
  };
}

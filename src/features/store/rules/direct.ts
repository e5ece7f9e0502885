import { isProductId } from './product.ts';

/** Bought past the cart, which stays as it is: one product by its own button, or what a funnel has gathered. */
export interface Direct {
  ids: string[];
  /** The address of the funnel it comes from; null where a product's own page sells it. */
  funnel: string | null;
  /** The page that is shown once it is paid. */
  thanks: string | null;
  /** What the funnel knows the order by again; nothing to anybody else. */
  mark?: string | null;
  /** The price beside the button: another one is shown first. */
  seenCents: number | null;
}

export const funnelSlug = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;
export const funnelMark = /^[\w.-]{1,500}$/;
const mostIds = 20;

export function directPath(page: string, { ids, funnel, thanks, mark, seenCents }: Direct): string {
  const given = { funnel, thanks, mark, seen: seenCents };
  const rest = Object.entries(given).flatMap(([name, value]) =>
    value == null ? [] : [`&${name}=${encodeURIComponent(value)}`],
  );
  return `${page}?buy=${ids.join('.')}${rest.join('')}`;
}

/** Anybody can write an address: only products, a funnel and a page of it are taken from there. */
export function readDirect(search: { get(name: string): string | null }): Direct | null {
  const ids = [...new Set((search.get('buy') ?? '').split('.').filter(isProductId))].slice(0, mostIds);
  const funnel = search.get('funnel');
  if (ids.length === 0 || (funnel !== null && !funnelSlug.test(funnel))) return null;
  const thanks = search.get('thanks') ?? '';
  const [, f, slug, step = '', ...rest] = thanks.split('/');
  const isOfFunnel = f === 'f' && slug === funnel && funnelSlug.test(step) && rest.length === 0;
  const seen = search.get('seen') ?? '';
  const mark = search.get('mark') ?? '';
  return {
    ids,
    funnel,
    thanks: isOfFunnel ? thanks : null,
    ...(funnel !== null && funnelMark.test(mark) && { mark }),
    // It belongs to one product: among several nobody could say to which.
    seenCents: ids.length === 1 && /^\d{1,8}$/.test(seen) ? Number(seen) : null,
  };
}

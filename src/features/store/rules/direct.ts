import { isProductId } from './product.ts';

/** Bought past the cart, which stays as it is: what a funnel has gathered, paid as one order. */
export interface Direct {
  ids: string[];
  /** The address of the funnel it comes from. */
  funnel: string;
  /** The page that is shown once it is paid. */
  thanks: string | null;
}

export const funnelSlug = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;
const mostIds = 20;

export function directPath(page: string, { ids, funnel, thanks }: Direct): string {
  const end = thanks === null ? '' : `&thanks=${encodeURIComponent(thanks)}`;
  return `${page}?buy=${ids.join('.')}&funnel=${encodeURIComponent(funnel)}${end}`;
}

/** Anybody can write an address: only products, a funnel and a page of it are taken from there. */
export function readDirect(search: { get(name: string): string | null }): Direct | null {
  const ids = [...new Set((search.get('buy') ?? '').split('.').filter(isProductId))].slice(0, mostIds);
  const funnel = search.get('funnel') ?? '';
  if (ids.length === 0 || !funnelSlug.test(funnel)) return null;
  const thanks = search.get('thanks') ?? '';
  const [, f, slug, step = '', ...rest] = thanks.split('/');
  const isOfFunnel = f === 'f' && slug === funnel && funnelSlug.test(step) && rest.length === 0;
  return { ids, funnel, thanks: isOfFunnel ? thanks : null };
}

import type { Archetype } from '#base/render.ts';
import { type LazyPage, lazyPage } from '#platform/web/chunks.ts';

type Params = Record<string, string>;

/** One page of the hub. Everything about a page is in its row, and nowhere else. */
export interface PageRoute {
  path: string;
  /** The page's source file, which identifies its built chunk. */
  module: string;
  page: LazyPage;
  archetype: Archetype;
  /** A member's page is decided in the browser, which is where offline users exist. */
  access: 'public' | 'member';
  /** The API path whose response is the page's data. */
  load?: (params: Params, search: URLSearchParams) => string;
  /** Search parameters that change the page's content. `t` is a signed link of one reader: such a page is never cached. */
  search?: string[];
  footer?: false;
  /** Nothing but what is done here: no navigation, no newsletter, no chat. */
  quiet?: true;
  /** Uses the payment provider, and may therefore load its script. */
  pays?: true;
}

// import.meta.glob gives every page module its own chunk, with a key that the build manifest knows.
const modules = import.meta.glob(['../../features/*/web/pages/*.tsx', './pages/*.tsx']);

/** Public, where a row says nothing else: most are. */
type Row = Omit<PageRoute, 'page' | 'module' | 'access'> & Partial<Pick<PageRoute, 'access'>>;

/** `pages/home` is src/features/pages/web/pages/home.tsx; `app/dashboard` is in this folder. */
function page(file: string, row: Row): PageRoute {
  const [feature, name] = file.split('/');
  const key = feature === 'app' ? `./pages/${name}.tsx` : `../../features/${feature}/web/pages/${name}.tsx`;
  const load = modules[key];
  if (!load) throw new Error(`There is no page ${key}`);
  return {
    access: 'public',
    ...row,
    module: key.replace('../../', 'src/').replace('./', 'src/apps/web/'),
    page: lazyPage(load),
  };
}

const content = (slug: string): PageRoute =>
  page('pages/content-page', {
    path: `/${slug}`,
    archetype: 'reading',
    load: () => `/api/pages/${slug}`,
  });

/** One of a member's places beside the overview. */
const place = (name: string): PageRoute =>
  page(`app/dashboard-${name}`, { path: `/dashboard/${name}`, archetype: 'list', access: 'member' });

const withSearch = (path: string, search: URLSearchParams): string =>
  search.size > 0 ? `${path}?${search}` : path;

export const routes: PageRoute[] = [
  page('app/home', { path: '/', archetype: 'reading', load: () => '/api/home' }),
  content('about'),
  content('privacy'),
  content('terms'),
  content('support'),
  content('changelog'),
  page('store/store', {
    path: '/store',
    archetype: 'list',
    search: ['q', 'kind', 'tag', 'sort', 'page'],
    load: (_params, search) => withSearch('/api/store/products', search),
  }),
  page('store/product', {
    path: '/product/:id',
    archetype: 'reading',
    load: ({ id = '' }) => `/api/store/products/${encodeURIComponent(id)}`,
  }),
  page('store/cart', { path: '/cart', archetype: 'list' }),
  page('store/checkout', {
    path: '/checkout',
    archetype: 'form',
    access: 'member',
    pays: true,
    quiet: true,
  }),
  page('store/checkout-guest', {
    path: '/checkout/guest',
    archetype: 'form',
    pays: true,
    quiet: true,
  }),
  page('store/thank-you', { path: '/thank-you', archetype: 'letter' }),
  page('payments/donate', { path: '/donate', archetype: 'form', pays: true }),
  page('payments/donation-thanks', {
    path: '/donate/thanks',
    archetype: 'form',
  }),
  page('store/find-order', {
    path: '/find-order',
    archetype: 'form',
    search: ['why'],
  }),
  page('app/my-purchases', { path: '/my-purchases', archetype: 'list', access: 'member' }),
  page('pages/portfolio', {
    path: '/portfolio',
    archetype: 'list',
    search: ['tag'],
    load: (_params, search) => withSearch('/api/portfolio', search),
  }),
  page('pages/project', {
    path: '/portfolio/:slug',
    archetype: 'reading',
    load: ({ slug = '' }) => `/api/portfolio/${encodeURIComponent(slug)}`,
  }),
  page('outreach/contact', { path: '/contact', archetype: 'form' }),
  page('outreach/contact-thread', {
    path: '/contact/thread',
    archetype: 'form',
  }),
  page('outreach/newsletter-link', {
    path: '/newsletter/confirm',
    archetype: 'form',
  }),
  page('agreements/verify', { path: '/verify', archetype: 'form' }),
  page('outreach/newsletter-signup', {
    path: '/newslettersignup',
    archetype: 'form',
    search: ['done'],
  }),
  page('outreach/newsletter-link', {
    path: '/newsletter/preferences',
    archetype: 'form',
    search: ['t', 'did', 'was'],
    load: (_params, search) => withSearch('/api/newsletter/preferences', search),
  }),
  page('outreach/newsletter', {
    path: '/newsletter',
    archetype: 'list',
    search: ['page'],
    load: (_params, search) => withSearch('/api/newsletter/issues', search),
  }),
  page('outreach/newsletter', {
    path: '/newsletter/:slug',
    archetype: 'reading',
    load: ({ slug = '' }) => `/api/newsletter/issues/${encodeURIComponent(slug)}`,
  }),
  page('outreach/mailbox', {
    path: '/dev/mailbox',
    archetype: 'list',
    load: () => '/api/dev',
  }),
  page('app/living', { path: '/dev/ui', archetype: 'list' }),
  page('app/saved-templates', { path: '/dashboard/templates', archetype: 'list', access: 'member' }),
  page('app/saved-versions', {
    path: '/dashboard/templates/:id/versions',
    archetype: 'list',
    access: 'member',
  }),
  page('accounts/sign-in', { path: '/signin', archetype: 'form' }),
  page('accounts/sign-up', { path: '/signup', archetype: 'form' }),
  page('accounts/forgot-password', {
    path: '/forgot-password',
    archetype: 'form',
  }),
  page('accounts/reset-password', {
    path: '/reset-password',
    archetype: 'form',
  }),
  page('accounts/verify-email', {
    path: '/verify-email',
    archetype: 'form',
  }),
  page('app/dashboard', { path: '/dashboard', archetype: 'list', access: 'member' }),
  ...[
    'agreements',
    'funnels',
    'follow-ups',
    'people',
    'branding',
    'plan',
    'billing',
    'api-keys',
    'account',
  ].map(place),
  ...['agreements', 'follow-ups', 'people'].map((name) =>
    page(`app/dashboard-${name}`, {
      path: `/dashboard/${name}/:id`,
      archetype: 'list',
      access: 'member',
    }),
  ),
  page('app/sign', { path: '/sign', archetype: 'list', quiet: true }),
  page('consent/unsubscribe', { path: '/unsubscribe', archetype: 'form' }),
  page('documents/documents', {
    path: '/documents',
    archetype: 'list',
    load: () => '/api/documents',
  }),
  page('documents/document', {
    path: '/documents/:slug',
    archetype: 'reading',
    load: ({ slug = '' }) => `/api/documents/${encodeURIComponent(slug)}`,
  }),
  page('app/template-generator', {
    path: '/tools/template-generator',
    archetype: 'tool',
    search: ['draft'],
  }),
  page('app/classic-generator', {
    path: '/tools/classic-template-generator',
    archetype: 'tool',
    search: ['document', 'template'],
    load: (_params, search) => {
      const slug = search.get('document');
      return slug ? `/api/documents/${encodeURIComponent(slug)}` : '/api/documents';
    },
  }),
  page('app/document-editor', {
    path: '/tools/document-editor',
    archetype: 'tool',
    search: ['draft', 'template'],
  }),
  page('app/automation', { path: '/automation', archetype: 'list' }),
  page('recovery/restore', { path: '/r/:token', archetype: 'form' }),
  page('funnels/funnel-builder', {
    path: '/tools/funnel-builder',
    archetype: 'tool',
    footer: false,
  }),
  page('billing/billing', {
    path: '/billing',
    archetype: 'list',
    access: 'member',
    search: ['plan', 'cycle', 'done', 'left', 'pay'],
  }),
  page('billing/monthly', {
    path: '/donate/monthly',
    archetype: 'form',
    search: ['gift', 'left'],
  }),
  page('plans/plans', { path: '/plans', archetype: 'list' }),
  page('pages/tools-overview', { path: '/tools', archetype: 'list' }),
  // Last: the pages that an operator added to this hub.
  page('pages/content-page', {
    path: '/:slug',
    archetype: 'reading',
    load: ({ slug = '' }) => `/api/pages/${encodeURIComponent(slug)}`,
  }),
];

export const notFound: PageRoute = page('pages/not-found', {
  path: '*',
  archetype: 'reading',
});

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
  /** Search parameters that change the page's content. */
  search?: string[];
  footer?: false;
  /** Nothing but what is done here: no navigation, no newsletter, no chat. */
  quiet?: true;
  /** Uses the payment provider, and may therefore load its script. */
  pays?: true;
  /** Not for search engines. */
  unlisted?: true;
  /** Its data is one reader's, named by a signed link: never cached. */
  personal?: true;
}

// import.meta.glob gives every page module its own chunk, with a key that the build manifest knows.
const modules = import.meta.glob(['../../features/*/web/pages/*.tsx', './pages/*.tsx']);

type Row = Omit<PageRoute, 'page' | 'module'>;

/** `pages/home` is src/features/pages/web/pages/home.tsx; `app/dashboard` is in this folder. */
function page(file: string, row: Row): PageRoute {
  const [feature, name] = file.split('/');
  const key = feature === 'app' ? `./pages/${name}.tsx` : `../../features/${feature}/web/pages/${name}.tsx`;
  const load = modules[key];
  if (!load) throw new Error(`There is no page ${key}`);
  return {
    ...row,
    module: key.replace('../../', 'src/').replace('./', 'src/apps/web/'),
    page: lazyPage(load),
  };
}

const content = (slug: string): PageRoute =>
  page('pages/content-page', {
    path: `/${slug}`,
    archetype: 'reading',
    access: 'public',
    load: () => `/api/pages/${slug}`,
  });

/** One of a member's places beside the overview. */
const place = (name: string): PageRoute =>
  page(`app/dashboard-${name}`, { path: `/dashboard/${name}`, archetype: 'list', access: 'member' });

const withSearch = (path: string, search: URLSearchParams): string =>
  search.size > 0 ? `${path}?${search}` : path;

export const routes: PageRoute[] = [
  page('app/home', { path: '/', archetype: 'reading', access: 'public', load: () => '/api/home' }),
  content('about'),
  content('privacy'),
  content('terms'),
  content('support'),
  content('changelog'),
  page('store/store', {
    path: '/store',
    archetype: 'list',
    access: 'public',
    search: ['q', 'kind', 'tag', 'sort', 'page'],
    load: (_params, search) => withSearch('/api/store/products', search),
  }),
  page('store/product', {
    path: '/product/:id',
    archetype: 'reading',
    access: 'public',
    load: ({ id = '' }) => `/api/store/products/${encodeURIComponent(id)}`,
  }),
  page('store/cart', { path: '/cart', archetype: 'list', access: 'public', unlisted: true }),
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
    access: 'public',
    pays: true,
    quiet: true,
    unlisted: true,
  }),
  page('store/thank-you', { path: '/thank-you', archetype: 'letter', access: 'public', unlisted: true }),
  page('payments/donate', { path: '/donate', archetype: 'form', access: 'public', pays: true }),
  page('payments/donation-thanks', {
    path: '/donate/thanks',
    archetype: 'form',
    access: 'public',
    unlisted: true,
  }),
  page('store/find-order', {
    path: '/find-order',
    archetype: 'form',
    access: 'public',
    search: ['why'],
    unlisted: true,
  }),
  page('app/my-purchases', { path: '/my-purchases', archetype: 'list', access: 'member' }),
  page('pages/portfolio', {
    path: '/portfolio',
    archetype: 'list',
    access: 'public',
    search: ['tag'],
    load: (_params, search) => withSearch('/api/portfolio', search),
  }),
  page('pages/project', {
    path: '/portfolio/:slug',
    archetype: 'reading',
    access: 'public',
    load: ({ slug = '' }) => `/api/portfolio/${encodeURIComponent(slug)}`,
  }),
  page('outreach/contact', { path: '/contact', archetype: 'form', access: 'public' }),
  page('outreach/contact-thread', {
    path: '/contact/thread',
    archetype: 'form',
    access: 'public',
    unlisted: true,
  }),
  page('agreements/verify', { path: '/verify', archetype: 'form', access: 'public' }),
  page('outreach/newsletter-signup', {
    path: '/newslettersignup',
    archetype: 'form',
    access: 'public',
    search: ['done'],
  }),
  page('outreach/newsletter-confirm', {
    path: '/newsletter/confirm',
    archetype: 'form',
    access: 'public',
    unlisted: true,
  }),
  page('outreach/newsletter-preferences', {
    path: '/newsletter/preferences',
    archetype: 'form',
    access: 'public',
    unlisted: true,
    personal: true,
    search: ['t', 'did', 'was'],
    load: (_params, search) => withSearch('/api/newsletter/preferences', search),
  }),
  page('outreach/newsletter-archive', {
    path: '/newsletter',
    archetype: 'list',
    access: 'public',
    search: ['page'],
    load: (_params, search) => withSearch('/api/newsletter/issues', search),
  }),
  page('outreach/newsletter-issue', {
    path: '/newsletter/:slug',
    archetype: 'reading',
    access: 'public',
    load: ({ slug = '' }) => `/api/newsletter/issues/${encodeURIComponent(slug)}`,
  }),
  page('outreach/mailbox', {
    path: '/dev/mailbox',
    archetype: 'list',
    access: 'public',
    unlisted: true,
    load: () => '/api/dev',
  }),
  page('app/living', { path: '/dev/ui', archetype: 'list', access: 'public', unlisted: true }),
  page('app/saved-templates', { path: '/dashboard/templates', archetype: 'list', access: 'member' }),
  page('app/saved-versions', {
    path: '/dashboard/templates/:id/versions',
    archetype: 'list',
    access: 'member',
  }),
  page('accounts/sign-in', { path: '/signin', archetype: 'form', access: 'public' }),
  page('accounts/sign-up', { path: '/signup', archetype: 'form', access: 'public' }),
  page('accounts/forgot-password', {
    path: '/forgot-password',
    archetype: 'form',
    access: 'public',
    unlisted: true,
  }),
  page('accounts/reset-password', {
    path: '/reset-password',
    archetype: 'form',
    access: 'public',
    unlisted: true,
  }),
  page('accounts/verify-email', {
    path: '/verify-email',
    archetype: 'form',
    access: 'public',
    unlisted: true,
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
  page('app/sign', { path: '/sign', archetype: 'list', access: 'public', quiet: true, unlisted: true }),
  page('consent/unsubscribe', { path: '/unsubscribe', archetype: 'form', access: 'public', unlisted: true }),
  page('documents/documents', {
    path: '/documents',
    archetype: 'list',
    access: 'public',
    load: () => '/api/documents',
  }),
  page('documents/document', {
    path: '/documents/:slug',
    archetype: 'reading',
    access: 'public',
    load: ({ slug = '' }) => `/api/documents/${encodeURIComponent(slug)}`,
  }),
  page('app/template-generator', {
    path: '/tools/template-generator',
    archetype: 'tool',
    access: 'public',
    search: ['draft'],
  }),
  page('app/classic-generator', {
    path: '/tools/classic-template-generator',
    archetype: 'tool',
    access: 'public',
    search: ['document', 'template'],
    load: (_params, search) => {
      const slug = search.get('document');
      return slug ? `/api/documents/${encodeURIComponent(slug)}` : '/api/documents';
    },
  }),
  page('app/document-editor', {
    path: '/tools/document-editor',
    archetype: 'tool',
    access: 'public',
    search: ['draft', 'template'],
    unlisted: true,
  }),
  page('app/automation', { path: '/automation', archetype: 'list', access: 'public' }),
  page('recovery/restore', { path: '/r/:token', archetype: 'form', access: 'public', unlisted: true }),
  page('funnels/funnel-builder', {
    path: '/tools/funnel-builder',
    archetype: 'tool',
    access: 'public',
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
    access: 'public',
    unlisted: true,
    search: ['gift', 'left'],
  }),
  page('plans/plans', { path: '/plans', archetype: 'list', access: 'public' }),
  page('pages/tools-overview', { path: '/tools', archetype: 'list', access: 'public' }),
  // Last: the pages that an operator added to this hub.
  page('pages/content-page', {
    path: '/:slug',
    archetype: 'reading',
    access: 'public',
    load: ({ slug = '' }) => `/api/pages/${encodeURIComponent(slug)}`,
  }),
];

export const notFound: PageRoute = page('pages/not-found', {
  path: '*',
  archetype: 'reading',
  access: 'public',
  unlisted: true,
});

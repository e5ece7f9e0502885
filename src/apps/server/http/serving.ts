import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { waysIn } from '#features/accounts/server/public.ts';
import { sendsMail } from '#platform/server/mail/feature.ts';
import { paymentsPolicy, paymentsRuntime } from '#features/payments/server/public.ts';
import { keepServerError } from '#features/reports/server/public.ts';
import { menusOf } from '#base/menus.ts';
import type { Runtime, WebBundle } from '#base/render.ts';
import type { PublicSite } from '#base/site.ts';
import type { ServiceStatus } from '#platform/server/feature.ts';
import { hasName, isLoopback } from '#platform/server/config.ts';
import { createReadBucket } from '#platform/server/http/limits.ts';
import type { CachedAnswer } from '#platform/server/http/cached-answer.ts';
import type { Metrics } from '#platform/server/http/metrics.ts';
import type { Route } from '#platform/server/http/route.ts';
import { guest, type ResolveViewer } from '#platform/server/http/viewer.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { createReporting } from '#platform/server/reporting.ts';
import { webhookHandler } from '#platform/server/webhooks/webhooks.ts';
import { createApp } from './app.ts';
import { assertDeskIsAlone } from './desk-path.ts';
import { type BuiltWeb, loadBuiltWeb } from './bundle.ts';
import type { OpenHub } from '../open-hub.ts';
import { statusRoutes } from './status-routes.ts';
import { createPages, type PageTools } from './pages.ts';
import { processGauges, upkeepJobs } from '../upkeep.ts';
import { startJobs } from '../jobs.ts';
import { loadAssets } from './static.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

export interface Serving {
  /** For node's HTTP server. */
  listener: RequestListener;
  routes: Route[];
  services(): ServiceStatus[];
  stop(): Promise<void>;
}

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url));

export interface ServingOptions {
  /** The development server's way to render and finish a page. */
  development?: Pick<PageTools, 'bundle' | 'finish'> & { assetTags(module: string | null): string };
}

/** Everything between an open hub and a socket: routes, pages, workers. */
export async function createServing(
  opened: OpenHub,
  metrics: Metrics,
  options: ServingOptions = {},
): Promise<Serving> {
  const { platform, features, config } = opened;
  const built: BuiltWeb | null = options.development ? null : await loadBuiltWeb(dist);
  const bundle: () => Promise<WebBundle> =
    options.development?.bundle ?? (async () => (built as BuiltWeb).bundle);

  // Every process is notified of a change that public pages show; each renders again.
  let changes = 0;
  platform.db.listen(
    'content',
    () => changes++,
    () => changes++,
  );

  const turning = features.flatMap((feature) => feature.turns ?? []);

  const reporting = createReporting({
    dsn: config.sentryDsn,
    release: built?.release ?? 'development',
    production: config.production,
    clock: platform.clock,
    log: platform.log,
    keep: keepServerError(platform),
  });

  const services = (): ServiceStatus[] => [
    { service: 'database', runsOn: platform.db.runsOn(), state: platform.db.state() },
    ...opened.storage(),
    ...features.flatMap((feature) => feature.runsOn?.() ?? []),
  ];

  const routes: Route[] = [
    ...features.flatMap((feature) => feature.routes ?? []),
    ...statusRoutes({
      platform,
      metrics,
      services,
      allRoutes: () => routes,
      pages: async () => (await bundle()).pages,
      ask: (path) => ask(path),
    }),
  ];

  const { pages: allPages } = await bundle();
  const assets = built ? await loadAssets(built.clientFolder) : new Map<string, CachedAnswer>();
  assertDeskIsAlone(config.desk?.path, [
    ...features
      .flatMap((feature) => (feature.name === 'desk' ? [] : (feature.routes ?? [])))
      .map(({ path }) => path),
    ...allPages.map(({ path }) => path),
    ...assets.keys(),
    '/api/',
    '/assets/',
  ]);
  const paths = allPages.map(({ path }) => path);
  const runtime = (site: PublicSite): Runtime => ({
    paths,
    menus: menusOf(site, paths),
    reporting: config.production
      ? { dsn: config.sentryDsn ?? ownIngest(platform.origin()), release: built?.release ?? 'development' }
      : null,
    emailJs: config.emailJs ?? null,
    ownerEmail: ownerAddress(platform),
    live: config.live,
    payments: paymentsRuntime(config),
    providers: waysIn(config),
    codes: sendsMail(config),
    hasModel: platform.ai.model !== null,
    passkeys: config.publicUrl !== undefined && hasName(config.publicUrl.hostname),
  });

  const takeRender = createReadBucket(platform.clock, 10, 120);
  const page = createPages({
    bundle,
    takeRender: (caller) => {
      if (!isLoopback(caller)) takeRender(caller);
    },
    assetTags: options.development?.assetTags ?? ((module) => (built as BuiltWeb).assetTags(module)),
    site: () => platform.site.words(),
    runtime,
    origin: platform.origin,
    version: () => [platform.site.version(), changes, ...turning.map((turns) => turns())].join('.'),
    cache: !options.development,
    isHidden: (path) => path === '/dev/ui' && !options.development,
    policy: (pays) => {
      const provider = pays ? paymentsPolicy(config) : {};
      const others = [config.sentryDsn, config.emailJs?.origin].flatMap((url) =>
        url ? [new URL(url).origin] : [],
      );
      return { ...provider, connect: [...others, ...(provider.connect ?? [])] };
    },
    fetchData: ask,
    ...(options.development?.finish && { finish: options.development.finish }),
  });

  opened.showPages(allPages, page.draft);

  async function ask(path: string): Promise<{ status: number; data: unknown }> {
    const url = new URL(platform.origin() + path);
    const response = await app.request(url, { headers: { host: url.host } });
    return {
      status: response.status === 404 ? 404 : response.ok ? 200 : 503,
      data: response.ok ? await response.json() : null,
    };
  }

  const app = createApp({
    platform,
    routes,
    metrics,
    assets,
    page,
    resolveViewer:
      features
        .map((feature) => feature.resolveViewer)
        .find((resolve): resolve is ResolveViewer => resolve !== undefined) ?? (async () => guest),
    resolveKey: features.find((feature) => feature.resolveKey)?.resolveKey,
    resolveOperator: features.find((feature) => feature.resolveOperator)?.resolveOperator,
    report: reporting.report,
  });

  const worker = startWorker({
    db: platform.db,
    clock: platform.clock,
    log: platform.log,
    handlers: [
      webhookHandler({ ...platform, live: config.live, hosts: config.webhookHosts }),
      ...features.flatMap((feature) => feature.outboxHandlers ?? []),
    ],
  });
  const jobs = startJobs(platform, [
    ...upkeepJobs(platform),
    ...features.flatMap((feature) => feature.jobs ?? []),
  ]);
  processGauges(metrics, platform);
  const ends = await Promise.all(features.map((feature) => feature.start?.()));

  return {
    listener: app.listener,
    routes,
    services,
    async stop() {
      await Promise.all(ends.map((end) => end?.()));
      await jobs.stop();
      await worker.stop();
      await reporting.close();
    },
  };
}

/** Without an external service, the hub receives error reports itself: a DSN in the reporting client's format. */
function ownIngest(origin: string): string {
  const url = new URL(origin);
  return `${url.protocol}//hub@${url.host}/1`;
}

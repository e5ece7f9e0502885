import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { problemResponse } from '#platform/server/http/answers.ts';
import { createRateLimiter, createReadBucket } from '#platform/server/http/limits.ts';
import type { Metrics } from '#platform/server/http/metrics.ts';
import { mountRoutes, outgoingOf } from '#platform/server/http/mount.ts';
import type { Route } from '#platform/server/http/route.ts';
import { securityHeaders } from '#platform/server/http/security.ts';
import type { ResolveKey, ResolveViewer } from '#platform/server/http/viewer.ts';
import { asProblem } from '#platform/server/database/open.ts';
import type { Platform } from '#platform/server/platform.ts';
import { acceptsHost, ownOrigin } from './origin.ts';
import { type Asset, sendBytes } from './static.ts';

export interface AppParts {
  platform: Platform;
  routes: Route[];
  metrics: Metrics;
  assets: Map<string, Asset>;
  page(request: Request): Promise<Response>;
  resolveViewer: ResolveViewer;
  resolveKey: ResolveKey | undefined;
  report(error: unknown, requestId: string): void;
}

export type App = Hono<{ Bindings: HttpBindings }>;

/** The whole HTTP side: built files, declared routes, and a page for everything else. */
export function createApp(parts: AppParts): App {
  const { platform, assets, metrics } = parts;
  const { config } = platform;
  z.config(z.locales.en());

  const fixedHeaders = Object.entries(securityHeaders(config.publicUrl?.protocol === 'https:'));
  const app: App = new Hono();

  app.use(async (context, next) => {
    const request = context.req.raw;
    if (!acceptsHost(config, request.headers.get('host'))) {
      context.res = problemResponse(
        new Problem('forbidden', 'This hub does not answer to that host name. Set PUBLIC_URL.'),
        newId('request'),
      );
      return;
    }
    const outgoing = outgoingOf(context);
    // On a socket they are set before: an answer's own ones win, and it is not copied for theirs.
    if (outgoing) for (const [name, value] of fixedHeaders) outgoing.setHeader(name, value);
    await next();
    if (outgoing) return;
    const headers = context.res.headers;
    for (const [name, value] of fixedHeaders) if (!headers.has(name)) headers.set(name, value);
  });

  mountRoutes(app, parts.routes, {
    log: platform.log,
    metrics,
    ownOrigin: (request) => ownOrigin(config, request),
    trustProxy: config.trustProxy,
    resolveViewer: parts.resolveViewer,
    ...(parts.resolveKey && { resolveKey: parts.resolveKey }),
    countAgainst: createRateLimiter(platform.db, platform.clock),
    takeRead: createReadBucket(platform.clock),
    asProblem,
    report: parts.report,
    checkAnswers: !config.production,
  });

  app.all('/api/*', () => problemResponse(new Problem('not_found'), newId('request')));

  app.get('*', async (context) => {
    const request = context.req.raw;
    const asset = assets.get(context.req.path);
    if (asset) {
      const cache = asset.immutable
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate';
      return sendBytes(request, asset, { 'content-type': asset.type, 'cache-control': cache });
    }
    // A chunk that a newer release replaced: a plain 404, so that the browser learns it at once.
    if (context.req.path.startsWith('/assets/'))
      return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } });
    return parts.page(request);
  });

  app.all('*', () => problemResponse(new Problem('not_found'), newId('request')));

  app.onError((thrown) => {
    const requestId = newId('request');
    const error = asProblem(thrown) ?? thrown;
    if (error instanceof Problem) return problemResponse(error, requestId);
    platform.log.error('unexpected', { requestId, error });
    parts.report(error, requestId);
    return problemResponse(new Problem('internal'), requestId);
  });

  return app;
}

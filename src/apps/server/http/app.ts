import { getRequestListener, type HttpBindings } from '@hono/node-server';
import type { RequestListener } from 'node:http';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { problemResponse } from '#platform/server/http/answers.ts';
import { createAtOnce } from '#platform/server/http/at-once.ts';
import { type CachedAnswer, cachedResponse } from '#platform/server/http/cached-answer.ts';
import { createRateLimiter, createReadBucket } from '#platform/server/http/limits.ts';
import type { Metrics } from '#platform/server/http/metrics.ts';
import { mountRoutes, noteAnswer, outgoingOf } from '#platform/server/http/mount.ts';
import type { ResolveOperator, Route } from '#platform/server/http/route.ts';
import { callerAddress, securityHeaders } from '#platform/server/http/security.ts';
import type { ResolveKey, ResolveViewer } from '#platform/server/http/viewer.ts';
import { asProblem } from '#platform/server/database/open.ts';
import type { Platform } from '#platform/server/platform.ts';
import { acceptsHost, ownOrigin } from './origin.ts';
import type { Pages } from './pages.ts';

export interface AppParts {
  platform: Platform;
  routes: Route[];
  metrics: Metrics;
  /** Built files, by path. */
  assets: Map<string, CachedAnswer>;
  page: Pages;
  resolveViewer: ResolveViewer;
  resolveKey: ResolveKey | undefined;
  resolveOperator: ResolveOperator | undefined;
  report(error: unknown, requestId: string): void;
}

type Hub = Hono<{ Bindings: HttpBindings }>;

export interface App extends Pick<Hub, 'request'> {
  /** For node's HTTP server. */
  listener: RequestListener;
}

/** The whole HTTP side: built files, declared routes, and a page for everything else. */
export function createApp(parts: AppParts): App {
  const { platform, assets, metrics, page } = parts;
  const { config } = platform;
  z.config(z.locales.en());

  const fixedHeaders = Object.entries(securityHeaders(config.publicUrl?.protocol === 'https:'));
  const app: Hub = new Hono();
  /** Files that the regular path has served: a route with the same path takes precedence. */
  const shown = new Map<string, CachedAnswer>();
  const takeRead = createReadBucket(platform.clock);
  const atOnce = createAtOnce({
    acceptsHost: (host) => acceptsHost(config, host),
    fixedHeaders,
    trustProxy: config.trustProxy,
    takeRead,
    note: (...answered) => noteAnswer({ metrics, log: platform.log }, ...answered),
    elsewhere: (url) => shown.get(url) ?? page.known(url),
  });

  app.use(async (context, next) => {
    const request = context.req.raw;
    if (!acceptsHost(config, request.headers.get('host'))) {
      context.res = problemResponse(
        new Problem('forbidden', 'This server doesn’t serve that host name. Set PUBLIC_URL.'),
        newId('request'),
      );
      return;
    }
    const outgoing = outgoingOf(context);
    // On a socket these are already set; the response's own headers win, without copying it.
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
    resolveOperator: parts.resolveOperator,
    countAgainst: createRateLimiter(platform.db, platform.clock),
    takeRead,
    asProblem,
    report: parts.report,
    checkAnswers: !config.production,
    security: platform.security,
    learn: atOnce.learn,
  });

  app.all('/api/*', () => problemResponse(new Problem('not_found'), newId('request')));

  app.get('*', async (context) => {
    const request = context.req.raw;
    const asset = assets.get(context.req.path);
    if (asset) {
      if (context.env?.incoming?.url === context.req.path) shown.set(context.req.path, asset);
      return cachedResponse(request, asset);
    }
    // A chunk that a newer release replaced: a plain 404, so that the browser knows at once.
    if (context.req.path.startsWith('/assets/'))
      return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } });
    const peer = context.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
    const forwarded = request.headers.get('x-forwarded-for');
    return page.answer(
      request,
      context.env?.incoming?.url,
      callerAddress(forwarded, peer, config.trustProxy),
    );
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

  const usual = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0]);
  return {
    request: app.request,
    listener: (incoming, outgoing) => {
      if (!atOnce.answer(incoming, outgoing)) void usual(incoming, outgoing);
    },
  };
}

import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Log } from '../log.ts';
import { isLoopback } from '../config.ts';
import { json, problemResponse } from './answers.ts';
import type { Known } from './at-once.ts';
import { defaultMaxBody, readInput } from './body.ts';
import { cachedResponse } from './cached-answer.ts';
import { countCaller } from './limits.ts';
import { checked, parse } from './held.ts';
import type { Metrics } from './metrics.ts';
import { plainAddress } from './network.ts';
import {
  type Call,
  type Concerned,
  type CachedCall,
  type RateLimit,
  type ResolveOperator,
  type Route,
  urlOf,
} from './route.ts';
import { entryOf, noteRefusal, type Seen } from './refusals.ts';
import { assertSameOrigin, callerAddress } from './security.ts';
import type { SecurityLog } from '../security/security-log.ts';
import { guest, type ResolveKey, type ResolveViewer, type Viewer } from './viewer.ts';

export interface MountTools {
  log: Log;
  metrics: Metrics;
  /** The public origins of this hub, for the same-origin check. */
  ownOrigin(request: Request): string;
  trustProxy: number;
  resolveViewer: ResolveViewer;
  /** Without it, there is no desk. */
  resolveOperator?: ResolveOperator | undefined;
  /** Without it, all keys are unknown. */
  resolveKey?: ResolveKey | undefined;
  countAgainst(limit: RateLimit, who: string): Promise<void>;
  takeRead(address: string): void;
  /** Recognizes the errors of a lost database. */
  asProblem(error: unknown): Problem | undefined;
  /** Reports unexpected errors. */
  report(error: unknown, requestId: string): void;
  /** In development and tests, a response that doesn't match its schema is an error. */
  checkAnswers: boolean;
  /** Receives denied requests, and every call of a route with `security`. */
  security?: Pick<SecurityLog, 'note' | 'write'>;
  /** Called with the IP address that a cached response was sent to. */
  learn?(url: string, known: Known): void;
}

type App = Hono<{ Bindings: HttpBindings }>;

/** The only way to mount a declared route: identity, limits, input, handler, response, in this order. */
export function mountRoutes(app: App, routes: Route[], tools: MountTools): void {
  for (const route of routes) {
    app.on(route.method, route.path, async (context, next) => {
      const { request, address } = callerOf(context, tools);
      const stopped = gateOf(route, request, address);
      // As if it had never been mounted: whoever answers unknown paths answers this one.
      if (stopped === 'nowhere') return next();
      return answer(route, context, tools, stopped);
    });
  }
}

/** The raw socket response; none if a page calls a route of its own process. */
export const outgoingOf = ({ env }: { env: Partial<HttpBindings> | undefined }) => {
  const outgoing = env?.outgoing;
  return outgoing && !outgoing.headersSent ? outgoing : undefined;
};

type Stopped = Response | Problem | undefined;

/** What the gate says; an error of it is answered as one of the route. */
function gateOf(route: Route, request: Request, address: string): Stopped | 'nowhere' {
  try {
    return route.gate?.({ request, address });
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function callerOf({ req, env }: Context<{ Bindings: HttpBindings }>, { trustProxy }: MountTools) {
  const request = req.raw;
  const peer = env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  return {
    request,
    peer,
    address: callerAddress(request.headers.get('x-forwarded-for'), peer, trustProxy),
  };
}

async function answer(
  route: Route,
  context: Context<{ Bindings: HttpBindings }>,
  tools: MountTools,
  stopped: Stopped,
): Promise<Response> {
  const requestId = newId('request');
  const started = performance.now();
  const seen: Seen = {};
  let response: Response;
  try {
    response = await handle(route, context, tools, { requestId, seen, stopped });
    if (route.security !== undefined)
      await tools.security?.write({ ...entryOf(route, requestId, seen), outcome: seen.outcome ?? 'ok' });
  } catch (thrown) {
    const problem = problemFor(thrown, tools, requestId);
    noteRefusal(tools, route, requestId, seen, problem);
    response = route.drawProblem
      ? await route.drawProblem(problem, context.req.raw)
      : problemResponse(problem, requestId, route.wordsAs);
  }
  const outgoing = outgoingOf(context);
  if (outgoing) outgoing.setHeader('x-request-id', requestId);
  else response.headers.set('x-request-id', requestId);
  noteAnswer(tools, route, requestId, response.status, performance.now() - started);
  return response;
}

/** Every response of a route is counted and logged, whichever way it was sent. */
export function noteAnswer(
  { metrics, log }: Pick<MountTools, 'metrics' | 'log'>,
  { method, path }: Route,
  requestId: string,
  status: number,
  milliseconds: number,
): void {
  metrics.request(path, method, status, milliseconds);
  const level = status >= 500 ? 'error' : method === 'GET' ? 'debug' : 'info';
  log[level]('answered', { requestId, method, route: path, status, ms: Math.round(milliseconds) });
}

function problemFor(thrown: unknown, tools: MountTools, requestId: string): Problem {
  const error = tools.asProblem(thrown) ?? thrown;
  if (error instanceof Problem) return error;
  tools.log.error('unexpected', { requestId, error });
  tools.report(error, requestId);
  return new Problem('internal');
}

const earlyBytes = 64 * 1024;

async function handle(
  route: Route,
  context: Context<{ Bindings: HttpBindings }>,
  tools: MountTools,
  { requestId, seen, stopped }: { requestId: string; seen: Seen; stopped: Stopped },
): Promise<Response> {
  const { request, peer, address } = callerOf(context, tools);
  seen.address = address;
  const isMutation = route.method !== 'GET';

  if (stopped instanceof Problem) throw stopped;
  if (stopped) return stopped;
  if (route.access === 'loopback' && !(isLoopback(plainAddress(peer)) && isDirect(request)))
    throw new Problem('not_found');
  // At the desk no program acts: a key there counts as nothing, and is no way around the check that follows.
  const key = route.access === 'operator' ? null : apiKeyOf(request);
  // A key is added by a program; another site's page can't make a browser send it.
  if (isMutation && !route.crossOrigin && !route.byDeskKey && key === null)
    assertSameOrigin(request, tools.ownOrigin(request));
  if ((!isMutation || key !== null) && !isLoopback(address)) tools.takeRead(address);

  // A cross-origin route never sees a session, so no one can be tricked into acting as themselves there.
  const known = route.asksSession && key === null ? tools.resolveViewer.remembered?.(request) : undefined;
  const asked = known ? known.viewer : viewerOf(route, request, key, tools);
  const read = () =>
    readInput(request, {
      maxBytes: route.maxBody ?? defaultMaxBody,
      maxValues: route.maxValues,
      formsToo: route.crossOrigin === true,
    });
  // A small body is read in parallel; a large one waits until we know the caller.
  const early =
    route.body && Number(request.headers.get('content-length') || Infinity) <= earlyBytes ? read() : null;
  early?.catch(() => {});
  const viewer = await asked;
  seen.viewer = viewer;
  if (route.access === 'operator') {
    if (!tools.resolveOperator) throw new Problem('not_found');
    seen.operator = await tools
      .resolveOperator(request, route.right ?? 'everything', (operator) => (seen.operator = operator))
      .catch(async (error: unknown) => {
        // Its form is kept for whoever opens the door again, and keeping takes time: of nobody known, not often.
        if (isMutation && seen.operator === undefined)
          await countCaller(tools.countAgainst, formsAtTheDoor, address);
        throw error;
      });
  }
  if (route.access === 'member' && viewer.kind !== 'member') throw new Problem('unauthenticated');
  if (route.limit && route.limit.by !== 'handler') {
    if (route.limit.by !== 'address' && viewer.kind === 'member')
      await tools.countAgainst(route.limit, route.limit.by === 'session' ? viewer.sessionId : viewer.uid);
    else await countCaller(tools.countAgainst, route.limit, address);
  }

  let headers: Headers | undefined;
  const call = {
    params: parse(route.params, context.req.param(), 'not_found'),
    query: parse(route.query, context.req.query(), 'bad_request'),
    body: route.body ? parse(route.body, await (early ?? read()), 'bad_request') : undefined,
    viewer,
    operator: seen.operator,
    address,
    requestId,
    request,
    concerns: (facts: Concerned) => void Object.assign(seen, facts),
    session: known && { lives: known.lives, prove: () => prove(request, tools) },
    // Most responses set none of their own.
    get headers() {
      return (headers ??= new Headers());
    },
  } as unknown as Call<never, never, never>;

  const cached = route.method === 'GET' && route.cached?.(cachedCall(call));
  if (cached) {
    const url = context.env?.incoming?.url;
    if (url !== undefined && route.access === 'anyone' && !route.limit)
      tools.learn?.(url, { route, params: call.params, query: call.query });
    return cachedResponse(request, cached);
  }
  const result = await route.handle(call);
  const response = result instanceof Response ? result : json(checked(route, result, tools.checkAnswers));
  for (const [name, value] of headers ?? [])
    response.headers[name === 'set-cookie' ? 'append' : 'set'](name, value);
  return response;
}

const cachedCall = ({
  params,
  query,
  address,
  viewer,
  request,
}: Call<never, never, never>): CachedCall<never, never> => ({
  params,
  query,
  address,
  url: urlOf(request),
  isGuest: viewer.kind === 'guest',
  header: (name) => request.headers.get(name) ?? undefined,
});

async function prove(request: Request, { resolveViewer }: MountTools): Promise<void> {
  const { kind } = await resolveViewer(request);
  if (kind !== 'member') throw new Problem('unauthenticated');
}

const formsAtTheDoor = { name: 'desk-form', max: 60, perSeconds: 60, by: 'address' } as const;

const keyCalls = { name: 'api-key', max: 600, perSeconds: 60, by: 'viewer' } as const;

/** If there is a key, it alone decides: a session sent along is ignored. */
async function viewerOf(
  route: Route,
  request: Request,
  key: string | null,
  tools: MountTools,
): Promise<Viewer> {
  if (route.crossOrigin || route.access === 'operator') return guest;
  if (key === null) return tools.resolveViewer(request);
  if (route.apiKey === undefined) {
    if (route.access !== 'member') return guest;
    throw new Problem('forbidden', 'You can’t do this with an API key.');
  }
  if (!tools.resolveKey) throw new Problem('unauthenticated', 'API keys aren’t available here.');
  const viewer = await tools.resolveKey(key, route.apiKey);
  await tools.countAgainst(keyCalls, viewer.sessionId);
  return viewer;
}

/** Only our own keys; another program's bearer token is none of our business. */
const apiKeyOf = (request: Request): string | null =>
  /^bearer +(key_\S{1,200})$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1] ?? null;

// A proxy on this machine makes every caller look local; it adds one of these headers.
const isDirect = (request: Request): boolean =>
  !request.headers.has('x-forwarded-for') &&
  !request.headers.has('forwarded') &&
  !request.headers.has('x-real-ip');

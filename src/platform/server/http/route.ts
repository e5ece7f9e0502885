import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { CachedAnswer } from './cached-answer.ts';
import type { DeskRight } from '../desk.ts';
import type { Problem } from '#base/problem.ts';
import type { Outcome } from '../security/security-log.ts';
import type { Viewer } from './viewer.ts';

/**
 * Who may call a route. There is no default: a route without it doesn't compile. `loopback` is for this machine
 * only: metrics, the development mailbox. `operator` is for whoever runs the hub, by the desk: no member is one.
 */
export type Access = 'anyone' | 'member' | 'loopback' | 'operator';

export interface RateLimit {
  /** Routes with the same name share one count. */
  name: string;
  max: number;
  perSeconds: number;
  /**
   * `session`: for what protects an account, so that whoever stole one session can’t use up what its owner needs in another.
   * `handler`: counts by itself, because only it knows who is exempt.
   */
  by: 'address' | 'viewer' | 'session' | 'handler';
}

type Schema = z.ZodMiniType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Who a call is about: an account, or the address typed if no account is known yet; and by which method. */
export interface Concerned {
  account?: string;
  email?: string;
  how?: string;
  /** If the status of the response doesn't say it: a popup shows an error as a page. */
  outcome?: Outcome;
}

export interface Call<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  viewer: Viewer;
  /** Set on a route for operators, and on no other. */
  operator?: OperatorOnDuty | undefined;
  /** The caller's IP address, as far as our own proxies vouch for it. */
  address: string;
  requestId: string;
  request: Request;
  /** Response headers: cookies, cache times. */
  headers: Headers;
  /** Tells the security log what only the handler knows. */
  concerns(facts: Concerned): void;
  /** Only if the route `asksSession`, and the session hasn't been checked yet. */
  session?: OpenSession | undefined;
}

/** Whoever is at the desk, with a session of the desk. */
export interface OperatorOnDuty {
  id: string;
  name: string;
  rights: readonly DeskRight[];
  session: string;
}

/**
 * Throws `unauthenticated` without a session of the desk, and `forbidden` without the right; `knows` hears before that
 * who it is.
 */
export type ResolveOperator = (
  request: Request,
  right: DeskRight | 'any',
  knows?: (operator: OperatorOnDuty) => void,
) => Promise<OperatorOnDuty>;

/** A session that hasn't been looked up: actions in its name are statements with the condition `lives`. */
export interface OpenSession {
  lives: RawBuilder<boolean>;
  /** Looks the session up first; throws if it has ended. */
  prove(): Promise<void>;
}

/** What a cached response may depend on: the URL and headers, not the caller's identity. */
export interface CachedCall<P, Q> {
  params: P;
  query: Q;
  /** Path and query as received. */
  url: string;
  address: string;
  /** False for a member, and if it hasn't been checked. */
  isGuest: boolean;
  header(name: string): string | undefined;
}

/** A call to a route that only members can reach. */
export type MemberCall<P, Q, B> = Call<P, Q, B> & { viewer: Extract<Viewer, { kind: 'member' }> };

/** A call to a route that only operators can reach. */
export type OperatorCall<P, Q, B> = Call<P, Q, B> & { operator: OperatorOnDuty };

interface Shape<A extends Access, P, Q, B, R> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/things/:id` */
  path: `/${string}`;
  access: A;
  /** Of an operator: which right it takes, or `any` for whoever may sit at the desk. */
  right?: A extends 'operator' ? DeskRight | 'any' : never;
  /** For the API reference: what the call does, as an imperative without a period. */
  summary: string;
  /** For the API reference: what the summary leaves open, in full sentences. */
  description?: string;
  /**
   * A member's program may call it, too, with `Authorization: Bearer key_...` for this scope. In that case only the
   * key counts; cookies are ignored.
   */
  apiKey?: string;
  /** For routes about accounts, rights, money or keys: every call is written to the security log under this name. */
  security?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The response schema; `raw` for bytes, streams and redirects, which the handler returns as a Response. */
  answer: R | 'raw';
  limit?: RateLimit;
  /** In bytes; 100 KB by default. */
  maxBody?: number;
  /** The maximum number of values in the body; 20,000 by default. */
  maxValues?: number;
  /** The error message is repeated under this name, for clients that read nothing else. */
  wordsAs?: string;
  /** Its single statement includes the session check, so no separate query is needed: see `Call.session`. */
  asksSession?: boolean;
  /** True for callers other than our own pages: webhooks, snippets, one-click unsubscribe. Never with a session. */
  crossOrigin?: boolean;
  /** Comes first, before it is known who asks: throws, answers by itself, or says that for them it isn't there. */
  gate?(call: { request: Request; address: string }): Response | 'nowhere' | undefined;
  /** For programs of an operator: only a key of the desk counts, which no other site can make a browser send. */
  byDeskKey?: true;
  /** A page for people, of which the API reference says nothing. */
  isPage?: true;
  /** A page answers an error as a page; without it, the answer is JSON. */
  drawProblem?(problem: Problem, request: Request): Promise<Response>;
  /**
   * The response if it is in memory: it is sent at once, and its side notes are recorded each time. Undefined falls
   * back to `handle`. Only for routes that are public and unlimited.
   */
  cached?: A extends 'anyone' ? (call: CachedCall<Output<P>, Output<Q>>) => CachedAnswer | undefined : never;
}

type Handler<A extends Access, P, Q, B, R> = (
  call: A extends 'member'
    ? MemberCall<Output<P>, Output<Q>, Output<B>>
    : A extends 'operator'
      ? OperatorCall<Output<P>, Output<Q>, Output<B>>
      : Call<Output<P>, Output<Q>, Output<B>>,
) => Promise<Output<R> | Response> | Output<R> | Response;

/** A route as the server mounts it and as tests and OpenAPI read it. */
export interface Route extends Omit<Shape<Access, Schema, Schema, Schema, Schema>, 'cached' | 'right'> {
  right?: DeskRight | 'any';
  cached?(call: CachedCall<never, never>): CachedAnswer | undefined;
  handle(call: Call<never, never, never>): Promise<unknown> | unknown;
}

/** Path and query, as in the request. */
export const urlOf = ({ url }: Request): string => url.slice(url.indexOf('/', 'https://'.length));

export function route<
  A extends Access,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(declaration: Shape<A, P, Q, B, R> & { handle: Handler<A, P, Q, B, R> }): Route {
  return declaration as unknown as Route;
}

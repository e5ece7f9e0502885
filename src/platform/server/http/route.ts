import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { CachedAnswer } from './cached-answer.ts';
import type { Outcome } from '../security/security-log.ts';
import type { Viewer } from './viewer.ts';

/**
 * Who may call a route. There is no default: a route that does not say fails to compile.
 * `loopback` is for this machine alone: metrics, the development mailbox.
 */
export type Access = 'anyone' | 'member' | 'loopback';

export interface RateLimit {
  /** Routes with one name share one count. */
  name: string;
  max: number;
  perSeconds: number;
  /**
   * `session`: what defends an account, so that whoever stole one session can’t use up what its owner needs in another.
   * `handler`: it counts itself, since only it can tell who is exempt.
   */
  by: 'address' | 'viewer' | 'session' | 'handler';
}

type Schema = z.ZodMiniType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Whom a call is about: an account, or the address that was typed where none is known yet; and by which means. */
export interface Concerned {
  account?: string;
  email?: string;
  how?: string;
  /** Where the answer's status does not say it: a popup is told of a refusal by a page. */
  outcome?: Outcome;
}

export interface Call<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  viewer: Viewer;
  /** The caller's network address, as far as our own proxies vouch for it. */
  address: string;
  requestId: string;
  request: Request;
  /** Headers for the answer: cookies, cache times. */
  headers: Headers;
  /** Tells the security log what only the handler knows. */
  concerns(facts: Concerned): void;
  /** Only where a route `asksSession`, and nobody has asked yet. */
  session?: OpenSession | undefined;
}

/** A session that has not been looked up: what is done in its name is done in a statement where `lives` is true. */
export interface OpenSession {
  lives: RawBuilder<boolean>;
  /** Looks it up before anything else is done; throws where it has ended. */
  prove(): Promise<void>;
}

/** What a kept answer may depend on: the address asked for and what came with it, not who somebody is. */
export interface KeptCall<P, Q> {
  params: P;
  query: Q;
  /** Path and query as they came. */
  url: string;
  address: string;
  /** False for a member, and where nobody has looked whether it is one. */
  isGuest: boolean;
  header(name: string): string | undefined;
}

/** A call of a route that only members reach. */
export type MemberCall<P, Q, B> = Call<P, Q, B> & { viewer: Extract<Viewer, { kind: 'member' }> };

interface Shape<A extends Access, P, Q, B, R> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/things/:id` */
  path: `/${string}`;
  access: A;
  /** For the API reference: what the call does, as an imperative without a period. */
  summary: string;
  /** For the API reference: what the summary leaves open, in full sentences. */
  description?: string;
  /**
   * A member's program may call it as well, with `Authorization: Bearer key_...` for this scope. The key alone counts
   * then: no cookie is looked at.
   */
  apiKey?: string;
  /** A matter of accounts, rights, money or keys: under this name every call of it is written into the security log. */
  security?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The answer's schema; `raw` for bytes, streams and redirects, which the handler returns as a Response. */
  answer: R | 'raw';
  limit?: RateLimit;
  /** In bytes; 100 KB unless said. */
  maxBody?: number;
  /** How many values the body may consist of; 20,000 unless said. */
  maxValues?: number;
  /** The words of a refusal stand under this name as well, for callers that read nothing else. */
  wordsAs?: string;
  /** Its one statement asks itself whether the session lives, so that no other has to: see `Call.session`. */
  asksSession?: boolean;
  /** True for callers that are no page of ours: webhooks, snippets, one-click unsubscribe. Never with a session. */
  crossOrigin?: boolean;
  /**
   * The answer, where it lies in memory: it is sent at once, and whatever it notes is noted each time. Undefined leaves
   * it to `handle`. Only for what anybody may have without a limit.
   */
  kept?: A extends 'anyone' ? (call: KeptCall<Output<P>, Output<Q>>) => CachedAnswer | undefined : never;
}

type Handler<A extends Access, P, Q, B, R> = (
  call: A extends 'member'
    ? MemberCall<Output<P>, Output<Q>, Output<B>>
    : Call<Output<P>, Output<Q>, Output<B>>,
) => Promise<Output<R> | Response> | Output<R> | Response;

/** A route as the server mounts it and as tests and OpenAPI read it. */
export interface Route extends Omit<Shape<Access, Schema, Schema, Schema, Schema>, 'kept'> {
  kept?(call: KeptCall<never, never>): CachedAnswer | undefined;
  handle(call: Call<never, never, never>): Promise<unknown> | unknown;
}

/** Path and query, as they stand in a request. */
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

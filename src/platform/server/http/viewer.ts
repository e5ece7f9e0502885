import type { RawBuilder } from 'kysely';

/** Who is calling. The accounts feature answers; without it, everyone is a guest. */
export type Viewer = { kind: 'guest' } | { kind: 'member'; uid: string; email: string; sessionId: string };

/** For a member; null for a guest. */
export const uidOf = (viewer: Viewer): string | null => (viewer.kind === 'member' ? viewer.uid : null);

export const guest: Viewer = { kind: 'guest' };

export interface ResolveViewer {
  (request: Request): Promise<Viewer>;
  /** Without a query: whose session it was at the last request. */
  remembered?(request: Request): Remembered | undefined;
}

/**
 * A session's member never changes, but the session may have ended: use it only in a statement with the condition
 * `lives`. The email address may be outdated.
 */
export interface Remembered {
  viewer: Extract<Viewer, { kind: 'member' }>;
  lives: RawBuilder<boolean>;
}

/**
 * The member behind an API key; its `sessionId` is the key's ID, not a session. Throws a Problem for a key that is
 * unknown, revoked or lacks the scope.
 */
export type ResolveKey = (key: string, scope: string) => Promise<Extract<Viewer, { kind: 'member' }>>;

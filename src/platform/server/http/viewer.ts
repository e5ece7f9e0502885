import type { RawBuilder } from 'kysely';

/** Who is asking. The accounts feature answers; without it everybody is a guest. */
export type Viewer = { kind: 'guest' } | { kind: 'member'; uid: string; email: string; sessionId: string };

/** Of a member; null of a guest. */
export const uidOf = (viewer: Viewer): string | null => (viewer.kind === 'member' ? viewer.uid : null);

export const guest: Viewer = { kind: 'guest' };

export interface ResolveViewer {
  (request: Request): Promise<Viewer>;
  /** Without asking the database: whom a request of this session came from the last time. */
  remembered?(request: Request): Remembered | undefined;
}

/**
 * A session's member never changes, but the session may have ended: it counts only in a statement in which `lives` is
 * true. The address may be an older one.
 */
export interface Remembered {
  viewer: Extract<Viewer, { kind: 'member' }>;
  lives: RawBuilder<boolean>;
}

/**
 * For whom a program acts that brings this API key; its `sessionId` is the key's id, which is no session. Throws a
 * Problem for a key that is unknown, revoked or not made for this.
 */
export type ResolveKey = (key: string, scope: string) => Promise<Extract<Viewer, { kind: 'member' }>>;

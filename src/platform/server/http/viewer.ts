/** Who is asking. The accounts feature answers; without it everybody is a guest. */
export type Viewer = { kind: 'guest' } | { kind: 'member'; uid: string; email: string; sessionId: string };

export const guest: Viewer = { kind: 'guest' };

export type ResolveViewer = (request: Request) => Promise<Viewer>;

/**
 * For whom a program acts that brings this API key; its `sessionId` is the key's id, which is no session. Throws a
 * Problem for a key that is unknown, revoked or not made for this.
 */
export type ResolveKey = (key: string, scope: string) => Promise<Extract<Viewer, { kind: 'member' }>>;

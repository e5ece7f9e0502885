/** Who is asking. The accounts feature answers; without it everybody is a guest. */
export type Viewer = { kind: 'guest' } | { kind: 'member'; uid: string; email: string; sessionId: string };

export const guest: Viewer = { kind: 'guest' };

export type ResolveViewer = (request: Request) => Promise<Viewer>;

import { readStored } from '#platform/web/storage.ts';

export const keyOf = (id: string) => `hub.threadLink:${id}` as const;

/** The link that a member opened an agreement by, in this tab. */
export const keptLink = (id: string): string => (id === '' ? '' : (readStored(keyOf(id), 'session') ?? ''));

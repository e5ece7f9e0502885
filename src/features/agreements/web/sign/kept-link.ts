import { useEffect } from 'react';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';

const keyOf = (id: string) => `hub.threadLink:${id}` as const;

/** The link that a member opened an agreement by, in this tab. */
export const keptLink = (id: string): string => (id === '' ? '' : (readStored(keyOf(id), 'session') ?? ''));

/**
 * A member's agreement is opened by what this tab keeps under their name: after their logout neither a tab that still
 * shows it nor the browser's history opens it for the next person.
 */
export function useKeptLink(token: string, id: string | undefined): void {
  const isMembers = useViewer().user !== null;
  useEffect(() => {
    if (!isMembers || id === undefined) return;
    writeStored(keyOf(id), token, 'session');
    const { pathname, hash } = window.location;
    const address = `${pathname}?id=${encodeURIComponent(id)}${hash}`;
    window.history.replaceState(window.history.state, '', address);
  }, [isMembers, token, id]);
}

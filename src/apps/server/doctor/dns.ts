import { Resolver } from 'node:dns/promises';
import { patience } from './finding.ts';

/** The TXT records of a name: an empty list is an answer, no response isn't. */
export type TxtLookup = (name: string) => Promise<string[] | 'not reachable'>;

export function createTxtLookup(servers?: string[]): TxtLookup {
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const timer = setTimeout(() => resolver.cancel(), patience);
    try {
      // A long record is split into several strings.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : 'not reachable';
    } finally {
      clearTimeout(timer);
    }
  };
}

import { useHub } from '#platform/web/hub.tsx';
import type { SavedVersion } from '../../rules/versions-contract.ts';

/** How a version is called: by its name, else by its time. */
export function useVersionWords(): (version: SavedVersion) => string {
  const { language } = useHub().site;
  return ({ name, at, isCurrent }) => {
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(at),
    );
    return name ? `${name} (${time})` : isCurrent ? `Current version (${time})` : time;
  };
}

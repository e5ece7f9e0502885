import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import {
  type About,
  aboutAt,
  type AllBegun,
  carried,
  keyOf,
  readBegun,
  type Standing,
} from '../../rules/begun.ts';
import type { VersionText } from '../../rules/revise-contract.ts';
import type { AgreementDoc } from '../doc-part.ts';

/** A part as it stood in the version that was open. */
export type At = Pick<About, 'version' | 'place'>;

interface Older {
  about(at: At): About | null;
  standing(at: At): Standing;
}

/** What was begun, by the text that is out now; what it needs of earlier texts is asked for only then. */
export function useBegunNow(
  kept: unknown,
  {
    doc,
    version,
    at,
    pathOf,
  }: { doc: AgreementDoc; version: number; at: At | null; pathOf(v: number): string },
) {
  const [older, setOlder] = useState<Record<string, Older>>({});
  const all = readBegun(kept, doc, version);
  const needed = [at?.version, ...Object.values(all).map(({ about }) => about?.version)].filter(
    (one) => one !== undefined && one > 0 && one < version,
  );
  const asked = [...new Set(needed)].sort().join(' ');
  useEffect(() => {
    let isHere = true;
    for (const from of asked.split(' ').filter(Boolean).map(Number))
      void Promise.all([import('../../rules/standing.ts'), api<VersionText>(pathOf(from))]).then(
        ([{ standingsIn }, before]) => {
          if (!isHere) return;
          const where = standingsIn(before.doc, doc);
          const found: Older = {
            about: ({ place }) => aboutAt(before.doc, from, place),
            standing: ({ place }) => where(place),
          };
          setOlder((others) => ({ ...others, [`${from} ${version}`]: found }));
        },
        // Until then it is told by the words that it was begun with.
        () => {},
      );
    return () => void (isHere = false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a version's text never changes
  }, [asked, version]);

  const standing = (one: At): Standing | null => {
    if (one.version === version) return { place: one.place, is: 'same', called: '' };
    return older[`${one.version} ${version}`]?.standing(one) ?? null;
  };
  const begun: AllBegun = carried(all, doc, version, standing);
  return {
    begun,
    standing,
    aboutOf(one: At): About {
      if (one.version === version) return aboutAt(doc, version, one.place);
      const known = begun[keyOf(one)]?.about ?? older[`${one.version} ${version}`]?.about(one);
      return known ?? { ...one, called: '', quote: '', takes: false };
    },
  };
}
export type BegunNow = ReturnType<typeof useBegunNow>;

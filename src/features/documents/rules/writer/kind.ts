import { kindWords, type KindWords } from './kind-words.ts';
import { folded } from './plain.ts';

export interface Ranked {
  kind: KindWords;
  score: number;
}

let compiled: { kind: KindWords; cues: { pattern: RegExp; weight: number }[] }[] | undefined;

const table = () =>
  (compiled ??= kindWords.map((kind) => ({
    kind,
    cues: kind.cues.map(([source, weight]) => ({
      pattern: new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'u'),
      weight,
    })),
  })));

/** Which kinds a request may mean, the likeliest first. What is named early is what is wanted; the rest is about it. */
export function rankKinds(request: string): Ranked[] {
  const text = folded(request).slice(0, 4000);
  const ranked = table().map(({ kind, cues }) => {
    let score = 0;
    for (const { pattern, weight } of cues) {
      const found = pattern.exec(text);
      if (found)
        score += weight * (1 + 0.4 * Math.exp(-found.index / 40) + 0.8 * Math.exp(-found.index / 10));
    }
    return { kind, score };
  });
  return ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

/** A document of the operator's own, found by the words of its title. */
export function byTitle(
  request: string,
  entries: { slug: string; title: string; short: string }[],
): string | null {
  const asked = new Set(folded(request).split(/[^\p{L}\p{N}]+/u));
  const share = ({ title, short }: { title: string; short: string }): number =>
    Math.max(
      ...[title, short].map((name) => {
        const words = folded(name)
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word.length > 2 && !/^(?:agreement|contract|and|the|for)$/.test(word));
        return words.length === 0 ? 0 : words.filter((word) => asked.has(word)).length / words.length;
      }),
    );
  const best = entries
    .map((entry) => ({ slug: entry.slug, share: share(entry) }))
    .sort((a, b) => b.share - a.share)[0];
  return best && best.share >= 0.6 ? best.slug : null;
}

interface Part {
  /** What drawing it takes by itself, beside a plain shape. */
  own: number;
  parts: Part[];
  /** Parts of the picture that are drawn here once more. */
  uses: string[];
}

const filterCost = 500;
const referred = /url\(\s*["']?#([\w.-]+)/gi;
const functions = /\b(?:blur|drop-shadow)\s*\(/i;
/** How colors run is painted in one go, however many there are. */
const paints = new Set(['linearGradient', 'radialGradient', 'stop']);

export type SvgCost = ReturnType<typeof createSvgCost>;

/**
 * What a browser has to draw: a part that is used again counts each time, and so do the parts that it uses. A few lines
 * can ask for billions of shapes, or for filters that take minutes.
 */
export function createSvgCost() {
  const root: Part = { own: 0, parts: [], uses: [] };
  const open = [root];
  const named = new Map<string, Part>();
  /** Of styles, which may stand for any part. */
  const everywhere: string[] = [];
  let filter = 0;

  const refsIn = (text: string): string[] => [...text.matchAll(referred)].map(([, id = '']) => id);

  return {
    opening(called: string, attributes: readonly (readonly [string, string])[]): void {
      const part: Part = { own: ownCost(called, attributes), parts: [], uses: [] };
      for (const [key, value] of attributes)
        if (key === 'id') named.set(value, part);
        else part.uses.push(...refsIn(key.endsWith('href') ? `url(${value.trim()})` : value));
      open.at(-1)?.parts.push(part);
      open.push(part);
    },
    closing: (): void => void open.pop(),
    styles(text: string): void {
      everywhere.push(...refsIn(text));
      if (functions.test(text)) filter = filterCost;
    },

    /** Infinity where a part is drawn in itself. */
    total(): number {
      const known = new Map<Part, number>();
      const costOf = (part: Part | undefined, depth: number): number => {
        if (!part) return 0;
        const before = known.get(part);
        if (before !== undefined) return before;
        if (depth > 2000) return Infinity;
        // Met once more while it is counted, it draws itself.
        known.set(part, Infinity);
        let sum = part.own;
        for (const inner of part.parts) sum += costOf(inner, depth + 1);
        for (const id of part.uses) sum += costOf(named.get(id), depth + 1);
        known.set(part, sum);
        return sum;
      };
      // Of what styles may put on a part, the dearest on every one that is drawn.
      const styled = Math.max(filter, ...everywhere.map((id) => costOf(named.get(id), 0)));
      return costOf(root, 0) * (1 + styled);
    },
  };
}

function ownCost(called: string, attributes: readonly (readonly [string, string])[]): number {
  if (paints.has(called)) return 0;
  if (!called.startsWith('fe')) return attributes.some(([, value]) => functions.test(value)) ? filterCost : 1;
  const octaves = Number(attributes.find(([key]) => key === 'numOctaves')?.[1] ?? 1);
  return filterCost * Math.max(1, Number.isFinite(octaves) ? octaves : 1);
}

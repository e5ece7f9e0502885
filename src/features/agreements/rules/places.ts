import { type Block, type Doc, linesOf, type Run, runsText } from '#features/documents/rules/assembly/doc.ts';

/** The parts inside of a block, in order. */
export function inside(block: Block): Block[][] {
  switch (block.b) {
    case 'clause':
    case 'sub':
      return [block.blocks];
    case 'list':
      return block.items.map((item) => item.blocks);
    default:
      return [];
  }
}

/**
 * A place is the way to a block by numbers counted from 0: "4" is the fifth block, "4.0" the first one inside of it. In
 * a list, an item's number comes before that of a block in it.
 */
export function blockAt(doc: Pick<Doc, 'blocks'>, place: string): Block | null {
  if (place === '') return null;
  let blocks: Block[] | undefined = doc.blocks;
  let found: Block | null = null;
  const steps = place.split('.').map(Number);
  while (steps.length > 0) {
    const block: Block | undefined = blocks?.[steps.shift() ?? -1];
    if (!block) return null;
    found = block;
    const parts = inside(block);
    blocks = block.b === 'list' ? (steps.length > 0 ? parts[steps.shift() ?? -1] : undefined) : parts[0];
  }
  return found;
}

/** The words of the block itself, without what is inside of it; empty where it has none. */
export function wordsOf(block: Block): string {
  switch (block.b) {
    case 'clause':
      return runsText(block.heading);
    case 'title':
    case 'part':
    case 'sub':
    case 'para':
    case 'heading':
      return runsText(block.runs);
    default:
      return '';
  }
}

/** Whether other words can be proposed for it: running text only, never a table, a list or signatures. */
export const takesWords = (block: Block | null): boolean => block?.b === 'sub' || block?.b === 'para';

/** The document with other words at one place; null where there is no such text. */
export function withWords<D extends Pick<Doc, 'blocks'>>(doc: D, place: string, words: string): D | null {
  const target = blockAt(doc, place);
  if (!target || (target.b !== 'sub' && target.b !== 'para')) return null;
  const replaced = { ...target, runs: [{ r: 'text' as const, text: words.replace(/\s+/g, ' ').trim() }] };
  const swap = (blocks: Block[]): Block[] => {
    const next = blocks.map((block): Block => {
      if (block === target) return replaced;
      switch (block.b) {
        case 'clause': {
          const inner = swap(block.blocks);
          // Its summary was of the former words.
          return inner === block.blocks ? block : { ...block, summary: [], blocks: inner };
        }
        case 'sub': {
          const inner = swap(block.blocks);
          return inner === block.blocks ? block : { ...block, blocks: inner };
        }
        case 'list': {
          const items = block.items.map((item) => {
            const inner = swap(item.blocks);
            return inner === item.blocks ? item : { ...item, blocks: inner };
          });
          return items.every((item, index) => item === block.items[index]) ? block : { ...block, items };
        }
        default:
          return block;
      }
    });
    return next.every((block, index) => block === blocks[index]) ? blocks : next;
  };
  return { ...doc, blocks: swap(doc.blocks) };
}

/** Every run of a document, changed by one rule. */
function mapRuns(blocks: Block[], change: (run: Run) => Run): Block[] {
  const line = (runs: Run[]): Run[] => runs.map(change);
  return blocks.map((block): Block => {
    switch (block.b) {
      case 'clause':
        return {
          ...block,
          heading: line(block.heading),
          summary: line(block.summary),
          blocks: mapRuns(block.blocks, change),
        };
      case 'sub':
        return { ...block, runs: line(block.runs), blocks: mapRuns(block.blocks, change) };
      case 'title':
      case 'part':
      case 'para':
      case 'heading':
        return { ...block, runs: line(block.runs) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({
            ...item,
            runs: line(item.runs),
            blocks: mapRuns(item.blocks, change),
          })),
        };
      case 'table':
        return { ...block, head: block.head.map(line), rows: block.rows.map((row) => row.map(line)) };
      case 'signatures':
        return {
          ...block,
          parties: block.parties.map((party) => ({
            heading: line(party.heading),
            lines: party.lines.map((one) => ({ ...one, runs: line(one.runs) })),
          })),
        };
      case 'page':
        return block;
    }
  });
}

/** What the text still leaves open, in reading order, each once. */
export function blanksOf({ blocks }: Pick<Doc, 'blocks'>): Doc['blanks'] {
  const found = new Map<string, string>();
  for (const line of linesOf(blocks))
    for (const run of line) if (run.r === 'blank' && !found.has(run.field)) found.set(run.field, run.label);
  return [...found].map(([field, label]) => ({ field, label }));
}

/** The document with what was filled in; a field that isn’t open stays as it is. */
export function filledIn<D extends Pick<Doc, 'blocks' | 'blanks'>>(doc: D, given: Record<string, string>): D {
  const blocks = mapRuns(doc.blocks, (run) => {
    if (run.r !== 'blank' || !Object.hasOwn(given, run.field)) return run;
    const text = (given[run.field] ?? '').replace(/\s+/g, ' ').trim();
    return text === '' ? run : { r: 'value', field: run.field, text };
  });
  return { ...doc, blocks, blanks: blanksOf({ blocks }) };
}

/** What stands in the text as an answer, by its field. */
export function valuesOf({ blocks }: Pick<Doc, 'blocks'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of linesOf(blocks))
    for (const run of line) if (run.r === 'value' && !found.has(run.field)) found.set(run.field, run.text);
  return found;
}

/** Where a paragraph with exactly these words stands; null: nowhere. */
export function placeOf({ blocks }: Pick<Doc, 'blocks'>, words: string, above = ''): string | null {
  for (const [index, block] of blocks.entries()) {
    const place = `${above}${index}`;
    if (takesWords(block) && wordsOf(block) === words) return place;
    for (const [item, part] of inside(block).entries()) {
      const way = block.b === 'list' ? `${place}.${item}.` : `${place}.`;
      const found = placeOf({ blocks: part }, words, way);
      if (found !== null) return found;
    }
  }
  return null;
}

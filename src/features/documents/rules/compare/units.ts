import { type Block, type Doc, linesOf, type Run, runText, type Signature } from '../assembly/doc.ts';

type ListBlock = Extract<Block, { b: 'list' }>;
type Item = ListBlock['items'][number];

/**
 * A part of a document for comparing: lines of words, and parts inside of it. Blocks, items, rows and signing parties
 * are all alike here; what is made of one again is `make`.
 */
export interface Unit {
  /** Only parts of one kind are versions of each other. */
  kind: string;
  /** Of a clause or a numbered paragraph that has a name of its own. */
  id: string;
  /** As a reader finds it: "7", "4.1", "(a)". */
  number: string;
  lines: Run[][];
  kids: Unit[];
  /** All of its words and how they look: equal keys, equal parts. */
  key: string;
  make(lines: Run[][], kids: Made[]): Made;
}

export type Made = Block | Item | Run[][] | Signature;

export const unitsOf = (doc: Pick<Doc, 'blocks'>): Unit[] => doc.blocks.map(unitOf);

function unit(part: Omit<Unit, 'key'>): Unit {
  const lines = part.lines.map((line) => line.map(runKey).join('')).join('\u0001');
  return {
    ...part,
    key: `${part.kind}\u0002${lines}\u0002${part.kids.map(({ key }) => key).join('\u0003')}`,
  };
}

/** Names that the reader of HTML gives out by itself say nothing. */
const ownId = (id: string): string => (/^part-\d+$/.test(id) ? '' : id);

function unitOf(block: Block): Unit {
  const plain = { id: '', number: '', kids: [] };
  switch (block.b) {
    case 'title':
    case 'part':
    case 'heading':
    case 'para':
      return unit({
        ...plain,
        kind: block.b === 'para' ? `para ${block.side ?? ''}` : block.b,
        id: 'id' in block ? ownId(block.id) : '',
        lines: [block.runs],
        make: ([runs = []]) => ({ ...block, runs }),
      });
    case 'clause':
      return unit({
        kind: 'clause',
        id: ownId(block.id),
        number: block.number,
        lines: [block.heading],
        kids: block.blocks.map(unitOf),
        make: ([heading = []], blocks) => ({ ...block, heading, blocks: blocks as Block[] }),
      });
    case 'sub':
      return unit({
        kind: 'sub',
        id: ownId(block.id),
        number: block.number,
        lines: [block.runs],
        kids: block.blocks.map(unitOf),
        make: ([runs = []], blocks) => ({ ...block, runs, blocks: blocks as Block[] }),
      });
    case 'list':
      return unit({
        ...plain,
        kind: `list ${block.style}`,
        lines: [],
        kids: block.items.map((item) =>
          unit({
            kind: 'item',
            id: '',
            number: item.mark,
            lines: [item.runs],
            kids: item.blocks.map(unitOf),
            make: ([runs = []], blocks) => ({ ...item, runs, blocks: blocks as Block[] }),
          }),
        ),
        make: (_lines, items) => ({ ...block, items: items as Item[] }),
      });
    case 'table':
      return unit({
        ...plain,
        kind: `table ${block.align.join(' ')} ${block.head.length}`,
        lines: block.head,
        kids: block.rows.map((cells) =>
          unit({ ...plain, kind: `row ${cells.length}`, lines: cells, make: (lines) => lines }),
        ),
        make: (head, rows) => ({ ...block, head, rows: rows as Run[][][] }),
      });
    case 'signatures':
      return unit({
        ...plain,
        kind: 'signatures',
        lines: [],
        kids: block.parties.map((party) =>
          unit({
            ...plain,
            kind: `party ${JSON.stringify(party.lines.map(({ label }) => label))}`,
            lines: [party.heading, ...party.lines.map(({ runs }) => runs)],
            make: ([heading = [], ...lines]) => ({
              heading,
              lines: party.lines.map(({ label }, index) => ({ label, runs: lines[index] ?? [] })),
            }),
          }),
        ),
        make: (_lines, parties) => ({ ...block, parties: parties as Signature[] }),
      });
    case 'page':
      return unit({ ...plain, kind: 'page', lines: [], make: () => block });
  }
}

/** How a run reads and looks. A reference is its clause: another number of the same clause is no change. */
export function runKey(run: Run): string {
  if (run.r === 'ref') return `\u0004${run.id}\u0005`;
  const words = runText(run);
  if (run.r !== 'text' && run.r !== 'value') return words;
  const look = lookOf(run);
  return look === '' ? words : `\u0006${look}\u0007${words}\u0006`;
}

export const lookOf = (run: Run): string =>
  run.r === 'text'
    ? `${run.bold ? 'b' : ''}${run.italic ? 'i' : ''}${run.underline ? 'u' : ''}${run.strike ? 's' : ''}${run.href ?? ''}`
    : run.r === 'value'
      ? `${run.bold ? 'b' : ''}${run.italic ? 'i' : ''}`
      : '';

export const wordsOf = ({ lines, kids }: Unit): string =>
  [...lines.map((line) => line.map(runText).join('')), ...kids.map(wordsOf)].join(' ');

/** Neighbors of one look in one piece; what holds nothing goes. */
export function joined(runs: readonly Run[]): Run[] {
  const made: Run[] = [];
  for (const run of runs) {
    if ((run.r === 'text' || run.r === 'value') && run.text === '') continue;
    const last = made.at(-1);
    const isOne =
      (last?.r === 'text' && run.r === 'text') ||
      (last?.r === 'value' && run.r === 'value' && last.field === run.field);
    if (last && isOne && 'text' in last && 'text' in run && lookOf(last) === lookOf(run))
      made[made.length - 1] = { ...last, text: last.text + run.text };
    else made.push(run);
  }
  return made;
}

/** What is still to be filled, as every finished document lists it. */
export function blanksOf(blocks: Block[]): Doc['blanks'] {
  const found = new Map<string, string>();
  for (const line of linesOf(blocks))
    for (const run of line) if (run.r === 'blank' && !found.has(run.field)) found.set(run.field, run.label);
  return [...found].map(([field, label]) => ({ field, label }));
}

import { wellFormedWithin } from '#base/well-formed.ts';
import { safeColor } from '#features/branding/rules/branded.ts';
import { type Branding, defaultBranding } from '#features/branding/rules/branding.ts';
import { lineRightToLeft } from './direction.ts';
import { type Block, type Doc, type Run, runsText } from '../assembly/doc.ts';
import { type Contents, contentsOf, markOf, signaturesOf } from './furniture.ts';
import { type East, eastOrder, lineLength } from '../answers/east.ts';

interface Size {
  width: number;
  height: number;
}

export type Paper = 'a4' | 'us-letter';

export interface SheetOptions {
  branding?: Branding;
  paper?: Paper;
  /** The plain-language summaries under the headings. */
  summaries?: boolean;
}

/** Everything that a sheet is set from, for every kind of file. */
export interface Sheet {
  doc: Doc;
  brand: Letterhead | null;
  paper: Paper;
  summaries: boolean;
  /** True while something is still blank. */
  draft: boolean;
  /** Whose name stands above every page: nobody's, where two sides sign. */
  running: string;
  /** Below every page of what is signed: which words these are. */
  mark: string;
  contents: Contents | null;
  fallback: string[];
  /** Whose way of drawing signs its text asks for. */
  east: East;
}

/** What a document is set from. `logoOf` says how large a logo is that may be drawn; it stands only beside a name. */
export function sheetOf(
  written: Doc,
  { branding: dress = defaultBranding, paper = 'a4', summaries = false }: SheetOptions = {},
  logoOf: (dataUrl: string) => Size | null = () => null,
): Sheet {
  // One sign that XML forbids, and Word opens nothing of it.
  const [doc, branding] = wellFormedWithin([written, dress] as const);
  const isBranded = branding.companyName.trim() !== '';
  const sides = signaturesOf(doc.blocks);
  const order = eastOrder(JSON.stringify([doc.blocks, isBranded && branding]));
  const fallback = scripts(order);
  const brand = isBranded ? letterhead(branding, logoOf(branding.logo), fallback) : null;
  return {
    doc: { ...doc, blocks: laidOut(doc.blocks) },
    brand,
    paper,
    summaries,
    draft: doc.blanks.length > 0,
    running: sides < 2 ? (brand?.name ?? '') : '',
    mark: sides > 0 ? markOf(doc) : '',
    contents: contentsOf(doc.blocks),
    fallback,
    east: order[0],
  };
}

/** Families for what our own letters lack, in the order that suits the text: Chinese signs are drawn by language. */
function scripts(order: East[]): string[] {
  return [
    'Hub Sans',
    'Hub Signs',
    'Noto Naskh Arabic',
    'Noto Serif Hebrew',
    ...order.map((language) => `Hub Sans ${language}`),
    // What the machine has beyond.
    `Noto Serif CJK ${order[0]}`,
    `Noto Sans CJK ${order[0]}`,
    // Last, as it has figures of its own.
    'Noto Emoji',
  ];
}

export type Letterhead = ReturnType<typeof letterhead>;

function letterhead(branding: Branding, logo: Size | null, fallback: string[]) {
  const isSerif = /georgia|times|garamond|cambria|palatino|baskerville|(?<!sans-)serif/i.test(
    branding.fontFamily,
  );
  const words = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);
  return {
    name: words(branding.companyName, 120),
    logo: logo && inMillimetres(logo),
    primary: safeColor(branding.primaryColor, defaultBranding.primaryColor),
    secondary: safeColor(branding.secondaryColor, defaultBranding.secondaryColor),
    font: [...(isSerif ? ['Hub Serif', 'Hub Sans'] : ['Hub Sans', 'Hub Serif']), ...fallback],
    /** As a program of its own finds it. */
    family: isSerif ? 'Georgia' : 'Arial',
    weight: isSerif ? 600 : 400,
    contact: [branding.website, branding.email, branding.phone, branding.address]
      .map((text) => words(text, 90))
      .filter(Boolean),
  };
}

/** As high as two lines of an address, and never wider than a third of the sheet. */
function inMillimetres({ width, height }: Size): { width: number; height: number } {
  const scale = Math.min(11 / height, 50 / width);
  return { width: width * scale, height: height * scale };
}

/** What a sheet knows of each part before it is set: which way it runs, how wide its columns are, what it leads to. */
function laidOut(blocks: Block[], isSigned = false): Block[] {
  return blocks.map((block, index): Block => {
    const next = blocks[index + 1];
    // Nobody signs on a page without words.
    const signed = next ? next.b === 'signatures' : isSigned;
    switch (block.b) {
      case 'clause':
        return { ...block, ...wayOf(block.heading), blocks: laidOut(block.blocks, signed) };
      case 'sub':
        return {
          ...block,
          ...wayOf(block.runs),
          runs: ruled(block.runs),
          blocks: laidOut(block.blocks, signed),
        };
      case 'list': {
        const items = block.items.map((item) => ({
          ...item,
          runs: ruled(item.runs),
          blocks: laidOut(item.blocks),
        }));
        return { ...block, ...wayOf(items.flatMap(({ runs }) => runs)), items };
      }
      case 'table':
        return { ...block, ...wayOf([...block.head, ...block.rows.flat()].flat()), widths: widthsOf(block) };
      case 'signatures':
      case 'page':
        return block;
      case 'para':
        return {
          ...block,
          ...wayOf(block.runs),
          runs: ruled(block.runs),
          ...(signed && { keep: true as const }),
        };
      default:
        return { ...block, ...wayOf(block.runs) };
    }
  });
}

/** Four centimetres of ruled line behind what a blank is called: a sheet that is printed is filled in with a pen. */
const room = '\u00a0'.repeat(54);
const ruled = (runs: Run[]): Run[] =>
  runs.map((run) => (run.r === 'blank' ? { ...run, label: run.label + room } : run));

const wayOf = (runs: Run[]): { rtl?: true } => (lineRightToLeft(runs) ? { rtl: true } : {});

/** Columns of figures are as wide as they need to be; columns of words share the rest by what they hold. */
function widthsOf({ align, head, rows }: Extract<Block, { b: 'table' }>): (number | null)[] {
  const longest = align.map((side, index) =>
    side === 'end'
      ? 0
      : Math.max(
          ...[head[index] ?? [], ...rows.map((row) => row[index] ?? [])].map((runs) =>
            lineLength(runsText(runs)),
          ),
        ),
  );
  // The widest column of words fills the line, even where all are short.
  const widest = longest.indexOf(Math.max(...longest));
  return longest.map((length, index) =>
    length > 18 || index === widest ? Math.min(6, 1 + length / 24) : null,
  );
}

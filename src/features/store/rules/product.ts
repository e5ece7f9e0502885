import { countOf } from '#base/count.ts';

/** A product as its page shows it. Everything here is public; who may download what is decided elsewhere. */
export interface Product {
  id: string;
  title: string;
  summary: string;
  kind: Kind;
  tags: string[];
  /** How people ask for it: for finding it, and stays on the server. */
  asks?: string[];
  /** US cents; 0 is free. */
  priceCents: number;
  version: string;
  /** The day of the newest version, YYYY-MM-DD. */
  updated: string;
  images: ProductImage[];
  files: ProductFile[];
  /** The newest first. */
  changelog: Change[];
  licence: { name: string; words: string };
  /** Document templates that become the buyer's. */
  unlocks: string[];
  /** Sanitised on the server. */
  html: string;
}

export interface ProductImage {
  src: string;
  alt: string;
  /** The same picture in several widths, the narrowest first; left out where there is only one. */
  srcset?: string | undefined;
}

export interface ProductFile {
  name: string;
  words: string;
  bytes: number;
  /** How many files are inside, for one that is packed. */
  holds: number | null;
  pages: number | null;
}

export interface Change {
  version: string;
  date: string;
  changes: string;
}

/** In the order in which they are offered as a filter. */
export const kinds = ['templates', 'spreadsheet', 'checklist', 'code', 'design', 'guide', 'bundle'] as const;
export type Kind = (typeof kinds)[number];

export const kindNames: Record<Kind, string> = {
  templates: 'Templates',
  spreadsheet: 'Spreadsheets',
  checklist: 'Checklists',
  code: 'Code',
  design: 'Design',
  guide: 'Guides',
  bundle: 'Bundles',
};

export const isProductId = (id: string): boolean => id.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id);

/** 1,234,567 bytes as "1.2 MB"; as the systems that show file sizes count. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] =
    bytes < 999_500 ? [bytes / 1000, 'KB'] : bytes < 999_500_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size < 9.95 && unit !== 'KB' ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** "4 files, 120 KB": what a buyer gets, in two numbers. */
export function filesInWords(files: readonly Pick<ProductFile, 'bytes' | 'holds'>[]): string {
  const count = files.reduce((sum, { holds }) => sum + (holds ?? 1), 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${countOf(count, 'file')}, ${bytesInWords(bytes)}`;
}

const newDays = 14;

/** Whether a version is news on that day, both as YYYY-MM-DD; one that is dated ahead is none yet. */
export function isNewOn(updated: string, day: string): boolean {
  const age = (Date.parse(day) - Date.parse(updated)) / 86_400_000;
  return age >= 0 && age < newDays;
}

/** Reads as words what is named for machines: "payment-reminder" is "Payment reminder". */
export const idInWords = (id: string): string =>
  id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

import type { ListedChange } from '#features/documents/rules/compare/list-changes.ts';
import type { ComparedRequest } from '#features/documents/rules/contract.ts';
import type { ChangedAnswer } from '#features/documents/rules/compare/tell.ts';
import type { AssembleOptions } from '#features/documents/rules/assembly/assemble.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import type { SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';

/** What a file is made of: a finished document, an edited text, or answers. */
export type Work =
  /** What must come is set whatever its letters are. */
  | {
      from: 'doc';
      doc: Doc;
      options?: SheetOptions;
      mustCome?: boolean;
      finishing?: Finishing;
      /** What it takes the place of: how it differs is told with it. */
      instead?: { of: Doc; answers: readonly ChangedAnswer[] };
    }
  | { from: 'html'; html: string; slug: string; title: string; options?: SheetOptions; madeOf?: MadeOf }
  | { from: 'compared'; request: ComparedRequest; options?: SheetOptions }
  | ({ from: 'answers'; sections: Section[]; options?: SheetOptions } & MadeOf);

export interface MadeOf {
  template: Template;
  answers: Answers;
  how: AssembleOptions;
}

/** What is added once everybody has signed. */
export interface Finishing {
  certificate: Certificate;
  attached: {
    name: string;
    mime: string;
    description: string;
    bytes: Uint8Array;
  }[];
}

/** The pages behind the document that say who signed it, and how that was proven. */
export interface Certificate {
  title: string;
  lead: string;
  facts: [label: string, words: string][];
  people: { name: string; lines: string[]; signature: { typed: string } | { drawn: string } | null }[];
  events: { seq: string; at: string; words: string; who: string }[];
  /** Below the events. */
  chain: string;
  footer: string;
}

export interface Made {
  bytes: Uint8Array<ArrayBuffer>;
  pages: number;
  accessible: boolean;
  /** Only if the task asks for it. */
  doc?: Doc;
  told?: Told;
}

/** How a text differs from the one before. */
export interface Told {
  /** In one line: "Fee 4,000 → 4,500; clause 7 added". */
  words: string;
  changes: ListedChange[];
}

export interface Task {
  as: 'pdf' | 'docx';
  work: Work;
  /** Whether the document comes back with its file. */
  withDoc?: true;
}

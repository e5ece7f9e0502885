import type { ComparedRequest } from '#features/documents/rules/contract.ts';
import type { AssembleOptions } from '#features/documents/rules/assembly/assemble.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Section } from '#features/documents/rules/template/sections.ts';
import type { SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';

/** What a file is made of: a finished document, an edited text, or answers. */
export type Work =
  /** What must come is set whatever its letters are. */
  | { from: 'doc'; doc: Doc; options?: SheetOptions; mustCome?: boolean }
  | { from: 'html'; html: string; slug: string; title: string; options?: SheetOptions }
  | { from: 'compared'; request: ComparedRequest; options?: SheetOptions }
  | {
      from: 'answers';
      template: Template;
      sections: Section[];
      answers: Answers;
      how: AssembleOptions;
      options?: SheetOptions;
    };

export interface Made {
  bytes: Uint8Array<ArrayBuffer>;
  pages: number;
  accessible: boolean;
}

export interface Task {
  as: 'pdf' | 'docx';
  work: Work;
}

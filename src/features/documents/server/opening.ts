import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { blanksOf } from '#features/documents/rules/assembly/blanks.ts';
import type { Opening } from '#features/documents/rules/contract.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';

/** As much as a first screen shows: the title, the sides, and the beginning of the second numbered part. */
export function openingOf(template: Template): Opening {
  const { blocks } = assemble(template, {}, { date: '' });
  const [, second, third] = blocks.flatMap((block, index) => (block.b === 'clause' ? [index] : []));
  const shown = blocks.slice(0, third).map((block, index) => {
    return block.b === 'clause' && index === second ? { ...block, blocks: block.blocks.slice(0, 1) } : block;
  });
  const today = allFields(template).flatMap(({ name, fallback }) => (fallback === 'today' ? [name] : []));
  return {
    slug: template.slug,
    title: template.title,
    blocks: shown,
    today,
    // Any day will do: the reader's own is not blank, wherever it is read.
    blanks: blanksOf(template, {}, template.reviewed).map(({ place, label }) => ({ field: place, label })),
  };
}

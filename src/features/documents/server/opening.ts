import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { linesOf } from '#features/documents/rules/assembly/doc.ts';
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
  const blanks = new Map<string, string>();
  for (const line of linesOf(blocks))
    for (const run of line)
      if (run.r === 'blank' && !today.includes(run.field)) blanks.set(run.field, run.label);
  return {
    slug: template.slug,
    title: template.title,
    blocks: shown,
    today,
    blanks: [...blanks].map(([field, label]) => ({ field, label })),
  };
}

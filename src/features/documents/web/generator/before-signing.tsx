import type { Block, Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Formality } from '#features/documents/rules/template/template.ts';
import { Notice } from '#ui/feedback.tsx';

/** What the chosen law demands of the paper: ink, a witness, a register. An invoice or a policy is signed by nobody. */
export function BeforeSigning({ of: formalities, doc }: { of: Formality[]; doc: Doc }) {
  if (formalities.length === 0) return null;
  return (
    <div className="mt-16">
      <Notice title={isSigned(doc.blocks) ? 'Before you sign' : 'Before you use it'}>
        <ul className="flex list-none flex-col gap-8">
          {formalities.map(({ words, source }) => (
            <li key={words}>
              {words} <span className="block text-13 text-muted">{source}</span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** An invoice or a policy is signed by nobody. */
export const isSigned = (blocks: Block[]): boolean =>
  blocks.some((block) => block.b === 'signatures' || ('blocks' in block && isSigned(block.blocks)));

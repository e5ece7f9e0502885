import type { Formality } from '#features/documents/rules/template/template.ts';
import { Notice } from '#ui/feedback.tsx';

/** What the chosen law demands of the paper: ink, a witness, a register. */
export function BeforeSigning({ of: formalities }: { of: Formality[] }) {
  if (formalities.length === 0) return null;
  return (
    <div className="mt-16">
      <Notice title="Before you sign">
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

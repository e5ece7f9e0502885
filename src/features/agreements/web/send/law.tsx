import { Notice } from '#ui/feedback.tsx';

interface LawProps {
  formalities: { words: string; source: string }[];
}

/** Where a law wants more than this signature: said before anybody is asked. */
export function Law({ formalities }: LawProps) {
  if (formalities.length === 0) return null;
  return (
    <Notice kind="warn" title="Check before you send" still>
      <p>The law of this document asks for more than a signature:</p>
      <ul className="mt-8 flex list-none flex-col gap-8">
        {formalities.map(({ words, source }) => (
          <li key={words}>
            {words} <span className="block text-13 text-muted">{source}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

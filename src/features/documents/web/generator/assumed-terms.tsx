import { type Assumed, assumedWords } from '#features/documents/rules/answers/assumed.ts';

interface AssumedTermsProps {
  assumed: readonly Assumed[];
  onPick: (field: string) => void;
}

/** What the document takes for agreed and nobody has said, each leading to its question. */
export const AssumedTerms = ({ assumed, onPick }: AssumedTermsProps) =>
  assumed.length > 0 && (
    <details className="mt-16">
      <summary className="min-h-touch py-8 text-15 font-bold">{assumedWords(assumed.length)}</summary>
      <p className="text-13 text-muted">
        Usual answers, because no one gave another. The file doesn’t mark them.
      </p>
      <ul className="mt-8 flex list-none flex-col">
        {assumed.map(({ field, label, words }) => (
          <li key={field} className="border-t border-hairline">
            <button
              type="button"
              className="min-h-touch w-full py-8 text-left hover:text-pen"
              onClick={() => onPick(field)}
            >
              <span className="block text-13 text-muted">{label}</span>
              <span className="line-clamp-2">{words}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );

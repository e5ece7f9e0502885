import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

/** Two devices changed one thing: the later one is saved, and says what the other had put there. */
export function GaveWay({
  theirs,
  take,
  dismiss,
}: {
  /** Each field that gave way, and what the other device had in it. */
  theirs: readonly (readonly [label: string, value: string])[];
  take: () => void;
  dismiss: () => void;
}) {
  return (
    <Notice
      kind="warn"
      still
      title="Another device changed this too"
      actions={
        <>
          <Button size="tool" onClick={dismiss}>
            Keep mine
          </Button>
          <Button size="tool" onClick={take}>
            Use the other version
          </Button>
        </>
      }
    >
      <p>Your version is saved. The other device had:</p>
      <ul className="mt-8 list-disc pl-16">
        {theirs.map(([label, value]) => (
          <li key={label} className="[overflow-wrap:anywhere]">
            {label}: {value || 'nothing'}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

import type { OtherAnswer } from '#features/documents/rules/answers/merge-answers.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

interface OtherAnswersProps {
  template: Template;
  others: readonly OtherAnswer[];
  onDecide: (other: OtherAnswer, takes: boolean) => void;
}

/** Answers that two devices changed at one time: what stands now came last, and what it took the place of is here. */
export function OtherAnswers({ template, others, onDecide }: OtherAnswersProps) {
  if (others.length === 0) return null;
  return (
    <section aria-label="Answered on two devices" className="mb-16 flex flex-col gap-8">
      {others.map((other) => (
        <Notice
          key={other.id}
          kind="warn"
          still
          title={labelOf(template, other.path)}
          actions={
            <>
              <Button size="tool" onClick={() => onDecide(other, true)}>
                Use the other
              </Button>
              <Button size="tool" variant="quiet" onClick={() => onDecide(other, false)}>
                Keep this one
              </Button>
            </>
          }
        >
          You answered this on two devices. The other answer was “{wordsOf(other.value)}”.
        </Notice>
      ))}
    </section>
  );
}

function labelOf(template: Template, path: string): string {
  const [name, ...parts] = path.split('.');
  const label = allFields(template).find((field) => field.name === name)?.label ?? name ?? '';
  return parts.length === 0 ? label : `${label}: ${parts.join(' ')}`;
}

/** As somebody would read it out; a table row by row. */
function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(wordsOf).join('; ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsOf).join(', ');
  return String(value ?? '');
}

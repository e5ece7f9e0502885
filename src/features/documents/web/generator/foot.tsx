import { Button } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import type { Steps } from './use-steps.ts';

export type View = 'rail' | 'canvas' | 'inspector';

interface FootProps {
  view: View;
  onView: (view: View) => void;
  hasHelp: boolean;
  steps: Steps;
  /** What stands between the answers and a whole document. */
  left: string;
  busy: boolean;
  onDownload: () => void;
}

const views = [
  { value: 'rail', label: 'Questions' },
  { value: 'canvas', label: 'Paper' },
  { value: 'inspector', label: 'Help' },
] as const;

/** At the foot of a narrow screen: the questions or the paper, how much is left, and the next step. */
export function Foot({ view, onView, hasHelp, steps, left, busy, onDownload }: FootProps) {
  const { all, at, isAtEnd, go } = steps;
  const isAsking = view === 'rail' && !isAtEnd;
  const show = (next: View) => {
    onView(next);
    window.scrollTo(0, 0);
  };
  return (
    <>
      <p className="w-full text-13 text-muted">
        {isAsking ? `Step ${at + 1} of ${all.length} · ` : ''}
        {left}
      </p>
      <Segments label="Show" options={hasHelp ? views : views.slice(0, 2)} value={view} onChange={show} />
      <div className="ml-auto">
        {isAsking ? (
          <Button variant="primary" onClick={() => go(at + 1)}>
            Next
          </Button>
        ) : (
          <Button variant="primary" busy={busy} onClick={onDownload}>
            Download
          </Button>
        )}
      </div>
    </>
  );
}

import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

/** Typed into a campaign that another device removed meanwhile. */
export function RemovedElsewhere({
  name,
  keep,
  discard,
}: {
  name: string;
  /** Null while another new campaign is being written. */
  keep: (() => void) | null;
  discard: () => void;
}) {
  return (
    <Notice
      kind="warn"
      still
      title={`“${name || 'Untitled'}” was removed on another device`}
      actions={
        <>
          {keep && (
            <Button size="tool" onClick={keep}>
              Keep as a new campaign
            </Button>
          )}
          <Button size="tool" variant="quiet" onClick={discard}>
            Discard
          </Button>
        </>
      }
    >
      Your unsaved changes to it are still here.
      {!keep && ' To keep it, save or discard your new campaign first.'}
    </Notice>
  );
}

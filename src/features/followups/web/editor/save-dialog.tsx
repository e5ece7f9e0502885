import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface SaveDialogProps {
  open: boolean;
  /** What happens to whoever is under way. */
  words: string;
  isBusy: boolean;
  onClose(): void;
  save(): void;
}

export const SaveDialog = ({ open, words, isBusy, onClose, save }: SaveDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Save while people are in it?"
    actions={
      <>
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="primary" busy={isBusy && 'Saving'} onClick={save}>
          Save
        </Button>
      </>
    }
  >
    {words}
  </Dialog>
);

import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface SaveDialogProps {
  open: boolean;
  title: string;
  /** What happens to whoever is under way. */
  words: string;
  isBusy: boolean;
  onClose(): void;
  save(): void;
}

export const SaveDialog = ({ open, title, words, isBusy, onClose, save }: SaveDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={title}
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

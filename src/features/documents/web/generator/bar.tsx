import Download from '#ui/icons/download.ts';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { type Export, otherFormats } from './exports.ts';

interface GeneratorBarProps {
  look: ReactNode;
  isHelping: boolean;
  /** False while only the beginning of the text is here. */
  canEdit: boolean;
  isSaving: boolean;
  isTaking: boolean;
  /** Absent where there is no editor. */
  edit: (() => void) | undefined;
  /** Opens or closes help; absent where it stands beside the page anyway. */
  help: (() => void) | undefined;
  take: (what: Export) => void;
  save: () => void;
  startOver: () => void;
}

/** What can be done with the whole document, at any moment. */
export const GeneratorBar = ({
  look,
  isHelping,
  canEdit,
  isSaving,
  isTaking,
  edit,
  help,
  take,
  save,
  startOver,
}: GeneratorBarProps) => (
  <>
    <span className="max-md:hidden">{look}</span>
    <Menu label="More" align="end">
      {edit && (
        <MenuItem disabled={!canEdit} onAct={edit}>
          Edit the text
        </MenuItem>
      )}
      {help && <MenuItem onAct={help}>{isHelping ? 'Close help' : 'Help with the text'}</MenuItem>}
      {otherFormats.map(([what, words]) => (
        <MenuItem key={what} onAct={() => take(what)}>
          {words}
        </MenuItem>
      ))}
      <MenuItem onAct={() => take('print')}>Print</MenuItem>
      <MenuDivider />
      <MenuItem onAct={startOver}>Start over</MenuItem>
    </Menu>
    <Button busy={isSaving && 'Saving'} disabled={!canEdit} onClick={save}>
      Save
    </Button>
    <Button variant="primary" icon={Download} busy={isTaking && 'Preparing PDF…'} onClick={() => take('pdf')}>
      Download PDF
    </Button>
  </>
);

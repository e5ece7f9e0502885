import Download from '#ui/icons/download.ts';
import Ellipsis from '#ui/icons/ellipsis.ts';
import type { ReactNode } from 'react';
import { isBlankAnswer } from '#features/documents/rules/answers/interview.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { type Export, otherFormats } from './exports.ts';
import type { Interview } from './use-answers.ts';

interface GeneratorBarProps {
  look: ReactNode;
  /** Where what was typed is. */
  state: string | null;
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

/** Nothing is said of answers that are not there. */
export const stateOf = ({ answers, isKept }: Pick<Interview, 'answers' | 'isKept'>): string | null =>
  isBlankAnswer(answers) ? null : isKept ? 'Saved on this device' : 'Not saved yet';

/** On a phone three dots say it. */
export const MoreLabel = () => (
  <>
    <span className="max-md:hidden">More</span>
    <Icon of={Ellipsis} />
  </>
);

/** What can be done with the whole document, at any moment. */
export const GeneratorBar = ({
  look,
  state,
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
    {state && <span className="text-13 text-muted max-lg:hidden">{state}</span>}
    <span className="max-md:hidden">{look}</span>
    <Menu label={<MoreLabel />} name="More" align="end" chevron={false}>
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
      <span className="max-lg:sr-only">Download PDF</span>
    </Button>
  </>
);

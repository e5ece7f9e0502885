import Copy from '../icons/copy.ts';
import Download from '../icons/download.ts';
import Ellipsis from '../icons/ellipsis.ts';
import Trash from '../icons/trash-2.ts';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field, TextInput } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Menu, MenuDivider, MenuHead, MenuItem } from '../menu.tsx';
import { Row } from '../page.tsx';
import { toast } from '../toast.tsx';
import { Tooltip } from '../tooltip.tsx';

export function Floats() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <Menu label="Tools">
        <MenuItem href="#ai">AI Template Generator</MenuItem>
        <MenuItem href="#classic">Classic Template Generator</MenuItem>
        <MenuItem href="#funnel">Funnel Builder</MenuItem>
      </Menu>
      <Menu
        label={<Icon of={Ellipsis} />}
        name="Actions for Mutual NDA"
        align="end"
        chevron={false}
        square
        variant="secondary"
      >
        <MenuHead>Mutual NDA</MenuHead>
        <MenuItem icon={Copy} shortcut="mod+d" onAct={() => toast.success('Copied as "Mutual NDA 2"')}>
          Duplicate
        </MenuItem>
        <MenuItem icon={Download} onAct={() => toast.plain('Preparing PDF…')}>
          Download PDF
        </MenuItem>
        <MenuDivider />
        <MenuItem icon={Trash} shortcut="delete" onAct={() => setOpen(true)}>
          Delete
        </MenuItem>
      </Menu>
      <Tooltip text="Created from your answers, not from the preview">
        <Button>Download DOCX</Button>
      </Tooltip>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Button onClick={() => toast.success('Template saved')}>Success toast</Button>
      <Button
        onClick={() =>
          toast.warning('Saved on this device only. It syncs to your account when you’re back online.')
        }
      >
        Warning toast
      </Button>
      <Button onClick={() => toast.error('Failed to save template. Please try again.')}>Error toast</Button>
      <Button
        onClick={() =>
          toast.plain('Clause 4 removed', {
            action: { label: 'Undo', onAct: () => toast.success('Clause 4 restored') },
          })
        }
      >
        Toast with undo
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Rename this template"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Rename
            </Button>
          </>
        }
      >
        <Field label="Name" hint="Shown in your list and used as the file name">
          <TextInput defaultValue="Mutual NDA" />
        </Field>
      </Dialog>
    </Row>
  );
}

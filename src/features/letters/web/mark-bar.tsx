import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import Bold from '#ui/icons/bold.ts';
import Italic from '#ui/icons/italic.ts';
import List from '#ui/icons/list.ts';
import { isWeb } from '../rules/marks.ts';
import { linked, listed, toggled, type Written } from '../rules/rich-edit.ts';
import { retype } from './typing.ts';

/** What can be done to a text while it is written: nobody has to know its marks. */
export function MarkBar({ area }: { area(): HTMLTextAreaElement | null }) {
  const [link, setLink] = useState<{ to: string; on: Written } | null>(null);
  const now = (): Written | null => {
    const field = area();
    return field && { text: field.value, start: field.selectionStart, end: field.selectionEnd };
  };
  const put = (written: Written) => {
    const field = area();
    if (field) retype(field, written);
  };
  const act = (change: (written: Written) => Written) => () => {
    const written = now();
    if (written) put(change(written));
  };
  const insert = () => {
    const on = link && linked(link.on, link.to);
    setLink(null);
    // Behind a dialog nothing takes the focus.
    if (on) requestAnimationFrame(() => put(on));
  };
  return (
    <>
      {/* The text keeps the focus and what is chosen in it. */}
      <div
        role="group"
        aria-label="Text formatting"
        className="flex gap-4"
        onMouseDown={(event) => event.preventDefault()}
      >
        <IconButton icon={Bold} label="Bold" onClick={act((written) => toggled(written, '**'))} />
        <IconButton icon={Italic} label="Italic" onClick={act((written) => toggled(written, '*'))} />
        <IconButton icon={List} label="List" onClick={act(listed)} />
        <Button
          size="tool"
          variant="quiet"
          onClick={() => {
            const on = now();
            if (on) setLink({ to: '', on });
          }}
        >
          Link
        </Button>
      </div>
      <Dialog
        open={link !== null}
        onClose={() => setLink(null)}
        title="Add a link"
        actions={
          <>
            <Button onClick={() => setLink(null)}>Cancel</Button>
            <Button variant="primary" disabled={!link || !isWeb(link.to.trim())} onClick={insert}>
              Add link
            </Button>
          </>
        }
      >
        {link && (
          <Field label="Where it leads" compact>
            <TextInput
              type="url"
              placeholder="https://"
              value={link.to}
              onChange={({ currentTarget }) => setLink({ ...link, to: currentTarget.value })}
            />
          </Field>
        )}
      </Dialog>
    </>
  );
}

import Bold from '#ui/icons/bold.ts';
import Italic from '#ui/icons/italic.ts';
import List from '#ui/icons/list.ts';
import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { readLink } from '../../rules/render/link.ts';
import { linked, listed, toggled, type Written } from '#features/letters/rules/rich-edit.ts';
import { LinkField } from './link-field.tsx';
import type { Work } from './state.ts';

interface Props {
  work: Work;
  area(): HTMLTextAreaElement | null;
  onChange(text: string): void;
}

/** What can be done to a text while it is written: nobody has to know its marks. */
export function RichBar({ work, area, onChange }: Props) {
  const [link, setLink] = useState<{ to: string; on: Written } | null>(null);
  const now = (): Written | null => {
    const field = area();
    return field && { text: field.value, start: field.selectionStart, end: field.selectionEnd };
  };
  const put = ({ text, start, end }: Written) => {
    const field = area();
    if (!field) return;
    field.value = text;
    onChange(text);
    // A field that is drawn anew puts the cursor at its end, and behind a dialog nothing takes the focus.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start, end);
    });
  };
  const act = (change: (written: Written) => Written) => () => {
    const written = now();
    if (written) put(change(written));
  };
  const isLink = link !== null && readLink(link.to) !== null;
  const insert = () => {
    if (link) put(linked(link.on, link.to));
    setLink(null);
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
            <Button variant="primary" disabled={!isLink} onClick={insert}>
              Add link
            </Button>
          </>
        }
      >
        {link && (
          <LinkField work={work} label="Link" value={link.to} onChange={(to) => setLink({ ...link, to })} />
        )}
      </Dialog>
    </>
  );
}

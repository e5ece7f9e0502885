import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { foundIn, lookFor } from './plugins.ts';

export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [instead, setInstead] = useState('');
  const at = useRef(-1);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const found = foundIn(editor.state);

  useEffect(() => {
    at.current = -1;
    editor.view.dispatch(lookFor(editor.state, query));
  }, [editor, query]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) editor.view.dispatch(lookFor(editor.state, ''));
    },
    [editor],
  );

  const next = (step: 1 | -1) => {
    if (found.length === 0) return;
    at.current = (at.current + step + found.length) % found.length;
    const spot = found[at.current];
    if (spot) editor.chain().setTextSelection(spot).scrollIntoView().run();
  };
  const replace = (all: boolean) => {
    const spots = all ? found : found.slice(Math.max(0, at.current), Math.max(0, at.current) + 1);
    const change = editor.state.tr;
    // From the end, so that what comes before stays where it is.
    for (const { from, to } of [...spots].reverse()) change.insertText(instead, from, to);
    editor.view.dispatch(change);
  };

  return (
    <form
      ref={form}
      role="search"
      aria-label="Find and replace"
      className="mb-16 flex flex-wrap items-end gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        next(1);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Field label="Find" compact>
        <TextInput value={query} onChange={({ target }) => setQuery(target.value)} />
      </Field>
      <Field label="Replace with" compact>
        <TextInput value={instead} onChange={({ target }) => setInstead(target.value)} />
      </Field>
      <Button size="tool" onClick={() => next(-1)}>
        Back
      </Button>
      <Button size="tool" type="submit">
        Next
      </Button>
      <Button size="tool" disabled={found.length === 0} onClick={() => replace(false)}>
        Replace
      </Button>
      <Button size="tool" disabled={found.length === 0} onClick={() => replace(true)}>
        Replace all
      </Button>
      <Button size="tool" onClick={onClose}>
        Close
      </Button>
      <p role="status" className="text-13 text-muted">
        {query && `${found.length} found`}
      </p>
    </form>
  );
}

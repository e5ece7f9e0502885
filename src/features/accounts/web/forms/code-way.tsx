import { type ReactNode, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import type { CodeSent } from './code-entry.tsx';
import { askedCode, entryDraft, type Typed } from './draft.ts';
import type { AccountForm } from './use-form.ts';

const load = () => loadChunk(() => import('./code-entry.tsx'));
type Part = Awaited<ReturnType<typeof load>>;

interface Options {
  /** Whose code it is: in a dialog over somebody's page. */
  email?: string | undefined;
  onDone?: (isIn: boolean) => void;
  /** How the other ways are called here. */
  leaveWords?: string;
}

interface CodeWay {
  /** In place of the form, from the press on until they are in or choose another way. */
  entry: ReactNode;
  /** Below the other ways; nothing where no email goes out. */
  button: ReactNode;
}

/** A code by email instead of a password. */
export function useCodeWay(form: AccountForm, { email, onDone, leaveWords }: Options = {}): CodeWay {
  const has = useHub().runtime.codes === true;
  const [open, setOpen] = useState<{ part: Part; sent: CodeSent | null; typed: Typed } | null>(null);
  const isPage = email === undefined;
  // They come back from their mailbox, and the browser has drawn the page anew.
  useEffect(() => {
    if (!isPage || !askedCode.read(Date.now())?.isSent) return undefined;
    let isHere = true;
    load().then(
      (part) =>
        isHere &&
        setOpen({ part, sent: part.sentBefore(), typed: { displayName: entryDraft.typed('displayName') } }),
      // The button is there.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isPage]);

  const begin = (typed: Typed) =>
    form.attempt(async () => {
      const part = await load();
      setOpen({ part, sent: await part.askIfAddress(email ?? typed.email ?? ''), typed });
    });
  const leave = () => {
    askedCode.drop();
    setOpen(null);
  };

  return {
    entry: open && (
      <open.part.CodeEntry
        first={open.sent}
        typed={open.typed}
        isFixed={!isPage}
        leave={leave}
        leaveWords={leaveWords}
        onDone={onDone}
      />
    ),
    button: has && (
      <Button
        variant="quiet"
        disabled={form.busy}
        onClick={({ currentTarget }) => begin(typedIn(currentTarget.form))}
      >
        Email me a code instead
      </Button>
    ),
  };
}

/** Also what a password manager has put there. */
function typedIn(form: HTMLFormElement | null): Typed {
  const text = (name: keyof Typed) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.value.trim() !== '' ? { [name]: field.value } : {};
  };
  return { ...text('email'), ...text('displayName') };
}

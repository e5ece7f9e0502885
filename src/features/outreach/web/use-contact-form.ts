import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldProblems, Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { contactProblems } from '../rules/contact.ts';
import type { ContactBody, ContactToken } from '../rules/contract.ts';
import { contactDraft } from './contact-draft.ts';

interface Ticket {
  token: string;
  /** Sent sooner, the form would be taken for a program's. */
  goodFrom: number;
}

async function fetchTicket(): Promise<Ticket> {
  const { token, waitSeconds } = await api<ContactToken>('/api/contact/token');
  return { token, goodFrom: Date.now() + waitSeconds * 1000 };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Options {
  /** What the fields begin with where nothing was typed before. */
  begins?: Record<string, string>;
  /** What goes along beside the fields. */
  along?(): Partial<ContactBody>;
}

/** A form whose fields belong to the browser; nothing empties them but success. */
export function useContactForm({ begins = {}, along }: Options = {}) {
  const [beginning] = useState(begins);
  const element = useRef<HTMLFormElement | null>(null);
  const ticket = useRef<Promise<Ticket> | null>(null);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldProblems>({});
  const [error, setError] = useState<Problem | null>(null);
  /** To which address an answer will come; empty before it is sent. */
  const [sentFrom, setSentFrom] = useState('');

  // Fetched when the form is opened, so that nobody who fills it in by hand ever waits.
  const takeTicket = useCallback(() => {
    const asked = fetchTicket();
    ticket.current = asked;
    asked.catch(() => {
      if (ticket.current === asked) ticket.current = null;
    });
    return asked;
  }, []);
  useEffect(() => void takeTicket().catch(() => {}), [takeTicket]);

  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      element.current = form;
      if (form) contactDraft.restore(form, beginning);
    },
    [beginning],
  );

  function show(problems: FieldProblems): void {
    setFields(problems);
    const [first = ''] = Object.keys(problems);
    const control = element.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }

  async function post(words: Partial<ContactBody>, again = true): Promise<void> {
    const { token, goodFrom } = await (ticket.current ?? takeTicket());
    await pause(Math.max(0, goodFrom - Date.now()));
    try {
      await api('/api/contact', { method: 'POST', body: { ...words, token } });
    } catch (thrown) {
      // The form lay open for longer than its ticket is good: a new one, and no word about it.
      if (!again || !(thrown instanceof Problem) || thrown.code !== 'conflict') throw thrown;
      ticket.current = null;
      await post(words, false);
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const words = {
      name: text('name'),
      email: text('email').trim(),
      reason: text('reason'),
      message: text('message'),
    };
    const problems = contactProblems(words);
    setError(null);
    show(problems);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await post({ ...words, website: text('website'), ...along?.() });
      contactDraft.drop();
      setSentFrom(words.email);
    } catch (thrown) {
      const problem = thrown instanceof Problem ? thrown : new Problem('internal');
      if (problem.details.fields) show(problem.details.fields);
      else setError(problem);
    }
    setBusy(false);
  }

  return {
    busy,
    fields,
    error,
    sentFrom,
    startAnew: () => setSentFrom(''),
    form: {
      ref,
      noValidate: true,
      method: 'post' as const,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      onInput: (event: FormEvent<HTMLFormElement>) => contactDraft.keep(event.target),
    },
  };
}

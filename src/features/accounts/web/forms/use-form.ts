import { type FormEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { type FieldProblems, Problem } from '#base/problem.ts';
import { ChunkLoadError, loadChunk } from '#platform/web/chunks.ts';
import type { FormDraft } from './draft.ts';

type Shape = z.ZodMiniType<object>;
type Contract = typeof import('../../rules/contract.ts');

// The schemas bring their library with them: it comes after the page is there, not before.
const loadContract = () => loadChunk(() => import('../../rules/contract.ts'));

export interface AccountForm {
  busy: boolean;
  /** What stands beside a field. */
  fields: FieldProblems;
  /** What stands above the button: no field is to blame. */
  error: Problem | null;
  /** The hub itself said no, beside a field or above the button. */
  isRefused: boolean;
  /** Spread on the form. */
  form: {
    ref: (form: HTMLFormElement | null) => void;
    noValidate: true;
    method: 'post';
    onSubmit(event: FormEvent<HTMLFormElement>): void;
    onInput(event: FormEvent<HTMLFormElement>): void;
  };
  /** Runs something else under the same care, such as a provider's window. */
  attempt(act: () => Promise<unknown>): void;
}

/**
 * A form whose fields belong to the browser: what was typed or filled in before this script ran, or by a password
 * manager, is what is sent, and nothing ever empties it but success. With a draft, what is typed outlives a reload.
 */
export function useForm<S extends Shape>(
  pick: (contract: Contract) => S,
  send: (body: z.output<S>) => Promise<unknown>,
  { draft }: { draft?: FormDraft } = {},
): AccountForm {
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<FieldProblems>({});
  const [error, setError] = useState<Problem | null>(null);
  const [isRefused, setRefused] = useState(false);
  const element = useRef<HTMLFormElement | null>(null);

  useEffect(() => void loadContract().catch(() => {}), []);

  const ref = useCallback(
    (form: HTMLFormElement | null) => {
      element.current = form;
      if (form) draft?.restore(form);
    },
    [draft],
  );

  const show = (problems: FieldProblems) => {
    setFields(problems);
    const [first] = Object.keys(problems);
    const field = first ? element.current?.elements.namedItem(first) : null;
    if (field instanceof HTMLElement) field.focus();
  };

  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setFields({});
    setError(null);
    setRefused(false);
    try {
      await act();
    } catch (thrown) {
      const problem =
        thrown instanceof Problem
          ? thrown
          : new Problem(thrown instanceof ChunkLoadError ? 'unavailable' : 'internal');
      const known = knownFields(problem, element.current);
      setRefused(!(thrown instanceof Mistyped));
      if (known) show(known);
      else setError(problem);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    fields,
    error,
    isRefused,
    attempt: (act) => void run(act),
    form: {
      ref,
      noValidate: true,
      method: 'post',
      onSubmit(event) {
        event.preventDefault();
        if (busy) return;
        const typed = Object.fromEntries(new FormData(event.currentTarget));
        void run(async () => {
          const parsed = pick(await loadContract()).safeParse(typed);
          if (!parsed.success)
            throw new Mistyped('bad_request', undefined, { fields: problemsOf(parsed.error.issues) });
          await send(parsed.data);
        });
      },
      onInput: ({ target }) => draft?.keep(target),
    },
  };
}

/** Nobody was asked: the form itself saw it. */
class Mistyped extends Problem {}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldProblems {
  const problems: FieldProblems = {};
  for (const { path, message } of issues) problems[String(path[0])] ??= message;
  return problems;
}

/** The server's words for a field that this form does not have stand above the button instead. */
function knownFields({ details }: Problem, form: HTMLFormElement | null): FieldProblems | null {
  const known = Object.entries(details.fields ?? {}).filter(([name]) => form?.elements.namedItem(name));
  return known.length > 0 ? Object.fromEntries(known) : null;
}

const never = () => () => {};
/** False while the page is only a picture of itself; a form must not be sent then. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

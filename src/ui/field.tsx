import CircleAlert from './icons/circle-alert.ts';
import ChevronDown from './icons/chevron-down.ts';
import { createContext, useContext, useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Wiring {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<Wiring | null>(null);

/** What an own control spreads to be named, described and marked by the Field around it. */
export const useField = () => useContext(FieldContext);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  /** The label stays for screen readers only; for a field whose place already says what it is. */
  hideLabel?: boolean;
  /** Keeps no line free below: for inspectors and fields that cannot be wrong. */
  compact?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label, control, and one line below that is always there: an error takes the hint's place and nothing moves. */
export function Field({ label, hint, error, optional, hideLabel, compact, className, children }: FieldProps) {
  const id = useId();
  const note = `${id}n`;
  const hasNote = !compact || !!hint || !!error;
  const wiring = {
    id,
    ...(hasNote && { 'aria-describedby': note }),
    ...(error ? { 'aria-invalid': true as const } : {}),
  };
  return (
    <div className={className ? `ui-field ${className}` : 'ui-field'}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'ui-label'}>
        {label}
        {optional && <span className="ui-optional"> (optional)</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hasNote && <Note id={note} hint={hint} error={error} />}
    </div>
  );
}

export function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <div
      id={id}
      className="ui-note"
      data-error={error ? '' : undefined}
      data-hinted={hint ? '' : undefined}
      aria-live="polite"
    >
      {error ? (
        <>
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </>
      ) : (
        hint
      )}
    </div>
  );
}

const named = (className: string | undefined) => (className ? `ui-input ${className}` : 'ui-input');

/** `mono` for keys, prices and placeholders. */
export function TextInput({ mono, className, ...rest }: ComponentProps<'input'> & { mono?: boolean }) {
  return (
    <input
      type="text"
      className={named(className)}
      data-mono={mono ? '' : undefined}
      {...useField()}
      {...rest}
    />
  );
}

export function TextArea({ mono, className, ...rest }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea className={named(className)} data-mono={mono ? '' : undefined} {...useField()} {...rest} />
  );
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={className ? `ui-select ${className}` : 'ui-select'}>
      <select className="ui-input" {...useField()} {...rest}>
        {children}
      </select>
      <Icon of={ChevronDown} size={16} />
    </span>
  );
}

import { useState } from 'react';
import type { ComponentProps } from 'react';

/** A white sheet, in the dark theme too. `label` names it when it is a preview. */
export function Paper({ label, children, className, ...rest }: ComponentProps<'div'> & { label?: string }) {
  return (
    <div
      className={className ? `ui-paper ${className}` : 'ui-paper'}
      {...(label ? { role: 'region', 'aria-label': label } : {})}
      {...rest}
    >
      <div className="ui-paper-body">{children}</div>
    </div>
  );
}

interface BlankProps extends ComponentProps<'span'> {
  /** What belongs here, in the document's own words: "client's name". */
  name: string;
  value?: string | undefined;
  /** Keeps the mark on a value; without it, a value typed here is marked for a moment and settles by itself. */
  changed?: boolean;
}

/** A place in a document to be filled: marked and underlined while it is blank, and for a moment after it changed. */
export function Blank({ name, value = '', changed, className = '', ...rest }: BlankProps) {
  const [first] = useState(value);
  if (!value.trim()) {
    return (
      <span className={`ui-blank ${className}`} data-state="empty" {...rest}>
        {name}
      </span>
    );
  }
  const state = changed ? 'changed' : value === first ? 'filled' : 'settling';
  return (
    // The key restarts the settling with every letter.
    <span key={value} className={`ui-blank ${className}`} data-state={state} {...rest}>
      {value}
    </span>
  );
}

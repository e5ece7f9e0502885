import { useEffect, useState } from 'react';
import Check from './icons/check.ts';
import Copy from './icons/copy.ts';
import { Button } from './button.tsx';
import { Field, TextArea, TextInput } from './field.tsx';
import { toast } from './toast.tsx';

/** Something to put elsewhere, and the button that takes it there. */
export function Copied({ label, value, rows }: { label: string; value: string; rows?: number }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // On an address without https a browser has no clipboard at all.
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(value))
      .then(
        () => setCopied(true),
        () => toast.error('Your browser blocked copying. Select the text and copy it yourself.'),
      );
  return (
    <div className="flex flex-wrap items-end gap-8 md:flex-nowrap">
      <Field label={label} compact className="min-w-0 grow">
        {rows ? (
          <TextArea mono readOnly rows={rows} value={value} />
        ) : (
          <TextInput mono readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}

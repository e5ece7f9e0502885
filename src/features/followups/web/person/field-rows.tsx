import { useRef } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import X from '#ui/icons/x.ts';
import type { TypedPerson } from './typed-person.ts';

interface FieldRowsProps {
  rows: TypedPerson['fields'];
  error: string | undefined;
  set(rows: TypedPerson['fields']): void;
}

/** The fields of a person, such as a birthday or a plan. */
export function FieldRows({ rows, error, set }: FieldRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const change = (at: number, part: Partial<TypedPerson['fields'][number]>) =>
    set(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const add = () => {
    set([...rows, { name: '', value: '' }]);
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].at(-1)?.focus(),
    );
  };
  return (
    <div role="group" aria-label="Fields" ref={box}>
      <p className="ui-label mb-8">Fields</p>
      <div className="flex flex-col gap-8">
        {rows.map((row, index) => (
          <div key={index} className="flex items-start gap-8">
            <Field label={`Name of field ${index + 1}`} hideLabel compact className="min-w-0 grow basis-0">
              <TextInput
                data-name
                mono
                placeholder="birthday"
                value={row.name}
                onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
              />
            </Field>
            <Field
              label={`Value of ${row.name || `field ${index + 1}`}`}
              hideLabel
              compact
              className="min-w-0 grow basis-0"
            >
              <TextInput
                placeholder="1990-05-31"
                maxLength={200}
                value={row.value}
                onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
            </Field>
            <IconButton
              icon={X}
              label={`Remove the field ${row.name || index + 1}`}
              onClick={() => set(rows.filter((_, at) => at !== index))}
            />
          </div>
        ))}
      </div>
      {error && <p className="text-13 text-danger">{error}</p>}
      <Button size="tool" className="mt-8" onClick={add}>
        Add a field
      </Button>
    </div>
  );
}

import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type FieldSpec, mostInField } from '../../rules/blocks.ts';
import { takePicture } from './picture-file.ts';
import type { Work } from './state.ts';

interface Props {
  work: Work;
  spec: FieldSpec;
  value: string;
  onChange(value: string): void;
}

/** One field of a block, as its description says. */
export function BlockField({ work, spec, value, onChange }: Props) {
  const { label, kind, hint } = spec;
  const most = mostInField(kind);
  switch (kind) {
    case 'picture':
      return <PictureField work={work} label={label} value={value} onChange={onChange} />;
    case 'switch':
      return (
        <Switch
          label={label}
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
        />
      );
    case 'product':
      return (
        <Field label={label} hint={hint} compact>
          <Select value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">None</option>
            {value && !work.products?.some(({ id }) => id === value) && (
              <option value={value}>{value}</option>
            )}
            {work.products?.map(({ id, title, price }) => (
              <option key={id} value={id}>
                {title} ({price})
              </option>
            ))}
          </Select>
        </Field>
      );
    case 'text':
      return (
        <Field label={label} hint={hint} compact>
          <TextArea
            rows={5}
            maxLength={most}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      );
    default:
      return (
        <Field label={label} hint={hint} compact>
          <TextInput maxLength={most} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
  }
}

export function Choice<V extends string>({
  label,
  value,
  of,
  onChange,
}: {
  label: string;
  value: V;
  of: Readonly<Record<string, string>>;
  onChange(value: V): void;
}) {
  return (
    <Field label={label} compact>
      <Select value={value} onChange={({ target }) => onChange(target.value as V)}>
        {Object.entries(of).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function PictureField({ work, label, value, onChange }: Omit<Props, 'spec'> & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      await work.editing.waitFor(takePicture(file, work.owner).then(onChange));
    } catch (error) {
      work.say(error instanceof Error ? error.message : 'This image can’t be used.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={8}>
      <span className="ui-label">{label}</span>
      {value && <img src={value} alt="" className="max-h-96 self-start" />}
      <Row gap={8}>
        <Button busy={busy && 'Reading'} onClick={() => input.current?.click()}>
          {value ? 'Choose another' : 'Choose an image'}
        </Button>
        {value && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
    </Stack>
  );
}

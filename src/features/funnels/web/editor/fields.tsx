import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { type FieldSpec, mostInField } from '../../rules/blocks.ts';
import { drawDrawing, drawingChoices, isDrawing } from '../../rules/render/drawings.ts';
import { GiftField } from './gift-field.tsx';
import { LinkField } from './link-field.tsx';
import { RichBar } from './rich-bar.tsx';
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
    case 'choice':
      return (
        <Field label={label} hint={hint} compact>
          <Select value={value} onChange={({ target }) => onChange(target.value)}>
            {spec.options?.map(({ value: one, label: words }) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      );
    case 'file':
      return <GiftField work={work} label={label} hint={hint} value={value} onChange={onChange} />;
    case 'link':
      return <LinkField work={work} label={label} value={value} hint={hint} onChange={onChange} />;
    case 'moment':
      return (
        <Field label={label} hint={hint} compact>
          <TextInput
            type="datetime-local"
            value={localMoment(value)}
            onChange={({ target }) => {
              const at = new Date(target.value);
              onChange(Number.isNaN(at.getTime()) ? '' : at.toISOString());
            }}
          />
        </Field>
      );
    case 'text':
      return <RichField work={work} label={label} most={most} value={value} onChange={onChange} />;
    default:
      return (
        <Field label={label} hint={hint} compact>
          <TextInput maxLength={most} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      );
  }
}

function RichField({
  work,
  label,
  most,
  value,
  onChange,
}: Omit<Props, 'spec'> & { label: string; most: number }) {
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <Stack gap={4}>
      <Field label={label} compact>
        <TextArea
          ref={area}
          rows={5}
          maxLength={most}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <RichBar work={work} area={() => area.current} onChange={onChange} />
    </Stack>
  );
}

/** As a field for it takes it: in the time of this device. */
function localMoment(value: string): string {
  const at = new Date(value);
  if (value === '' || Number.isNaN(at.getTime())) return '';
  const part = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}T${part(at.getHours())}:${part(at.getMinutes())}`;
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

const drawnStyle =
  '<style>svg{display:block;height:96px;width:auto;--a:var(--hairline);--l:var(--muted);--o:var(--ink);--s:transparent;--g:transparent}</style>';

/** One of our own drawings; the page gives it its colors. */
function Drawn({ value }: { value: string }) {
  return (
    <span
      className="self-start"
      ref={(element) => {
        const root = element?.shadowRoot ?? element?.attachShadow({ mode: 'open' });
        if (root) root.innerHTML = drawnStyle + drawDrawing(value, '');
      }}
    />
  );
}

export function PictureField({
  work,
  label,
  value,
  onChange,
  hasDrawings = true,
}: Omit<Props, 'spec'> & { label: string; hasDrawings?: boolean }) {
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
      {isDrawing(value) ? (
        <Drawn value={value} />
      ) : (
        value && <img src={value} alt="" className="max-h-96 self-start" />
      )}
      <Row gap={8}>
        <Button busy={busy && 'Reading'} onClick={() => input.current?.click()}>
          {value ? 'Choose another' : 'Choose an image'}
        </Button>
        {hasDrawings && (
          <Menu label="Drawings" variant="quiet">
            {drawingChoices.map(({ value: drawing, label: words }) => (
              <MenuItem key={drawing} onAct={() => onChange(drawing)}>
                {words}
              </MenuItem>
            ))}
          </Menu>
        )}
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

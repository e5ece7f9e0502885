import { Field, Select, TextInput } from '#ui/field.tsx';
import type { Block } from '../rules/blocks.ts';

export interface BlockFormProps<B extends Block> {
  block: B;
  /** By field. */
  faults: Readonly<Record<string, string>>;
  set(block: Block): void;
}

interface LinkInputProps {
  link: string;
  error: string | undefined;
  label?: string;
  required?: boolean;
  set(link: string): void;
}

export const LinkInput = ({ link, error, label = 'Link', required = false, set }: LinkInputProps) => (
  <Field label={label} optional={!required} compact error={error}>
    <TextInput
      type="url"
      value={link}
      placeholder="https://"
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  </Field>
);

type Align = 'left' | 'center';

export const AlignField = ({ align, set }: { align: Align; set(align: Align): void }) => (
  <Field label="Position" compact>
    <Select value={align} onChange={({ currentTarget }) => set(currentTarget.value as Align)}>
      <option value="left">Left</option>
      <option value="center">Center</option>
    </Select>
  </Field>
);

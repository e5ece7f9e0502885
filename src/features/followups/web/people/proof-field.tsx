import { Field, TextArea } from '#ui/field.tsx';

interface ProofFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  /** In place of what is asked about email. */
  hint?: string;
  set(proof: string): void;
}

const forEmail =
  'Such as: ticked “Send me news” when signing up at our stand in Graz, May 2026. If you leave this empty, they’re saved but not emailed.';

/** How people agreed, in their own member’s words: what is shown if anyone ever asks. */
export const ProofField = ({ label, value, error, hint = forEmail, set }: ProofFieldProps) => (
  <Field label={label} optional compact error={error} hint={hint}>
    <TextArea
      rows={3}
      maxLength={500}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  </Field>
);

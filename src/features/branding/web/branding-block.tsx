import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { type BrandingField, defaultBranding } from '../rules/branding.ts';
import { adviceOn, fontChoices } from '../rules/check.ts';
import { ContrastNotes, SavedLine, Troubles } from './branding-notices.tsx';
import { BrandingProvider, useBranding } from './branding-provider.tsx';
import { ColorField } from './color-field.tsx';
import { LetterPreview } from './letter-preview.tsx';
import { DropArea, LogoField, useLogoIntake } from './logo-field.tsx';

/** How one's papers look: on the dashboard, with the paper beside it. */
export default function BrandingBlock() {
  return (
    <BrandingProvider>
      <Branding />
    </BrandingProvider>
  );
}

function Branding() {
  const { branding, isSettled } = useBranding();
  const intake = useLogoIntake();
  if (!isSettled) return <Skeleton shape="form" rows={6} label="Loading your branding" />;
  return (
    <DropArea take={intake.take}>
      {(isOver) => (
        <div className="flex flex-col gap-24">
          <Troubles />
          <div className="grid gap-x-32 gap-y-24 md:grid-cols-12">
            <div className="order-first md:order-last md:col-span-5">
              <div className="flex flex-col gap-12 md:sticky md:top-96">
                <LetterPreview branding={branding} />
                <SavedLine />
              </div>
            </div>
            <div className="flex min-w-0 flex-col gap-12 md:col-span-7">
              <Words
                field="companyName"
                label="Company name"
                hint="Without a name there is no letterhead"
                autoComplete="organization"
              />
              <LogoField intake={intake} isOver={isOver} />
              <Colors />
              <ContrastNotes />
              <FontField />
              <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
                <Words field="website" label="Website" optional type="url" autoComplete="url" />
                <Words field="phone" label="Phone" optional type="tel" autoComplete="tel" />
              </div>
              <Words field="email" label="Email" optional type="email" autoComplete="email" />
              <AddressField />
            </div>
          </div>
        </div>
      )}
    </DropArea>
  );
}

type WordsProps = ComponentProps<'input'> & {
  field: BrandingField;
  label: string;
  hint?: string;
  optional?: boolean;
};

function Words({ field, label, hint, optional, ...rest }: WordsProps) {
  const { branding, update } = useBranding();
  return (
    <Field label={label} hint={adviceOn(branding, field) ?? hint} {...(optional && { optional })}>
      <TextInput
        name={field}
        maxLength={200}
        value={branding[field]}
        onChange={(event) => update({ [field]: event.target.value })}
        {...rest}
      />
    </Field>
  );
}

function AddressField() {
  const { branding, update } = useBranding();
  return (
    <Field label="Address" optional>
      <TextArea
        name="address"
        rows={3}
        maxLength={400}
        autoComplete="street-address"
        value={branding.address}
        onChange={(event) => update({ address: event.target.value })}
      />
    </Field>
  );
}

function Colors() {
  const { branding, update } = useBranding();
  const { primaryColor, secondaryColor, accentColor } = defaultBranding;
  const isStandard =
    branding.primaryColor === primaryColor &&
    branding.secondaryColor === secondaryColor &&
    branding.accentColor === accentColor;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Colors</legend>
      <div className="grid grid-cols-3 gap-12">
        <ColorField field="primaryColor" label="Primary" hint="Your name" />
        <ColorField field="secondaryColor" label="Secondary" hint="Lines, address" />
        <ColorField field="accentColor" label="Accent" hint="Highlights" />
      </div>
      {!isStandard && (
        <Button
          variant="quiet"
          size="tool"
          onClick={() => update({ primaryColor, secondaryColor, accentColor })}
        >
          Use Default Colors{' '}
        </Button>
      )}
    </fieldset>
  );
}

function FontField() {
  const { branding, update } = useBranding();
  const { fontFamily } = branding;
  const isOwn = !fontChoices.some(({ family }) => family === fontFamily);
  return (
    <Field label="Font" hint="PDFs use our closest serif or sans-serif font">
      <Select value={fontFamily} onChange={(event) => update({ fontFamily: event.target.value })}>
        {isOwn && <option value={fontFamily}>{fontFamily}</option>}
        {fontChoices.map(({ family, label }) => (
          <option key={family} value={family} style={{ fontFamily: family }}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

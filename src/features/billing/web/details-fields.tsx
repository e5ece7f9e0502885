import type { ReactNode } from 'react';
import { countryNames } from '#base/countries.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import type { BillingDetails } from '../rules/contract.ts';

export const noDetails: BillingDetails = { name: '', company: '', address: '', country: '', vatId: '' };

interface FieldsProps {
  value: BillingDetails;
  errors?: Record<string, string>;
  vatHint?: string | undefined;
  onChange(part: Partial<BillingDetails>): void;
  /** Told when somebody has done with the VAT id, which is not asked about at every letter. */
  onVatDone?(): void;
}

/** Country and VAT id: what decides the tax. */
export function TaxFields({ value, errors = {}, vatHint, onChange, onVatDone }: FieldsProps) {
  const { site } = useHub();
  return (
    <>
      <Field label="Country" hint="For the tax on your invoice" error={errors['country']}>
        <Select
          value={value.country}
          autoComplete="country"
          onChange={(event) => onChange({ country: event.target.value })}
        >
          <option value="">Choose your country</option>
          {countryNames(site.language).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="VAT or tax ID"
        optional
        hint={vatHint || 'For companies. We check it with the official service.'}
        error={errors['vatId']}
      >
        <TextInput
          mono
          value={value.vatId}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => onChange({ vatId: event.target.value })}
          onBlur={onVatDone}
        />
      </Field>
    </>
  );
}

/** Whom the invoice names. */
export const NameFields = ({ value, errors = {}, onChange }: FieldsProps): ReactNode => (
  <>
    <Field label="Name" optional error={errors['name']}>
      <TextInput
        value={value.name}
        maxLength={120}
        autoComplete="name"
        onChange={(event) => onChange({ name: event.target.value })}
      />
    </Field>
    <Field label="Company" optional error={errors['company']}>
      <TextInput
        value={value.company}
        maxLength={160}
        autoComplete="organization"
        onChange={(event) => onChange({ company: event.target.value })}
      />
    </Field>
    <Field label="Address" optional hint="Without the country" error={errors['address']}>
      <TextArea
        rows={3}
        value={value.address}
        maxLength={400}
        autoComplete="street-address"
        onChange={(event) => onChange({ address: event.target.value })}
      />
    </Field>
  </>
);

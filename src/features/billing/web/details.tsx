import { type FormEvent, useState } from 'react';
import { countryNames, likelyCountry } from '#base/countries.ts';
import type { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { fitting, useDraft } from '#platform/web/use-draft.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingAnswer, BillingDetails } from '../rules/contract.ts';
import { NameFields, noDetails, TaxFields } from './details-fields.tsx';
import { asProblem } from './use-billing.ts';

interface DetailsProps {
  value: BillingAnswer;
  onChange(value: BillingAnswer): void;
}

/** Whom the invoices name, and the way to change it. */
export function Details({ value: { details, current }, onChange }: DetailsProps) {
  const { site } = useHub();
  const [typed, setTyped] = useDraft<Partial<BillingDetails>>('billing-details', fitting(noDetails));
  const country = countryNames(site.language).find(({ code }) => code === details?.country)?.name;
  const lines = details
    ? [details.company, details.name, ...details.address.split('\n'), country, details.vatId].filter(Boolean)
    : [];
  const { name, company, address, vatId } = details ?? noDetails;
  // What was typed and not saved lies over what is known.
  const draft: BillingDetails = {
    name,
    company,
    address,
    vatId,
    country: details?.country || current?.country || likelyCountry(languages()),
    ...typed,
  };
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-labelledby="billing-details"
      className="flex flex-col gap-12 border-t border-hairline pt-16"
    >
      <h2 id="billing-details" className="text-17">
        On your invoices
      </h2>
      {lines.length > 0 ? (
        <address className="whitespace-pre-line not-italic">{lines.join('\n')}</address>
      ) : (
        <p className="text-muted">Your email address, until you add a name, company or address.</p>
      )}
      {details?.note && <p className="max-w-measure text-13 text-muted">{details.note}</p>}
      <Row>
        <Button onClick={() => setOpen(true)}>
          {details ? 'Change billing details' : 'Add billing details'}
        </Button>
      </Row>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Billing details">
        <Form
          draft={draft}
          onType={(part) => setTyped((before) => ({ ...before, ...part }))}
          onSaved={(answer) => {
            onChange(answer);
            setTyped(null);
            setOpen(false);
          }}
        />
      </Dialog>
    </section>
  );
}

const languages = () => (typeof navigator === 'undefined' ? [] : navigator.languages);

interface FormProps {
  draft: BillingDetails;
  onType(part: Partial<BillingDetails>): void;
  onSaved(answer: BillingAnswer): void;
}

function Form({ draft, onType, onSaved }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    api<BillingAnswer>(billingApi.details, { method: 'PUT', body: draft })
      .then(onSaved, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  };
  const fields = {
    value: draft,
    errors: problem?.details.fields ?? {},
    onChange: onType,
  };
  return (
    <form noValidate onSubmit={save}>
      <Stack gap={12}>
        <NameFields {...fields} />
        <TaxFields {...fields} />
        {problem && !problem.details.fields && <Notice kind="danger">{problem.message}</Notice>}
        <p className="text-13 text-muted">Past invoices stay as they are.</p>
        <Row>
          <Button type="submit" variant="primary" busy={busy}>
            Save billing details
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

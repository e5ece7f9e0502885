import { type FormEvent, useState } from 'react';
import { countryNames, likelyCountry } from '#base/countries.ts';
import type { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
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
  const [draft, setDraft] = useState<BillingDetails | null>(null);
  const country = countryNames(site.language).find(({ code }) => code === details?.country)?.name;
  const lines = details
    ? [details.company, details.name, ...details.address.split('\n'), country, details.vatId].filter(Boolean)
    : [];
  const open = () => {
    const { name, company, address, vatId } = details ?? noDetails;
    const known = details?.country || current?.country || likelyCountry(navigator.languages);
    // What was typed before stays, until it is saved.
    setDraft((before) => before ?? { name, company, address, vatId, country: known });
    setOpen(true);
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
        <Button onClick={open}>{details ? 'Change billing details' : 'Add billing details'}</Button>
      </Row>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Billing details">
        {draft && (
          <Form
            draft={draft}
            onDraft={setDraft}
            onSaved={(answer) => {
              onChange(answer);
              setDraft(null);
              setOpen(false);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface FormProps {
  draft: BillingDetails;
  onDraft(draft: BillingDetails): void;
  onSaved(answer: BillingAnswer): void;
}

function Form({ draft, onDraft, onSaved }: FormProps) {
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
    onChange: (part: Partial<BillingDetails>) => onDraft({ ...draft, ...part }),
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

import { type FormEvent, useState } from 'react';
import { readAmount } from '#base/amount.ts';
import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Column } from '#ui/page.tsx';
import { fitting, useDraft } from '#platform/web/use-draft.ts';
import { useAutomation } from './automation-provider.tsx';

const blank = { email: '', name: '', total: '', currency: 'USD', items: '', restoreUrl: '', consent: false };

/** A cart by hand. What was typed stays until it is taken. */
export function AddDialog({ open, close }: { open: boolean; close: () => void }) {
  const { addAbandonedCart, plan } = useAutomation();
  const [draft, setDraft] = useDraft('recovery-cart', fitting(blank));
  const typed = { ...blank, ...draft };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<typeof blank>) => setDraft({ ...typed, ...change });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const total = readAmount(typed.total);
    const found: Record<string, string> = {};
    if (parseMailAddress(typed.email) === null) found['email'] = mailAddressWords;
    if ('words' in total) found['total'] = total.words;
    if (!/^[A-Za-z]{3}$/.test(typed.currency)) found['currency'] = 'Three letters, such as USD.';
    setErrors(found);
    if (Object.keys(found).length > 0 || 'words' in total) return;
    setBusy(true);
    try {
      const isAdded = await addAbandonedCart({
        email: typed.email.trim(),
        name: typed.name,
        totalCents: total.cents,
        currency: typed.currency.toUpperCase(),
        items: typed.items
          .split('\n')
          .map((name) => ({ name: name.trim() }))
          .filter(({ name }) => name !== ''),
        restoreUrl: typed.restoreUrl.trim(),
        consent: typed.consent,
      });
      if (isAdded) {
        setDraft(null);
        close();
        return;
      }
      const decision = plan.gate('monthlyRecoveries');
      setErrors({
        form: decision.allowed
          ? 'You’ve reached your plan’s limit of carts this month.'
          : decision.refusal.words,
      });
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('unavailable');
      setErrors({ form: problem.message, ...problem.details.fields });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add cart"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form="add-cart" variant="primary" busy={isBusy}>
            Add cart
          </Button>
        </>
      }
    >
      <form id="add-cart" noValidate onSubmit={(event) => void submit(event)}>
        {errors['form'] && (
          <Notice kind="danger" title="Couldn’t add the cart">
            {errors['form']}
          </Notice>
        )}
        <div className="grid grid-cols-12 gap-x-24 gap-y-4">
          <Column span={6} tablet={6}>
            <Field label="Buyer’s email" error={errors['email']}>
              <TextInput
                type="email"
                value={typed.email}
                onChange={(e) => set({ email: e.currentTarget.value })}
              />
            </Field>
          </Column>
          <Column span={6} tablet={6}>
            <Field label="Name" optional>
              <TextInput value={typed.name} onChange={(e) => set({ name: e.currentTarget.value })} />
            </Field>
          </Column>
          <Column span={6} tablet={6}>
            <Field label="Total" error={errors['total']}>
              <TextInput
                mono
                inputMode="decimal"
                value={typed.total}
                onChange={(e) => set({ total: e.currentTarget.value })}
              />
            </Field>
          </Column>
          <Column span={6} tablet={6}>
            <Field label="Currency" error={errors['currency']}>
              <TextInput
                mono
                value={typed.currency}
                onChange={(e) => set({ currency: e.currentTarget.value })}
              />
            </Field>
          </Column>
          <Column span={12}>
            <Field label="Items" hint="One per line." optional>
              <TextArea
                rows={2}
                value={typed.items}
                onChange={(e) => set({ items: e.currentTarget.value })}
              />
            </Field>
          </Column>
          <Column span={12}>
            <Field
              label="Link to the cart in your shop"
              hint="The reminder links here."
              error={errors['restoreUrl']}
              optional
            >
              <TextInput
                type="url"
                value={typed.restoreUrl}
                onChange={(e) => set({ restoreUrl: e.currentTarget.value })}
              />
            </Field>
          </Column>
          <Column span={12}>
            <Checkbox
              label="This person agreed to email reminders"
              hint="Without consent, the cart is counted but no email is sent."
              checked={typed.consent}
              onChange={(e) => set({ consent: e.currentTarget.checked })}
            />
          </Column>
        </div>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useState } from 'react';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState, Notice } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { Mono, Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { AbandonedCart } from '../rules/automation.ts';
import type { CartView, ImportAnswer } from '../rules/contract.ts';
import { centsOf } from '../rules/amount.ts';
import { money } from '../rules/writing.ts';
import { useAutomation } from './automation-provider.tsx';
import { CartDialog } from './cart-dialog.tsx';
import { sampleCarts } from './sample.ts';

const statusWords: Record<string, string> = { abandoned: 'Open', recovered: 'Came back', lost: 'Closed' };
const tones = { recovered: 'ok', lost: 'plain', abandoned: 'warn' } as const;
const toneOf = (status: string) => tones[status as keyof typeof tones] ?? 'plain';

export function CartsPart({ isSample }: { isSample: boolean }) {
  const { abandonedCarts, standing, updateCartStatus, remote } = useAutomation();
  const [asked, setAsked] = useState<'cart' | 'file' | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [older, setOlder] = useState<CartView[]>([]);
  const [next, setNext] = useState<string | null | undefined>(undefined);
  const after = next === undefined ? (remote?.next ?? null) : next;
  const carts = isSample ? sampleCarts(new Date()) : [...abandonedCarts, ...older];
  const known = new Map([...(remote?.carts ?? []), ...older].map((cart) => [cart.id, cart]));
  const opened = openId === null ? undefined : known.get(openId);

  const change = (id: string, status: string) =>
    updateCartStatus(id, status).catch((error: unknown) =>
      toast.error(error instanceof Problem ? error.message : 'That could not be changed.'),
    );
  const more = async () => {
    const page = await api<{ carts: CartView[]; next: string | null }>(
      `${recoveryApi.carts}?after=${encodeURIComponent(after ?? '')}`,
    ).catch(() => null);
    if (!page) return toast.error('The hub does not answer. Try again.');
    setOlder([...older, ...page.carts]);
    setNext(page.next);
  };

  return (
    <Stack gap={24}>
      {!isSample && (
        <Row>
          <Button variant="primary" onClick={() => setAsked('cart')}>
            Add a cart
          </Button>
          {standing === 'known' && <Button onClick={() => setAsked('file')}>Import CSV</Button>}
          {standing === 'known' && carts.length > 0 && (
            <a className="ui-link" href={recoveryApi.export} download>
              Export CSV
            </a>
          )}
        </Row>
      )}
      {carts.length === 0 ? (
        <EmptyState icon={ShoppingCart} title="No cart has been left yet">
          Add one by hand to see how it works, or connect a shop and they come by themselves.
        </EmptyState>
      ) : (
        <Table
          caption={isSample ? 'Sample carts' : 'Abandoned carts'}
          hideCaption
          rows={carts}
          rowKey={({ id }) => id}
          columns={[
            {
              head: 'Buyer',
              cell: (cart) => <Buyer cart={cart} view={known.get(cart.id)} open={() => setOpenId(cart.id)} />,
            },
            { head: 'Left', cell: ({ createdAt }) => (createdAt ? day(createdAt) : '–') },
            {
              head: 'Total',
              numeric: true,
              cell: ({ totalCents = 0, currency = 'USD' }) => money(totalCents, currency),
            },
            {
              head: 'Status',
              cell: (cart) => <Tag tone={toneOf(cart.status)}>{statusWords[cart.status] ?? cart.status}</Tag>,
            },
            {
              head: 'Change',
              align: 'end',
              cell: (cart) =>
                isSample ? (
                  <Tag>Sample</Tag>
                ) : (
                  <Select
                    aria-label={`Status of ${cart.email ?? cart.id}`}
                    value={cart.status}
                    onChange={(event) => void change(cart.id, event.currentTarget.value)}
                  >
                    {!Object.hasOwn(statusWords, cart.status) && <option>{cart.status}</option>}
                    {Object.entries(statusWords).map(([status, words]) => (
                      <option key={status} value={status}>
                        {words}
                      </option>
                    ))}
                  </Select>
                ),
            },
          ]}
        />
      )}
      {!isSample && standing === 'known' && after !== null && (
        <div>
          <Button onClick={() => void more()}>Show older carts</Button>
        </div>
      )}
      <AddDialog open={asked === 'cart'} close={() => setAsked(null)} />
      <ImportDialog open={asked === 'file'} close={() => setAsked(null)} />
      <CartDialog cart={opened} close={() => setOpenId(null)} />
    </Stack>
  );
}

const day = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(at);
};

function Buyer({ cart, view, open }: { cart: AbandonedCart; view: CartView | undefined; open: () => void }) {
  const words = cart.email || cart.name || cart.id;
  const sent = view?.messages.filter(({ state }) => state === 'sent').length ?? 0;
  return (
    <span>
      {view ? (
        <button type="button" className="ui-link" onClick={open}>
          {words}
        </button>
      ) : (
        words
      )}
      {view && view.messages.length > 0 && (
        <span className="block text-13 text-muted">
          {sent} of {view.messages.length} messages sent
        </span>
      )}
    </span>
  );
}

const blank = { email: '', name: '', total: '', currency: 'USD', items: '', restoreUrl: '', consent: false };

function AddDialog({ open, close }: { open: boolean; close: () => void }) {
  const { addAbandonedCart, plan } = useAutomation();
  const [typed, setTyped] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<typeof blank>) => setTyped({ ...typed, ...change });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const totalCents = centsOf(typed.total);
    const found: Record<string, string> = {};
    if (parseMailAddress(typed.email) === null)
      found['email'] = 'This takes one e-mail address, such as name@example.com.';
    if (totalCents === null) found['total'] = 'An amount looks like 49.90.';
    if (!/^[A-Za-z]{3}$/.test(typed.currency)) found['currency'] = 'Three letters, such as USD.';
    setErrors(found);
    if (Object.keys(found).length > 0 || totalCents === null) return;
    setBusy(true);
    try {
      const isAdded = await addAbandonedCart({
        email: typed.email.trim(),
        name: typed.name,
        totalCents,
        currency: typed.currency.toUpperCase(),
        items: typed.items
          .split('\n')
          .map((name) => ({ name: name.trim() }))
          .filter(({ name }) => name !== ''),
        restoreUrl: typed.restoreUrl.trim(),
        consent: typed.consent,
      });
      if (isAdded) {
        setTyped(blank);
        close();
        return;
      }
      const decision = plan.gate('monthlyRecoveries');
      setErrors({
        form: decision.allowed ? 'Your plan takes no more carts this month.' : decision.refusal.words,
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
      title="Add a cart"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form="add-cart" variant="primary" busy={isBusy}>
            Add the cart
          </Button>
        </>
      }
    >
      <form id="add-cart" noValidate onSubmit={(event) => void submit(event)}>
        {errors['form'] && (
          <Notice kind="danger" title="Not added">
            {errors['form']}
          </Notice>
        )}
        <Columns>
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
            <Field label="What was in it" hint="One thing a line." optional>
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
              hint="The reminder leads there."
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
              label="This person agreed to be reminded by e-mail"
              hint="Without it the cart is counted, and nothing is mailed."
              checked={typed.consent}
              onChange={(e) => set({ consent: e.currentTarget.checked })}
            />
          </Column>
        </Columns>
      </form>
    </Dialog>
  );
}

function ImportDialog({ open, close }: { open: boolean; close: () => void }) {
  const { refresh, plan } = useAutomation();
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    setAnswer(null);
    setError(null);
    close();
  };
  async function send(): Promise<void> {
    if (!file) return setError('Choose a file first.');
    setBusy(true);
    setError(null);
    try {
      const text = await file.text();
      const body = { text };
      setAnswer(
        await withSession(() =>
          api<ImportAnswer>(recoveryApi.csv, { method: 'POST', body, timeoutMs: 300_000 }),
        ),
      );
      await refresh();
      await plan.refresh();
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'The file could not be read.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title="Import carts from a CSV file"
      actions={
        <>
          <Button onClick={leave}>{answer ? 'Done' : 'Cancel'}</Button>
          {!answer && (
            <Button variant="primary" busy={isBusy ? 'Importing' : false} onClick={() => void send()}>
              Import
            </Button>
          )}
        </>
      }
    >
      {answer ? (
        <Stack>
          <Notice kind={answer.refused > 0 ? 'warn' : 'ok'}>
            {answer.added} new, {answer.merged} brought up to date, {answer.refused} not taken.
          </Notice>
          {answer.reports.length > 0 && (
            <Table
              caption="Lines that were not taken"
              stack={false}
              rows={answer.reports.slice(0, 100)}
              rowKey={({ line }) => line}
              columns={[
                { head: 'Line', numeric: true, cell: ({ line }) => line },
                { head: 'Why', cell: ({ words }) => words },
              ]}
            />
          )}
        </Stack>
      ) : (
        <Stack>
          <p>
            The first line names the columns: <Mono>email, total</Mono>, and where you have them{' '}
            <Mono>name, currency, items, url, date, consent</Mono>. Up to 100,000 lines; each one that is not
            taken says why.
          </p>
          <Field label="CSV file" error={error}>
            <TextInput
              type="file"
              accept=".csv,text/csv,text/plain"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
          </Field>
        </Stack>
      )}
    </Dialog>
  );
}

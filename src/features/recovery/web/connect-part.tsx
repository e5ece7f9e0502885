import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Stack } from '#ui/page.tsx';
import { Mono, Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import { useAutomation } from './automation-provider.tsx';

/** How carts come by themselves. */
export function ConnectPart() {
  const { remote, standing } = useAutomation();
  const { user, ready } = useViewer();
  if (!remote && standing === 'asking' && (user || !ready)) return <Skeleton shape="form" />;
  if (!remote)
    return (
      <EmptyState title="You need an account to connect a shop">
        With an account, you can get carts from Shopify, WooCommerce, Stripe, your own pages or the API.
      </EmptyState>
    );
  const { key, secret, shops } = remote.connection;
  const base = window.location.origin;
  const script = `<script src="${base}${recoveryApi.snippet}?key=${key}" defer></script>`;
  return (
    <Stack gap={48}>
      <section aria-labelledby="own-pages">
        <Stack>
          <h2 id="own-pages" className="text-21">
            Your own pages
          </h2>
          <p className="max-w-measure">
            Add this to your checkout page, and <Mono>data-recovery</Mono> to its form. It sends us a cart
            only when a checkbox named <Mono>reminders</Mono> is checked.
          </p>
          <Field label="Script" compact>
            <TextArea mono readOnly rows={3} value={script} />
          </Field>
        </Stack>
      </section>
      <section aria-labelledby="shops">
        <Stack>
          <h2 id="shops" className="text-21">
            Shopify, WooCommerce, Stripe
          </h2>
          <p className="max-w-measure">
            Create a webhook there with the URL below, and paste its signing secret. Shopify:
            checkouts/create, checkouts/update, orders/create. WooCommerce: order created and updated. Stripe:
            checkout.session.expired and checkout.session.completed.
          </p>
          <Shops base={base} keyName={key} known={shops} />
        </Stack>
      </section>
      <section aria-labelledby="programs">
        <Stack>
          <h2 id="programs" className="text-21">
            API and other shops
          </h2>
          <p className="max-w-measure">
            With an API key for carts, send <Mono>POST {recoveryApi.carts}</Mono> and{' '}
            <Mono>POST {recoveryApi.purchases}</Mono>. Or send signed requests (Standard Webhooks) to this
            URL:
          </p>
          <Columns>
            <Column span={6}>
              <Field label="URL" compact>
                <TextInput
                  mono
                  readOnly
                  value={`${base}${recoveryApi.incoming.replace(':key', key).replace(':shop', 'hub')}`}
                />
              </Field>
            </Column>
            <Column span={6}>
              <Field label="Secret" compact>
                <TextInput mono readOnly value={secret} />
              </Field>
            </Column>
          </Columns>
        </Stack>
      </section>
    </Stack>
  );
}

const names = { shopify: 'Shopify', woocommerce: 'WooCommerce', stripe: 'Stripe' };
type ShopName = keyof typeof names;

function Shops({ base, keyName, known }: { base: string; keyName: string; known: string[] }) {
  const { refresh } = useAutomation();
  const [shop, setShop] = useState<ShopName>('shopify');
  const [secret, setSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isConnected = known.includes(shop);
  async function save(remove = false): Promise<void> {
    if (!remove && secret.trim() === '') {
      if (isConnected) toast.plain(`${names[shop]} is still connected. Nothing was changed.`);
      else toast.error('Paste the shop’s signing secret.');
      return;
    }
    setBusy(true);
    try {
      const body = { shop, secret, remove };
      await withSession(() => api(recoveryApi.shopSecret, { method: 'PUT', body }));
      setSecret('');
      toast.success(remove ? `${names[shop]} disconnected.` : `${names[shop]} connected.`);
      await refresh();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Couldn’t save.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Columns>
      <Column span={4} tablet={4}>
        <Field label="Shop" compact>
          <Select value={shop} onChange={(event) => setShop(event.currentTarget.value as ShopName)}>
            {Object.entries(names).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {isConnected && <Tag tone="ok">Connected</Tag>}
      </Column>
      <Column span={8} tablet={8}>
        <Stack>
          <Field label="Webhook URL" compact>
            <TextInput
              mono
              readOnly
              value={`${base}${recoveryApi.incoming.replace(':key', keyName).replace(':shop', shop)}`}
            />
          </Field>
          <Field
            label="Signing secret"
            hint={
              isConnected
                ? 'A secret is saved. Paste another to replace it.'
                : 'Your shop shows it where you create the webhook.'
            }
          >
            <TextInput
              mono
              type="password"
              autoComplete="off"
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-12">
            <Button busy={isBusy} onClick={() => void save()}>
              Save
            </Button>
            {isConnected && (
              <Button variant="danger" disabled={isBusy} onClick={() => void save(true)}>
                Disconnect {names[shop]}
              </Button>
            )}
          </div>
        </Stack>
      </Column>
    </Columns>
  );
}

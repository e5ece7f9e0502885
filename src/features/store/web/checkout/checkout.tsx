import { useState, useSyncExternalStore } from 'react';
import { parseMailAddress } from '#base/mail-address.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import { Link } from '#ui/link.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { countryNames, likelyCountry } from '#base/countries.ts';
import { directPath } from '../../rules/direct.ts';
import { meantAddress } from '../../rules/mail-hint.ts';
import { mostLines } from '../../rules/quote.ts';
import { takesVatId } from '../../rules/vat-id.ts';
import { CartNotices } from './cart-notices.tsx';
import { ConsentBox } from './consent-box.tsx';
import { checkoutDraft, type CheckoutDraft, emptyDraft } from './draft.ts';
import { Payment } from './payment.tsx';
import { Extras } from './extras.tsx';
import { OrderSummary } from './summary.tsx';
import { useBill } from './use-bill.ts';
import { usePurchase } from './use-purchase.ts';

const never = () => () => undefined;

/** The way from a cart to a paid order, for members and for guests. */
export function Checkout({ asGuest }: { asGuest: boolean }) {
  const hasLooked = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (hasLooked) return <CheckoutForm asGuest={asGuest} />;
  return (
    <Page kind="form" title="Checkout">
      <noscript>
        <p className="mb-24">Turn on JavaScript to check out.</p>
      </noscript>
      <Skeleton shape="form" rows={3} label="Loading your cart" />
    </Page>
  );
}

function CheckoutForm({ asGuest }: { asGuest: boolean }) {
  const { site } = useHub();
  const { user } = useViewer();
  const exists = usePathExists();
  const { lines, direct, takeOut, accept } = usePurchase(asGuest ? '/checkout/guest' : '/checkout');
  const [draft, setDraft] = useState<CheckoutDraft>(() => {
    const kept = checkoutDraft.read();
    return kept.country ? kept : { ...emptyDraft, ...kept, country: likelyCountry(navigator.languages) };
  });
  const [agreed, setAgreed] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  // Typed, and asked for once the buyer presses Apply: a half-typed code is no mistake.
  const [coupon, setCoupon] = useState(draft.coupon);

  const { place, refused } = useFirstWrong<HTMLFormElement>();
  const refuse = (wrong: Record<string, string>) => {
    setFields(wrong);
    refused();
  };

  const change = (part: Partial<CheckoutDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    checkoutDraft.keep(next);
    setFields((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !(name in part))));
  };
  const items = lines.slice(0, mostLines).map(({ id, quantity, known: { seenCents } }) => ({
    id,
    quantity,
    ...(seenCents !== undefined && { seenCents }),
  }));
  const asked =
    draft.country && items.length > 0
      ? { items, country: draft.country, vatId: draft.vatId, coupon: draft.coupon }
      : null;
  const answer = useBill(asked);
  const { bill } = answer;
  if (lines.length === 0)
    return (
      <Page kind="form" title="Checkout">
        <EmptyState
          title="Your cart is empty"
          action={<ButtonLink href="/store">Browse the store</ButtonLink>}
        >
          It may already be paid in another window.
        </EmptyState>
      </Page>
    );

  const isClean = bill?.quote.lines.every(({ state }) => state === 'ok') ?? false;
  const email = asGuest ? draft.email : (user?.email ?? '');
  const meant = asGuest ? meantAddress(draft.email) : null;

  /** What is still missing, said beside its field; null when the order can be placed. */
  function check(): Record<string, string> | null {
    const wrong: Record<string, string> = {};
    if (asGuest && parseMailAddress(draft.email) === null)
      wrong['email'] = 'Enter the email address for your files, such as name@example.com.';
    if (!draft.country) wrong['country'] = 'Choose your country.';
    if (bill?.consentText && !agreed) wrong['agreed'] = 'Check the box to get your files right away.';
    // A code that lies there unused would be paid past: it counts first, and its total is looked at.
    if (coupon.trim() !== draft.coupon) {
      change({ coupon: coupon.trim() });
      wrong['coupon'] = 'Your coupon was just applied. Check the new total, then pay.';
    }
    const isWrong = Object.keys(wrong).length > 0;
    if (isWrong) refuse(wrong);
    else setFields({});
    return isWrong ? wrong : null;
  }

  return (
    <Page
      kind="form"
      title="Checkout"
      asideFirst
      aside={
        <OrderSummary
          lines={lines}
          isAsked={asked !== null}
          bill={asked ? bill : null}
          isCurrent={answer.isCurrent}
          takeOut={direct && takeOut}
        />
      }
    >
      <Stack gap={24}>
        <CartNotices bill={bill} takeOut={takeOut} accept={accept} />
        {answer.problem && (
          <Notice
            kind={answer.problem.code === 'bad_request' ? 'danger' : 'warn'}
            title="Couldn’t load the total"
            actions={
              <Button size="tool" onClick={answer.again}>
                Try again
              </Button>
            }
          >
            {answer.problem.message} What you typed is still here.
          </Notice>
        )}
        {asGuest && exists('/signin') && (
          <p className="text-15 text-muted">
            Already have an account?{' '}
            <Link href={signInPath(direct ? directPath('/checkout', direct) : '/checkout')}>Sign in</Link>.
            Your cart stays.
          </p>
        )}
        <form
          ref={place}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            change({ coupon: coupon.trim() });
          }}
        >
          <Stack gap={12}>
            {asGuest ? (
              <Field
                label="Email"
                error={fields['email']}
                hint={
                  meant ? (
                    <>
                      Did you mean{' '}
                      <button type="button" className="ui-link" onClick={() => change({ email: meant })}>
                        {meant}
                      </button>
                      ?
                    </>
                  ) : (
                    'We send your files and receipt here.'
                  )
                }
              >
                <TextInput
                  type="email"
                  name="email"
                  autoComplete="email"
                  inputMode="email"
                  value={draft.email}
                  onChange={(event) => change({ email: event.target.value })}
                />
              </Field>
            ) : (
              <p>
                Your files and the receipt go to <strong>{email}</strong>.
              </p>
            )}
            <Field label="Country" error={fields['country']}>
              <Select
                name="country"
                autoComplete="country"
                value={draft.country}
                onChange={(event) => change({ country: event.target.value })}
              >
                <option value="">Choose your country</option>
                {countryNames(site.language).map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            {bill?.taxed && takesVatId(draft.country) && (
              <Field
                label="VAT ID"
                optional
                hint={bill.vatId.words || 'For companies. We check it with the official service.'}
              >
                <TextInput
                  mono
                  name="vatId"
                  value={draft.vatId}
                  onChange={(event) => change({ vatId: event.target.value })}
                />
              </Field>
            )}
            <Extras
              coupon={coupon}
              name={draft.name}
              error={
                (bill?.coupon && !bill.coupon.ok && draft.coupon && answer.isCurrent
                  ? bill.coupon.words
                  : undefined) ?? fields['coupon']
              }
              hint={bill?.coupon?.ok ? bill.coupon.words || 'Coupon applied.' : undefined}
              onCoupon={(typed) => {
                setCoupon(typed);
                setFields(({ coupon: _old, ...others }) => others);
                if (typed.trim() === '') change({ coupon: '' });
              }}
              onName={(name) => change({ name })}
            />
            {bill?.consentText && (
              <ConsentBox
                words={bill.consentText}
                agreed={agreed}
                error={fields['agreed']}
                onAgree={(now) => {
                  setAgreed(now);
                  setFields(({ agreed: _old, ...others }) => others);
                }}
              />
            )}
            <Stack gap={4}>
              <Checkbox
                label="Email me about updates to what I buy"
                checked={draft.wantsNews}
                onChange={(event) => change({ wantsNews: event.target.checked })}
              />
              <Checkbox
                label="Remind me by email if I don’t finish this order"
                checked={draft.wantsReminders}
                onChange={(event) => change({ wantsReminders: event.target.checked })}
              />
            </Stack>
          </Stack>
        </form>
        {site.currencyNote && <p className="text-13 text-muted">{site.currencyNote}</p>}
        {exists('/terms') && (
          <p className="text-13 text-muted">
            By paying, you accept the <Link href="/terms">terms</Link>. See our{' '}
            <Link href="/privacy">privacy policy</Link>.
          </p>
        )}
        {bill && asked && (
          <Payment
            bill={bill}
            direct={direct}
            isReady={answer.isCurrent && isClean}
            check={check}
            onFields={refuse}
            onStale={answer.again}
            request={{
              ...asked,
              ...(asGuest && { email: draft.email }),
              name: draft.name,
              agreed,
              wantsNews: draft.wantsNews,
              wantsReminders: draft.wantsReminders,
              seenTotalCents: bill.totalCents,
            }}
          />
        )}
      </Stack>
    </Page>
  );
}

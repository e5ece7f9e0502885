import { useCallback, useEffect, useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { GiftReceipt } from '#ui/gift-receipt.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { Stamp } from '#ui/stationery.tsx';
import { donationsApi, type DonationThanks } from '../../rules/donations.ts';

const askAgainMs = 5000;
const dayOf = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(iso));

export const head = () => ({ title: 'Thank you', description: 'Your donation and its receipt.' });

/** The thanks, by an address of its own: it survives a reload, and says how the money stands. */
export default function DonationThanked() {
  const { site } = useHub();
  const [search] = useSearchParams();
  const [id, token] = [search.get('id') ?? '', search.get('t') ?? ''];
  const [thanks, setThanks] = useState<DonationThanks | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const load = useCallback(() => {
    const asked =
      id && token
        ? api<DonationThanks>(donationsApi.one(id, token))
        : Promise.reject(new Problem('not_found', 'This link doesn’t open a donation.'));
    asked.then(
      (answer) => {
        setThanks(answer);
        setProblem(null);
      },
      (error: unknown) => setProblem(error instanceof Problem ? error : new Problem('unavailable')),
    );
  }, [id, token]);
  useEffect(load, [load]);
  // A member's thanks are for this page alone: when they log out it is loaded anew, and nothing in this browser's history
  // opens them for the next person.
  const { user } = useViewer();
  const isMembers = thanks !== null && user !== null;
  useEffect(() => {
    if (isMembers) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [isMembers]);
  const isOpen = thanks?.state === 'open' || thanks?.state === 'pending';
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(load, askAgainMs);
    return () => clearInterval(timer);
  }, [isOpen, load]);

  if (!thanks)
    return (
      <Page kind="form" title="Your donation">
        {problem ? (
          <Stack>
            <Notice kind="danger" title="Couldn’t open your donation">
              {problem.message} If you paid, the receipt is in your inbox.
            </Notice>
            <Row>
              <Button onClick={load}>Try again</Button>
              <ButtonLink variant="quiet" href="/donate">
                Donate
              </ButtonLink>
            </Row>
          </Stack>
        ) : (
          <Skeleton label="Loading your receipt" />
        )}
      </Page>
    );
  const amount = formatMoney(cents(thanks.cents));
  return (
    <Page
      kind="form"
      title={isOpen ? 'Payment pending' : thanks.name ? `Thank you, ${thanks.name}` : 'Thank you'}
      aside={
        <GiftReceipt
          amount={thanks.cents}
          to={site.name}
          payee={site.seller.legalName}
          rhythm="Once"
          stamp={
            thanks.paidAt && thanks.state === 'paid' && <Stamp date={dayOf(thanks.paidAt)}>Received</Stamp>
          }
        />
      }
    >
      <Stack gap={24}>
        {isOpen ? (
          <Notice kind="warn" title={`${amount} isn’t confirmed yet`} still>
            You can close this page. We’ll email you the receipt when it is.
          </Notice>
        ) : (
          <Notice kind="ok" title={`${amount} received`} still>
            {thanks.receiptTo ? `We’ve emailed the receipt to ${thanks.receiptTo}.` : 'It’s recorded.'}
            {thanks.state === 'refunded' && ' It has since been refunded.'}
          </Notice>
        )}
        {thanks.message && (
          <blockquote>
            <p className="whitespace-pre-wrap">{thanks.message}</p>
          </blockquote>
        )}
        <Row>
          <ButtonLink href="/">Go to the home page</ButtonLink>
          <ButtonLink variant="quiet" href="/donate">
            Donate again
          </ButtonLink>
        </Row>
      </Stack>
    </Page>
  );
}

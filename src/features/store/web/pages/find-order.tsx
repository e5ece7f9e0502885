import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';

export const head = () => ({
  title: 'Find your purchases',
  description: 'Get links to everything you bought here by email.',
});

/** A link that is over leads here: what was bought is a mail away. */
export default function FindOrder() {
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = () => {
    setBusy(true);
    setError('');
    api('/api/orders/find', { method: 'POST', body: { email } })
      .then(
        () => setSentTo(email),
        (problem: unknown) =>
          setError(problem instanceof Problem ? problem.message : 'That didn’t work. Try again in a moment.'),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Page
      kind="form"
      title="Find your purchases"
      lead="Enter the email address you bought with. We’ll email you links to all your orders."
    >
      <Stack gap={24}>
        {search.get('why') === 'link' && sentTo === null && (
          <Notice kind="warn" title="That download link has expired">
            Download links work for fifteen minutes. Your purchase doesn’t expire: get a new link by email.
          </Notice>
        )}
        {sentTo !== null && (
          <Notice kind="ok" title="Check your email">
            If there are orders for {sentTo}, we’ve sent links to them.
          </Notice>
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Stack gap={12}>
            <Field label="Email" error={error || undefined}>
              <TextInput
                type="email"
                name="email"
                autoComplete="email"
                value={email}
                onChange={(event) => {
                  setEmail(event.target.value);
                  setError('');
                }}
              />
            </Field>
            <Row>
              <Button type="submit" variant="primary" busy={isBusy}>
                Email me the links
              </Button>
            </Row>
          </Stack>
        </form>
      </Stack>
    </Page>
  );
}

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
  description: 'A fresh link to everything you bought here, mailed to your address.',
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
          setError(
            problem instanceof Problem ? problem.message : 'That did not work. Try again in a moment.',
          ),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Page
      kind="form"
      title="Find your purchases"
      lead="Type the address you bought with. Links to everything bought with it are mailed there."
    >
      <Stack gap={24}>
        {search.get('why') === 'link' && sentTo === null && (
          <Notice kind="warn" title="That download link is over">
            Links to files are good for fifteen minutes, so that nobody else can pass them on. Your purchase
            is not: have a fresh link mailed to you.
          </Notice>
        )}
        {sentTo !== null && (
          <Notice kind="ok" title="Look into your mail">
            If anything was bought with {sentTo}, its links are on their way there.
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
                Mail me the links
              </Button>
            </Row>
          </Stack>
        </form>
      </Stack>
    </Page>
  );
}

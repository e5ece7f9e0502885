import { useSyncExternalStore } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { contactReasons } from '../../rules/contact.ts';
import { useContactForm } from '../use-contact-form.ts';

export const head = () => ({
  title: 'Contact',
  description: 'Write to the person who runs this hub: about a project, an order, a document, or your data.',
});

export default function Contact() {
  const { support, seller } = useHub().site;
  const contact = useContactForm();
  return (
    <Page
      kind="form"
      title="Contact"
      lead={`A person reads what you write here, and answers within ${support.answersWithin}.`}
      aside={
        <Stack>
          <h2 className="text-21">Without the form</h2>
          <p>
            By mail: <Link href={`mailto:${support.email}`}>{support.email}</Link>
          </p>
          {seller.phone && (
            <p>
              By telephone: <Link href={`tel:${seller.phone.replace(/[^\d+]/g, '')}`}>{seller.phone}</Link>
            </p>
          )}
          <p className="text-muted">
            For an order, its number makes the answer quicker; for an error, the id that begins with req_.
            Most questions about orders, downloads and accounts are answered under{' '}
            <Link href="/support">Support</Link>.
          </p>
        </Stack>
      }
    >
      {contact.sent ? <Sent again={contact.startAnew} /> : <Form contact={contact} />}
    </Page>
  );
}

function Sent({ again }: { again: () => void }) {
  return (
    <Stack gap={24}>
      <Notice kind="ok" title="Your message has arrived">
        It is kept here, whatever happens to mail. A receipt is on its way to your address.
      </Notice>
      <Row>
        <ButtonLink href="/">Go to the home page</ButtonLink>
        <Button variant="quiet" onClick={again}>
          Write another
        </Button>
      </Row>
    </Stack>
  );
}

const never = () => () => {};
/** False while the page is only a picture of itself: a form must not be sent then. */
const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function Form({ contact: { form, fields, error, busy } }: { contact: ReturnType<typeof useContactForm> }) {
  const isAlive = useIsAlive();
  return (
    <form {...form}>
      <Stack gap={12}>
        <Field label="Your name" error={fields['name']}>
          <TextInput name="name" autoComplete="name" required />
        </Field>
        <Field label="Your email" hint="Where the answer goes." error={fields['email']}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </Field>
        <Field label="What it is about" error={fields['reason']}>
          <Select name="reason" required defaultValue="">
            <option value="" disabled>
              Choose
            </option>
            {Object.entries(contactReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Message"
          hint="What you typed is kept in this tab until it is sent."
          error={fields['message']}
        >
          <TextArea name="message" rows={7} required />
        </Field>
        <Trap />
        {error && (
          <Notice kind="danger" title="Your message was not sent">
            {error.message} What you wrote is still here, also after a reload.
          </Notice>
        )}
        <Row>
          <Button
            variant="primary"
            type="submit"
            busy={busy && 'Sending'}
            {...(!isAlive && { disabled: true, 'aria-busy': true })}
          >
            Send message
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** A field for programs that fill in everything. People, screen readers and managers of addresses do not come to it. */
const Trap = () => (
  <div inert className="sr-only">
    <label>
      Leave this empty
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

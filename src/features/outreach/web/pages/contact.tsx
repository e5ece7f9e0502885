import { useSyncExternalStore } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { contactReasons } from '../../rules/contact.ts';
import { OfficeHoursLine } from '../office-hours.tsx';
import { Trap } from '../trap.tsx';
import { useContactForm } from '../use-contact-form.ts';

export const head = () => ({
  title: 'Contact',
  description: 'Write to us about a project, an order, a document or your data.',
});

export default function Contact() {
  const { support, seller } = useHub().site;
  const contact = useContactForm();
  return (
    <Page
      kind="form"
      title="Contact"
      lead={`A person reads your message and replies within ${support.answersWithin}.`}
      aside={
        <Stack>
          <h2 className="text-21">Other ways to reach us</h2>
          <p>
            Email: <Link href={`mailto:${support.email}`}>{support.email}</Link>
          </p>
          {seller.phone && (
            <p>
              Phone: <Link href={`tel:${seller.phone.replace(/[^\d+]/g, '')}`}>{seller.phone}</Link>
            </p>
          )}
          <OfficeHoursLine />
          <p className="text-muted">
            For a faster reply, include your order number, or the ID that starts with req_ for an error. Most
            questions about orders, downloads and accounts are answered in{' '}
            <Link href="/support">Support</Link>.
          </p>
        </Stack>
      }
    >
      {contact.sentFrom ? <Sent again={contact.startAnew} /> : <Form contact={contact} />}
    </Page>
  );
}

function Sent({ again }: { again: () => void }) {
  return (
    <Stack gap={24}>
      <Notice kind="ok" title="We received your message">
        We’ve saved it and emailed you a receipt.
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
        <Field label="Your email" hint="Where we’ll reply." error={fields['email']}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </Field>
        <Field label="Topic" error={fields['reason']}>
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
          hint="Your message is saved in this tab until you send it."
          error={fields['message']}
        >
          <TextArea name="message" rows={7} required />
        </Field>
        <Trap />
        {error && (
          <Notice kind="danger" title="Couldn’t send your message">
            {error.message} Your message is still here, even after a reload.
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

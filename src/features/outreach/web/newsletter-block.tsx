import { type FormEvent, useEffect, useId, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { useHub } from '#platform/web/hub.tsx';
import { reportError } from '#platform/web/reporting.ts';
import { Button } from '#ui/button.tsx';
import { looksLikeAddress, newsletterWords as words, statusKind, statusMs } from '../rules/newsletter.ts';

// Stands in the footer of every page: what sends is fetched when somebody is about to use it.
const mailer = () => loadChunk(() => import('./email-client.ts'));

/** `isMain` where it is what the page is for. */
export function NewsletterBlock({ isMain = false }: { isMain?: boolean }) {
  const { runtime } = useHub();
  const id = useId();
  const [sending, setSending] = useState(false);
  // A new object each time: the same words said twice stand for their full time.
  const [status, setStatus] = useState<{ words: string } | null>(null);

  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(null), statusMs);
    return () => clearTimeout(timer);
  }, [status]);

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const field = form.elements.namedItem('from_email') as HTMLInputElement;
    if (!looksLikeAddress(field.value.trim())) {
      setStatus({ words: words.invalid });
      field.focus();
      return;
    }
    setSending(true);
    setStatus(null);
    try {
      const { subscribe: send } = await mailer();
      await send(form, runtime.emailJs);
      form.reset();
      setStatus({ words: words.thanks });
    } catch (error) {
      reportError(error instanceof Error ? error : new Error(`Newsletter: ${JSON.stringify(error)}`));
      setStatus({ words: words.failed });
    }
    setSending(false);
  }

  const kind = status && statusKind(status.words);
  return (
    <section aria-labelledby={`${id}t`}>
      <h2 id={`${id}t`} className="font-bold">
        {words.title}
      </h2>
      <p className="mt-8 max-w-measure text-muted">{words.text}</p>
      <p
        role="status"
        id={`${id}s`}
        data-kind={kind ?? undefined}
        className={`mt-8 min-h-24 font-medium ${kind === 'success' ? 'text-ok' : 'text-danger'}`}
      >
        {status?.words}
      </p>
      <form
        method="post"
        action="/api/newsletter"
        noValidate
        className={`mt-4 flex gap-8 ${isMain ? 'flex-col sm:flex-row' : ''}`}
        onSubmit={(event) => void subscribe(event)}
        onFocus={() => void mailer().catch(() => {})}
      >
        <input
          className="ui-input min-w-0 flex-1"
          type="email"
          name="from_email"
          required
          placeholder={words.placeholder}
          aria-label={words.placeholder}
          aria-describedby={`${id}s ${id}n`}
          aria-invalid={status?.words === words.invalid || undefined}
          autoComplete="email"
        />
        <input type="hidden" name="to_email" value={runtime.ownerEmail ?? ''} />
        <Button type="submit" disabled={sending} {...(isMain && { variant: 'primary' })}>
          {sending ? (
            <>
              <span className="ui-spinner" aria-hidden="true" />
              {words.subscribing}
            </>
          ) : (
            words.subscribe
          )}
        </Button>
      </form>
      <p id={`${id}n`} className="mt-8 text-13 text-muted">
        {words.note}
      </p>
    </section>
  );
}

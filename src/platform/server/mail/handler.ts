import type { Clock } from '#base/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { OutboxHandler, OutboxOutcome } from '../outbox/outbox.ts';
import type { Key } from '../signed.ts';
import type { SiteStore } from '../site/site.ts';
import { createRecipientTokens, recipientHeader, type RecipientTokens } from './bounces/token.ts';
import { overBound } from './bounds.ts';
import type { MailConsent, UnsubscribeLinks } from './consent.ts';
import { renderMail } from './layout.ts';
import type { Mail } from './mail.ts';
import { mailChannel, oneLine, type MailPayload } from './message.ts';
import { openSmtp, type Letter, type PostOutcome, type Smtp } from './smtp.ts';

export interface MailHandlerParts {
  config: Pick<Config, 'live' | 'smtpUrl' | 'mailFrom' | 'dkimKey'>;
  site: Pick<SiteStore, 'words'>;
  clock: Clock;
  db: Pick<Database, 'transaction'>;
  origin(): string;
  consent: MailConsent;
  secret(name: string): Key;
  mail?: Pick<Mail, 'read'>;
  /** For tests, which are less patient. */
  timeouts?: { stepTimeout: number; answerTimeout: number };
}

export interface MailHandler extends OutboxHandler {
  /** Connects and signs in, for the operator: returns the error message, or null. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}

/** Delivers email from the outbox: to SMTP, or to the mailbox page while the hub isn't live. */
export function mailHandler(parts: MailHandlerParts): MailHandler {
  const { config, consent, timeouts } = parts;
  const recipients = createRecipientTokens(parts.secret);
  let opening: Promise<Smtp> | undefined;

  function smtp(url: string): Promise<Smtp> {
    opening ??= openSmtp({ url, dkimKey: config.dkimKey, ...timeouts }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    channel: mailChannel,
    leaseSeconds: 300,
    retrySeconds: [30, 120, 600, 3600, 14_400, 43_200],
    afterLostLease: 'give up',

    async deliver(payload, { id, dedupeKey, leaves }): Promise<OutboxOutcome> {
      const mail = payload as MailPayload;
      const verdict = await consent.ask({ ...mail, dedupeKey });
      if (!verdict.allowed) return { done: true, as: 'cancelled', note: verdict.reason };
      if (mail.kind === 'marketing' && !verdict.unsubscribe)
        return { done: false, error: 'no way to unsubscribe', retry: false };
      const isTooMany = await overBound(parts.db, { id, to: mail.to, why: mail.why }, parts.clock.now());
      if (isTooMany) return { done: true, as: 'cancelled', note: isTooMany };

      if (config.smtpUrl === undefined) {
        return config.live
          ? { done: false, error: 'no SMTP configured', retry: 'uncounted' }
          : { done: true, as: 'kept' };
      }
      let server: Smtp;
      try {
        server = await smtp(config.smtpUrl);
      } catch {
        return { done: false, error: 'DKIM_KEY can’t be read', retry: 'uncounted' };
      }
      const file = mail.file && ((await parts.mail?.read(mail.file)) ?? null);
      const whole = {
        ...letter(id, mail, verdict.unsubscribe, { ...parts, recipients }),
        ...(mail.file && file && { file: { name: mail.file.name, bytes: file } }),
      };
      const outcome = await server.post(whole, leaves);
      if (!outcome.sent && outcome.nobodyThere) await consent.bounced(mail.to);
      return asOutboxOutcome(outcome);
    },

    async check() {
      if (config.smtpUrl === undefined) return config.live ? 'no SMTP configured' : null;
      return smtp(config.smtpUrl).then(
        (server) => server.check(),
        () => 'DKIM_KEY can’t be read',
      );
    },

    async close() {
      (await opening)?.close();
    },
  };
}

function asOutboxOutcome(outcome: PostOutcome): OutboxOutcome {
  // The server's response often contains the ID by which its operator can trace the email.
  if (outcome.sent) return { done: true, note: outcome.answer.slice(0, 200) };
  return { done: false, error: outcome.words, retry: outcome.how === 'later' };
}

function letter(
  id: string,
  mail: MailPayload,
  unsubscribe: UnsubscribeLinks | undefined,
  { config, site, clock, origin, recipients }: MailHandlerParts & { recipients: RecipientTokens },
): Letter {
  const words = site.words();
  const named = mail.purpose === 'newsletter' ? words.newsletterSender : words.name;
  const from = {
    ...sender(config.mailFrom, named, origin()),
    // The shop's name before the hub's own address: the only one that the hub may send from.
    ...(mail.sender && { name: mail.sender.name }),
  };
  const rendered = renderMail(mail, {
    site: words,
    origin: origin(),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.page }),
    ...(unsubscribe?.preferences !== undefined && { preferencesUrl: unsubscribe.preferences }),
  });
  return {
    from,
    to: mail.to,
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    subject: mail.subject,
    ...rendered,
    // The same for every attempt, so that mail clients can detect duplicates.
    messageId: `<${id}@${from.address.split('@')[1] ?? 'localhost'}>`,
    date: clock.now(),
    headers: {
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      // Prevents out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      [recipientHeader]: recipients.write(mail.to, clock.now()),
    },
  };
}

/** MAIL_FROM, or no-reply at the hub's own host. */
export function sender(
  mailFrom: string | undefined,
  siteName: string,
  origin: string,
): { name: string; address: string } {
  if (mailFrom === undefined)
    return { name: oneLine(siteName), address: `no-reply@${new URL(origin).hostname}` };
  const named = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom);
  const name = (named?.[1] ?? siteName).trim().replace(/^"(.*)"$/, '$1');
  return { name: oneLine(name || siteName), address: named?.[2] ?? mailFrom };
}

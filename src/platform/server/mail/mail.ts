import type { Clock } from '#base/clock.ts';
import type { Config } from '../config.ts';
import type { AnyTransaction, Database } from '../database/database.ts';
import type { ServiceStatus } from '../feature.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SiteStore } from '../site/site.ts';
import type { MailConsent } from './consent.ts';
import { mailHandler, type MailHandler, type MailHandlerParts } from './handler.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { mailChannel, mailPayload, type MailMessage } from './message.ts';

export interface Mail {
  /** Writes the mail in the transaction of what it tells: it goes out when that is committed. False: this key was there. */
  send(trx: AnyTransaction, message: MailMessage): Promise<boolean>;
  /** Many at the cost of one: the keys that are new. */
  sendAll(trx: AnyTransaction, messages: MailMessage[]): Promise<Set<string>>;
  /** Whom to ask before a mail goes out; the app says it, once. Until then no marketing goes out. */
  askConsent(consent: MailConsent): void;
  handler: MailHandler;
  mailbox: Mailbox;
  runsOn(): ServiceStatus[];
}

interface MailParts {
  config: Pick<Config, 'live' | 'smtpUrl' | 'mailFrom' | 'dkimKey'>;
  db: Database;
  clock: Clock;
  outbox: Outbox;
  site: Pick<SiteStore, 'words'>;
  origin(): string;
  timeouts?: NonNullable<MailHandlerParts['timeouts']>;
}

const nobodyToAsk: MailConsent = {
  ask: async ({ kind }) =>
    kind === 'transactional' ? { allowed: true } : { allowed: false, reason: 'nobody to ask for consent' },
  bounced: async () => {},
};

export function createMail(parts: MailParts): Mail {
  const { config, outbox } = parts;
  let consent = nobodyToAsk;
  const withConsent = { ...parts, consent: () => consent };
  return {
    send(trx, message) {
      const { dedupeKey, dueAt } = message;
      return outbox.put(trx, {
        channel: mailChannel,
        dedupeKey,
        payload: mailPayload(message),
        ...(dueAt && { dueAt }),
      });
    },
    sendAll: (trx, messages) =>
      outbox.putAll(
        trx,
        mailChannel,
        messages.map((message) => ({
          dedupeKey: message.dedupeKey,
          payload: mailPayload(message),
          ...(message.dueAt && { dueAt: message.dueAt }),
        })),
      ),
    askConsent(given) {
      consent = given;
    },
    handler: mailHandler(withConsent),
    mailbox: createMailbox(withConsent),
    runsOn: () => [runsOn(config)],
  };
}

function runsOn({ live, smtpUrl }: Pick<Config, 'live' | 'smtpUrl'>): ServiceStatus {
  if (smtpUrl !== undefined)
    return { service: 'mail', runsOn: `SMTP, ${new URL(smtpUrl).host}`, state: 'up' };
  if (!live)
    return { service: 'mail', runsOn: 'saved here, nothing is sent; read it at /dev/mailbox', state: 'up' };
  return {
    service: 'mail',
    runsOn: 'not set up: email waits',
    state: 'off',
    advice: 'Set SMTP_URL to an address such as smtps://user:password@host:465.',
  };
}

import type { Config } from '../config.ts';
import type { ServerFeature, ServiceStatus } from '../feature.ts';
import type { Platform } from '../platform.ts';
import { bouncesJob } from './bounces/read-bounces.ts';
import type { MailConsent, Returned } from './consent.ts';
import { mailPage } from './desk-page.ts';
import { mailHandler } from './handler.ts';
import { mailboxRoutes } from './mailbox-routes.ts';
import { createMailbox } from './mailbox.ts';

/** How email leaves the hub, or is captured in a mailbox if the hub isn't live. */
export function mailFeature(platform: Platform, consent: MailConsent, returned: Returned): ServerFeature {
  const { config } = platform;
  const ending = new AbortController();
  return {
    name: 'mail',
    outboxHandlers: [mailHandler({ ...platform, consent })],
    routes: config.live ? [] : mailboxRoutes(createMailbox({ ...platform, consent })),
    desk: [mailPage(platform)],
    jobs:
      config.bouncesUrl === undefined
        ? []
        : [bouncesJob({ ...platform, mailbox: { url: config.bouncesUrl, ending: ending.signal }, returned })],
    start: async () => async () => ending.abort(),
    runsOn: () => [mailStatus(config)],
  };
}

/** Whether an email reaches anyone, if only the mailbox on this machine. */
export const sendsMail = ({ live, smtpUrl }: Pick<Config, 'live' | 'smtpUrl'>): boolean =>
  smtpUrl !== undefined || !live;

/** Where a button does it, that comes first. */
export const atDesk = ({ desk, settingsFrom }: Pick<Config, 'desk' | 'settingsFrom'>): string =>
  desk && settingsFrom.mail !== 'environment' ? 'under First steps at the desk, or ' : '';

export function mailStatus(
  config: Pick<Config, 'live' | 'smtpUrl' | 'bouncesUrl' | 'desk' | 'settingsFrom'>,
): ServiceStatus {
  const { live, smtpUrl, bouncesUrl } = config;
  if (smtpUrl !== undefined) {
    const back =
      bouncesUrl === undefined
        ? 'no mailbox is read for bounces'
        : `bounces are read from ${new URL(bouncesUrl).host}`;
    return { service: 'mail', runsOn: `SMTP, ${new URL(smtpUrl).host}; ${back}`, state: 'up' };
  }
  if (!live)
    return { service: 'mail', runsOn: 'saved here, nothing is sent; read it at /dev/mailbox', state: 'up' };
  return {
    service: 'mail',
    runsOn: 'not set up: email waits',
    state: 'off',
    advice: `Set up a mail server: ${atDesk(config)}by SMTP_URL, a URL such as smtps://user:password@host:465.`,
  };
}

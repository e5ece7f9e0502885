import type * as z from 'zod/mini';
import { sender } from '#platform/server/mail/handler.ts';
import { renderMail } from '#platform/server/mail/layout.ts';
import { type MailMessage, oneLine } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PreviewAnswer } from '../rules/contract.ts';

/** A message as its reader gets it: by the layout that sends it. */
export const createRenderAsSent =
  ({ config, site, origin }: Pick<Platform, 'config' | 'site' | 'origin'>) =>
  (mail: Pick<MailMessage, 'subject' | 'preheader' | 'body' | 'sender'>): z.output<typeof PreviewAnswer> => {
    const words = site.words();
    const from = sender(config.mailFrom, words.name, origin());
    const rendered = renderMail(mail, {
      site: words,
      origin: origin(),
      unsubscribeUrl: `${origin()}/unsubscribe`,
    });
    return {
      from: { ...from, ...(mail.sender && { name: oneLine(mail.sender.name) }) },
      subject: oneLine(mail.subject),
      preheader: mail.preheader ?? '',
      ...rendered,
      warnings: [],
    };
  };

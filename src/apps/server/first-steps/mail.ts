import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { oneMailAddress } from '#platform/server/config.ts';
import type { Asked, DeskCell, DeskField, Done, Operator } from '#platform/server/desk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { sender } from '#platform/server/mail/handler.ts';
import { openSmtp } from '#platform/server/mail/smtp.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Look } from '../health/page.ts';
import type { KeptSettings } from './settings.ts';
import { factOf, type Step, type StepState } from './step.ts';

interface Parts {
  platform: Pick<Platform, 'config' | 'origin' | 'clock' | 'db' | 'site' | 'restart'>;
  kept: KeptSettings;
  look: Look;
}

/** Somebody's mailbox isn't filled from here, whoever sits at the desk. */
const testMails = { name: 'desk-test-mail', max: 10, perSeconds: 3600, by: 'viewer' } as const;

const about = ['SMTP', 'mail', 'mail from', 'Mail', 'SPF', 'DKIM', 'DMARC'];

/** How mail leaves. A mail goes out before a setting is kept. */
export function mailStep({ platform, kept, look }: Parts): Step {
  const { config, clock, db, origin, site } = platform;
  const { settingsFrom } = config;
  const restartActs = platform.restart ? ['restart'] : [];
  const count = createRateLimiter(db, clock);
  const isWaiting = () =>
    kept.waits('mail', { SMTP_URL: config.smtpUrl ?? '', MAIL_FROM: config.mailFrom ?? '' });

  async function sendTest(url: string, from: string | undefined, to: string, by?: Operator): Promise<void> {
    if (oneMailAddress(to) === undefined)
      throw new Problem('bad_request', 'Nothing was sent.', {
        fields: { testTo: 'Type one email address.' },
      });
    await count(testMails, by?.id ?? 'terminal');
    const smtp = await openSmtp({ url, dkimKey: config.dkimKey, stepTimeout: 5000, answerTimeout: 20_000 });
    try {
      const wrong = await smtp.check();
      const fault = (words: string) =>
        new Problem('conflict', `The mail server says: ${words.replace(/^SMTP: /, '')}. Nothing was saved.`);
      if (wrong !== null) throw fault(wrong);
      const hub = site.words().name;
      const words = `${hub} can send email. Somebody at its desk sent this to try it.`;
      const { address } = sender(from, hub, origin());
      const outcome = await smtp.post({
        from: { name: hub, address },
        to,
        subject: `Test from ${hub}`,
        text: `${words}\n`,
        html: `<p>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
        messageId: `<test.${randomText(16)}@${address.split('@')[1] ?? 'localhost'}>`,
        date: clock.now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      if (!outcome.sent) throw fault(outcome.words);
    } finally {
      smtp.close();
    }
  }

  /** What is kept, taken apart for the form. */
  function partsNow(): { host: string; port: string; user: string; password: string; from: string } {
    const now = kept.read();
    const url = URL.canParse(now['SMTP_URL'] ?? '') ? new URL(now['SMTP_URL'] ?? '') : null;
    return {
      host: url?.hostname ?? '',
      port: url?.port || (url?.protocol === 'smtp:' ? '587' : '465'),
      user: decodeURIComponent(url?.username ?? ''),
      password: url?.password ?? '',
      from: now['MAIL_FROM'] ?? '',
    };
  }

  function urlOf(form: Asked): string {
    const typed = (name: string) => (form[name] ?? '').trim();
    const [host, port, user] = [typed('host').toLowerCase(), typed('port') || '465', typed('user')];
    const now = partsNow();
    // Left empty, the password of the same user at the same server stays.
    const isSame = host === now.host && port === now.port && user === now.user;
    const password = form['secretPassword']
      ? encodeURIComponent(form['secretPassword'])
      : isSame
        ? now.password
        : '';
    const fields = {
      ...(!/^[a-z0-9.:[\]-]+$/.test(host) && {
        host: 'The name of a mail server, such as mail.example.com.',
      }),
      ...(!/^\d{1,5}$/.test(port) && { port: 'A number, such as 465 or 587.' }),
      ...(user !== '' && password === '' && { secretPassword: 'Type the password of this user.' }),
    };
    if (Object.keys(fields).length > 0) throw new Problem('bad_request', 'Nothing was saved.', { fields });
    const who = user === '' ? '' : `${encodeURIComponent(user)}:${password}@`;
    return `${port === '465' ? 'smtps' : 'smtp'}://${who}${host}:${port}`;
  }

  const testTo: DeskField = {
    name: 'testTo',
    label: 'Send a test to',
    kind: 'email',
    hint: 'An address of your own.',
  };

  const fields = (): DeskField[] => {
    const { host, port, user, from, password } = partsNow();
    return [
      { name: 'was', label: '', kind: 'hidden', value: kept.mark() },
      { name: 'host', label: 'Mail server (SMTP)', value: host, hint: 'Such as mail.example.com.' },
      { name: 'port', label: 'Port', kind: 'number', value: port, hint: '465 or 587; both are encrypted.' },
      { name: 'user', label: 'User', value: user, hint: 'Empty, if the server asks for none.' },
      {
        name: 'secretPassword',
        label: 'Password',
        kind: 'secret',
        hint: `It is never shown again.${password === '' ? '' : ' Leave it empty to keep the saved one.'}`,
      },
      {
        name: 'from',
        label: 'Sender',
        value: from,
        hint: 'Such as hello@example.com. It should take replies.',
      },
      testTo,
    ];
  };

  async function read({ isQuick } = { isQuick: false }): Promise<StepState> {
    const findings = (await look(isQuick ? 'known' : undefined)).filter((finding) =>
      about.includes(finding.about),
    );
    const facts: [string, DeskCell][] = [
      [
        'Set in',
        { environment: 'the hub’s environment', kept: kept.file, nowhere: 'nowhere yet' }[settingsFrom.mail],
      ],
      ...findings.map(factOf),
    ];
    const acts = [
      ...(settingsFrom.mail === 'environment' ? [] : ['smtp']),
      ...(config.smtpUrl === undefined ? [] : ['test-mail']),
      ...(settingsFrom.mail !== 'environment' && kept.read()['SMTP_URL'] ? ['forget-smtp'] : []),
    ];
    if (isWaiting())
      return {
        isDone: false,
        words: 'changed, but not in use yet',
        advice: kept.toUse,
        facts,
        acts: [...restartActs, ...acts],
      };
    if (config.smtpUrl === undefined)
      return {
        isDone: false,
        words: config.live
          ? 'email waits: there is no mail server'
          : 'email stays in the mailbox of this hub',
        advice: 'Set up a mail server.',
        facts,
        acts,
      };
    const bad = findings.filter(({ state }) => state === 'bad');
    return bad.length === 0
      ? { isDone: true, words: `email leaves through ${new URL(config.smtpUrl).host}`, facts, acts }
      : {
          isDone: false,
          words: bad[0]?.words ?? '',
          ...(bad[0]?.advice && { advice: bad[0].advice }),
          facts,
          acts,
        };
  }

  return {
    id: 'mail',
    title: 'Mail',
    lead: 'Receipts, sign-in links and reminders leave by your own mail server or a mail provider.',
    read,
    acts: [
      {
        name: 'smtp',
        // Whoever changes these takes the money, or the mails.
        isGrave: true,
        label: 'Set up a mail server',
        button: 'Test and save',
        ask: async () => ({
          words: `A test is sent through it first. If that goes out, the settings are saved in ${kept.file}, which only the hub’s own user can read. ${kept.toUse}`,
          fields: fields(),
        }),
        async act(_id, form, by): Promise<Done> {
          const url = urlOf(form);
          const from = (form['from'] ?? '').trim();
          if (from !== '' && oneMailAddress(/<([^<>]+)>$/.exec(from)?.[1] ?? from) === undefined)
            throw new Problem('bad_request', 'Nothing was saved.', {
              fields: { from: 'One email address, such as hello@example.com.' },
            });
          const to = (form['testTo'] ?? '').trim();
          await sendTest(url, from || undefined, to, by);
          await kept.keep('mail', { SMTP_URL: url, ...(from && { MAIL_FROM: from }) }, form['was'] ?? '');
          return {
            words: `The test was sent to ${to}, and the mail server is saved. ${kept.toUse}`,
            after: { server: new URL(url).host, password: new URL(url).password ? 'changed' : 'none' },
          };
        },
      },
      {
        name: 'test-mail',
        label: 'Send a test',
        ask: async () => ({ words: 'It leaves at once, by the mail server in use.', fields: [testTo] }),
        async act(_id, form, by): Promise<Done> {
          if (config.smtpUrl === undefined)
            throw new Problem('conflict', 'There is no mail server in use yet.');
          const to = (form['testTo'] ?? '').trim();
          await sendTest(config.smtpUrl, config.mailFrom, to, by);
          return {
            words: `The test was sent to ${to}. See whether it arrives, and where.`,
            after: { sent: 'a test' },
          };
        },
      },
      {
        name: 'forget-smtp',
        isGrave: true,
        label: 'Remove the mail server',
        ask: async () => ({ words: `It is removed from ${kept.file}. ${kept.toUse}`, fields: [] }),
        act: () => kept.forget('mail'),
      },
    ],
  };
}

import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '#platform/server/config.ts';
import { checkMailbox } from '#platform/server/mail/bounces/read-bounces.ts';
import { atDesk } from '#platform/server/mail/feature.ts';
import { sender } from '#platform/server/mail/handler.ts';
import { openSmtp } from '#platform/server/mail/smtp.ts';
import { bad, type Finding, good, note, patience, unknown } from './finding.ts';
import type { TxtLookup } from './dns.ts';

export async function mailFindings(config: Config, lookup: TxtLookup): Promise<Finding[]> {
  const { smtpUrl, live, mailFrom } = config;
  if (smtpUrl === undefined) {
    return live
      ? [
          bad(
            'mail',
            'no SMTP server is configured: email is queued but not sent',
            `Set up a mail server: ${atDesk(config)}by SMTP_URL, a URL such as smtps://user:password@host:465.`,
          ),
        ]
      : [
          note(
            'mail',
            'saved in the development mailbox; nothing is sent',
            `Fine for trying it out. Before you go live, set up a mail server: ${atDesk(config)}by SMTP_URL and MAIL_FROM.`,
          ),
        ];
  }
  const domain = senderDomain(config);
  const from =
    mailFrom === undefined
      ? note(
          'mail from',
          `no-reply@${domain}, because MAIL_FROM isn’t set`,
          'Set MAIL_FROM to an address that accepts replies, such as "Hub <hub@example.com>".',
        )
      : good('mail from', mailFrom);
  const [smtp, bounces, records] = await Promise.all([
    smtpFinding(smtpUrl),
    bouncesFindings(config),
    domainFindings(config, lookup),
  ]);
  return [smtp, from, ...bounces, ...records];
}

export const senderDomain = ({ mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>): string =>
  sender(mailFrom, '', publicUrl?.origin ?? 'http://localhost').address.split('@')[1] ?? '';

/** Whether mailbox providers can verify mail from the sender's domain: none of this is secret. */
export async function domainFindings(
  config: Pick<Config, 'mailFrom' | 'publicUrl' | 'dkimKey'>,
  lookup: TxtLookup,
): Promise<Finding[]> {
  const domain = senderDomain(config);
  if (!/\.[a-z]/i.test(domain))
    return [
      note(
        'Mail',
        `no public domain: mail from ${domain} can’t be delivered`,
        'Set PUBLIC_URL or MAIL_FROM, and this checks the domain’s DNS records.',
      ),
    ];
  return Promise.all([
    spfFinding(domain, lookup),
    dkimFinding(domain, config.dkimKey, lookup),
    dmarcFinding(domain, lookup),
  ]);
}

async function smtpFinding(url: string): Promise<Finding> {
  const { host, protocol, username } = new URL(url);
  const smtp = await openSmtp({ url, stepTimeout: patience });
  const wrong = await smtp.check();
  smtp.close();
  if (wrong !== null)
    return bad(
      'SMTP',
      `${host}: ${wrong.replace(/^SMTP: /, '')}`,
      'Check SMTP_URL against your mail provider’s settings: host, port (465 with smtps://, 587 with smtp://), user, password.',
    );
  const safe =
    protocol === 'smtps:'
      ? 'encrypted'
      : username
        ? 'encrypted with STARTTLS'
        : 'encrypted only if the server offers it';
  return good('SMTP', `connected to ${host}${username ? ', signed in' : ', without a user'}, ${safe}`);
}

async function bouncesFindings({ bouncesUrl }: Pick<Config, 'bouncesUrl'>): Promise<Finding[]> {
  if (bouncesUrl === undefined) return [];
  const { host, protocol } = new URL(bouncesUrl);
  const wrong = await checkMailbox({ url: bouncesUrl, patience, longest: 2 * patience });
  if (wrong !== null)
    return [
      bad(
        'bounces',
        `${host}: ${wrong}, so that nobody reads what came back`,
        'Check BOUNCES_URL against your mail provider’s settings for POP3: host, port (995), user, password. Signs such as @ and / in a password are written as %40 and %2F.',
      ),
    ];
  const how = protocol === 'pop3s:' ? 'encrypted' : 'on this machine';
  return [good('bounces', `read from ${host} every five minutes, signed in, ${how}`)];
}

async function spfFinding(domain: string, lookup: TxtLookup): Promise<Finding> {
  const records = await lookup(domain);
  if (records === 'not reachable') return unseen('SPF', domain);
  const found = records.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [spf] = found;
  if (spf === undefined)
    return bad(
      'SPF',
      `${domain} has no SPF record: much of its mail will land in spam`,
      `Add a TXT record at ${domain}: "v=spf1 include:(your mail provider's) ~all".`,
    );
  if (found.length > 1)
    return bad(
      'SPF',
      `${domain} has ${found.length} SPF records; with more than one, all are ignored`,
      'Merge them into one.',
    );
  if (/\s\+?all\b/i.test(spf))
    return bad(
      'SPF',
      `${domain} allows any server in the world to send its mail`,
      'End the record with "~all" or "-all".',
    );
  return good('SPF', `${domain} lists the servers that send its mail`);
}

async function dkimFinding(domain: string, setting: string | undefined, lookup: TxtLookup): Promise<Finding> {
  if (setting === undefined)
    return note(
      'DKIM',
      'the hub doesn’t sign its mail',
      'Nothing to do if your mail provider signs it. Otherwise, create a key and set DKIM_KEY=selector:path.',
    );
  const selector = setting.slice(0, setting.indexOf(':'));
  const path = setting.slice(setting.indexOf(':') + 1);
  const ours = await publicKeyOf(path);
  if (ours === null)
    return bad(
      'DKIM',
      'can’t read the private key that DKIM_KEY points to',
      'Point DKIM_KEY to a PEM file that the hub can read, or unset it.',
    );
  const name = `${selector}._domainkey.${domain}`;
  const records = await lookup(name);
  if (records === 'not reachable') return unseen('DKIM', name);
  const published = records
    .map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, ''))
    .find((key) => key !== undefined);
  const record = `TXT record at ${name}: "v=DKIM1; k=${ours.type}; p=${ours.key}"`;
  if (published === undefined)
    return bad(
      'DKIM',
      'mail is signed, but no one can verify it: the public key isn’t published',
      `Add a ${record}`,
    );
  if (published !== ours.key)
    return bad(
      'DKIM',
      'mail is signed with a key other than the published one, so verification always fails',
      `Change the ${record}`,
    );
  return good('DKIM', `mail is signed, and the public key at ${name} matches`);
}

async function publicKeyOf(path: string): Promise<{ type: 'rsa' | 'ed25519'; key: string } | null> {
  try {
    const key = createPublicKey(await readFile(path));
    const der = key.export({ type: 'spki', format: 'der' });
    // An Ed25519 record contains the raw 32 bytes, an RSA record the whole structure.
    return key.asymmetricKeyType === 'ed25519'
      ? { type: 'ed25519', key: der.subarray(-32).toString('base64') }
      : { type: 'rsa', key: der.toString('base64') };
  } catch {
    return null;
  }
}

async function dmarcFinding(domain: string, lookup: TxtLookup): Promise<Finding> {
  const labels = domain.split('.');
  // A subdomain inherits from the domain above it.
  for (let at = 0; at <= labels.length - 2; at++) {
    const name = `_dmarc.${labels.slice(at).join('.')}`;
    const records = await lookup(name);
    if (records === 'not reachable') return unseen('DMARC', name);
    const dmarc = records.find((text) => /^v=DMARC1\b/i.test(text));
    if (dmarc === undefined) continue;
    const policy = /;\s*p=(\w+)/i.exec(dmarc)?.[1]?.toLowerCase();
    if (policy === 'reject' || policy === 'quarantine')
      return good(
        'DMARC',
        `forged mail from ${domain} is ${policy === 'reject' ? 'rejected' : 'sent to spam'}`,
      );
    return note(
      'DMARC',
      `${name} only asks for reports: forged mail from ${domain} still gets through`,
      'Once the reports look right, change p=none to p=quarantine.',
    );
  }
  return note(
    'DMARC',
    `${domain} has no DMARC record: forged mail from it gets through`,
    `Add a TXT record at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:you@${domain}". Large mailbox providers require one.`,
  );
}

const unseen = (about: string, name: string): Finding =>
  unknown(
    about,
    `couldn’t look up ${name} from here`,
    'Check from another machine, or set a resolver in /etc/resolv.conf.',
  );

import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '#platform/server/config.ts';
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
            'no SMTP server is set: no email is sent, everything waits',
            'Set SMTP_URL to an address such as smtps://user:password@host:465.',
          ),
        ]
      : [
          note(
            'mail',
            'saved here, nothing is sent',
            'Fine for trying it out. Before you go live, set SMTP_URL and MAIL_FROM.',
          ),
        ];
  }
  const domain = senderDomain(config);
  const from =
    mailFrom === undefined
      ? note(
          'mail from',
          `no-reply@${domain}, because MAIL_FROM isn’t set`,
          'Set MAIL_FROM to an address that takes answers, such as "Hub <hub@example.com>".',
        )
      : good('mail from', mailFrom);
  const [smtp, records] = await Promise.all([smtpFinding(smtpUrl), domainFindings(config, lookup)]);
  return [smtp, from, ...records];
}

export const senderDomain = ({ mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>): string =>
  sender(mailFrom, '', publicUrl?.origin ?? 'http://localhost').address.split('@')[1] ?? '';

/** Whether mailboxes can tell that mail from the sender's domain is theirs: nothing in it is secret. */
export async function domainFindings(
  config: Pick<Config, 'mailFrom' | 'publicUrl' | 'dkimKey'>,
  lookup: TxtLookup,
): Promise<Finding[]> {
  const domain = senderDomain(config);
  if (!/\.[a-z]/i.test(domain))
    return [
      note(
        'Mail',
        `it stays on this machine: ${domain} can’t send email`,
        'Once the hub has an address of its own (PUBLIC_URL) or a sender (MAIL_FROM), its records are checked here.',
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
      'Compare SMTP_URL with what the mail provider says: name, port (465 with smtps://, 587 with smtp://), user, password.',
    );
  const safe =
    protocol === 'smtps:'
      ? 'encrypted'
      : username
        ? 'encrypted by STARTTLS'
        : 'encrypted only if the server offers it';
  return good('SMTP', `${host} connects${username ? ' and lets us in' : ', without a user'}, ${safe}`);
}

async function spfFinding(domain: string, lookup: TxtLookup): Promise<Finding> {
  const records = await lookup(domain);
  if (records === 'not reachable') return unseen('SPF', domain);
  const found = records.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const [spf] = found;
  if (spf === undefined)
    return bad(
      'SPF',
      `${domain} does not say which servers send its mail: much of it lands in spam`,
      `Add a TXT record at ${domain}: "v=spf1 include:(your mail provider's) ~all".`,
    );
  if (found.length > 1)
    return bad(
      'SPF',
      `${domain} says it ${found.length} times, which counts as never`,
      'Merge the records into one.',
    );
  if (/\s\+?all\b/i.test(spf))
    return bad(
      'SPF',
      `${domain} lets every server in the world send its mail`,
      'End the record with "~all" or "-all".',
    );
  return good('SPF', `${domain} says which servers send its mail`);
}

async function dkimFinding(domain: string, setting: string | undefined, lookup: TxtLookup): Promise<Finding> {
  if (setting === undefined)
    return note(
      'DKIM',
      'the hub does not sign its mail',
      'Nothing to do where the mail provider signs it. Otherwise make a key and set DKIM_KEY=selector:path.',
    );
  const selector = setting.slice(0, setting.indexOf(':'));
  const path = setting.slice(setting.indexOf(':') + 1);
  const ours = await publicKeyOf(path);
  if (ours === null)
    return bad(
      'DKIM',
      'the private key that DKIM_KEY names can’t be read',
      'Name a PEM file that the hub may read, or unset DKIM_KEY.',
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
      'mail is signed, but nobody can check it: the public key is missing',
      `Add a ${record}`,
    );
  if (published !== ours.key)
    return bad(
      'DKIM',
      'mail is signed with another key than is published: it fails the check everywhere',
      `Change the ${record}`,
    );
  return good('DKIM', `mail is signed, and the public key at ${name} fits`);
}

async function publicKeyOf(path: string): Promise<{ type: 'rsa' | 'ed25519'; key: string } | null> {
  try {
    const key = createPublicKey(await readFile(path));
    const der = key.export({ type: 'spki', format: 'der' });
    // An Ed25519 record holds the bare 32 bytes, an RSA record the whole structure.
    return key.asymmetricKeyType === 'ed25519'
      ? { type: 'ed25519', key: der.subarray(-32).toString('base64') }
      : { type: 'rsa', key: der.toString('base64') };
  } catch {
    return null;
  }
}

async function dmarcFinding(domain: string, lookup: TxtLookup): Promise<Finding> {
  const labels = domain.split('.');
  // A subdomain follows the domain above it.
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
        `mail that only pretends to come from ${domain} is ${policy === 'reject' ? 'refused' : 'put into spam'}`,
      );
    return note(
      'DMARC',
      `${name} asks for reports only: mail that pretends to come from ${domain} still arrives`,
      'When the reports look right, change p=none to p=quarantine.',
    );
  }
  return note(
    'DMARC',
    `${domain} does not say what to do with mail that only pretends to come from it`,
    `Add a TXT record at _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:you@${domain}". Large mailboxes ask for one.`,
  );
}

const unseen = (about: string, name: string): Finding =>
  unknown(
    about,
    `the records of ${name} are not reachable from here`,
    'Look from elsewhere, or name a resolver in /etc/resolv.conf.',
  );

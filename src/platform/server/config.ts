import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  address,
  allOrNone,
  anyText,
  type Env,
  isLoopback,
  read,
  wholeNumber,
  wrong,
} from './environment.ts';
import { type Kept, sourceOf, withKept } from './kept-settings.ts';
import { readProviders } from './sign-in-providers.ts';
import { readTexts, readTextsHubPerMonth, readTextsPerMonth, readTextsTo } from './texts/settings.ts';

export { ConfigError, hasName, isLoopback } from './environment.ts';
export type { SignInProvider } from './sign-in-providers.ts';

/** Endpoint, credentials and bucket. */
const bucket = (text: string): URL | undefined => {
  const url = address('http:', 'https:')(text);
  return url?.username && url.password && /^\/[^/]/.test(url.pathname) ? url : undefined;
};

/** One plain address: a comma-separated list would reach two people. */
export const oneMailAddress = (text: string): string | undefined =>
  /^[^\s@,;<>"]+@[^\s@,;<>"][^\s@,;<>".]*\.[^\s@,;<>"]+$/.test(text) ? text : undefined;

/** "Name <a@b.c>" or "a@b.c". */
function sender(text: string): string | undefined {
  const bare = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return oneMailAddress(bare) ? text : undefined;
}

/** A mailbox to be read; where its password is not encrypted, on this machine only. */
function mailboxUrl(text: string): string | undefined {
  const url = address('pop3s:', 'pop3:')(text);
  if (!url || !/^\/?$/.test(url.pathname) || url.search || url.hash) return undefined;
  if (url.protocol === 'pop3:' && !isLoopback(url.hostname)) return undefined;
  // A line break would be a command of its own.
  const isPlain = (word: string) => {
    try {
      return /^\P{Cc}{1,200}$/u.test(decodeURIComponent(word));
    } catch {
      return false;
    }
  };
  return url.hostname !== '' && isPlain(url.username) && isPlain(url.password) ? url.href : undefined;
}

const secretText = (text: string) => (text.length >= 32 ? text : undefined);

/** "example.com, *.example.org" as two hosts, in lowercase. */
function hostList(text: string): string[] | undefined {
  const hosts = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host)) ? hosts : undefined;
}

/** How long a session lasts: when unused, and at most. */
function sessionDays(env: Env): { idle: number; most: number } {
  const given = (name: string) => read(env, name, 'a number of days, 1 to 365', wholeNumber(1, 365));
  const most = given('SESSION_MAX_DAYS') ?? 90;
  return { most, idle: Math.min(given('SESSION_IDLE_DAYS') ?? 30, most) };
}

function sealCert(env: Env): string | undefined {
  if (env['SEAL_CERT_PASSWORD']?.trim()) allOrNone(env, ['SEAL_CERT_PASSWORD', 'SEAL_CERT']);
  const path = read(env, 'SEAL_CERT', 'the path of a PEM or P12 file', anyText);
  return path === undefined ? undefined : resolve(path);
}

/** "10.0.0.0/8, 2001:db8::/32, 203.0.113.4" */
function networks(text: string): BlockList | undefined {
  const list = new BlockList();
  for (const word of text.split(/[\s,]+/).filter(Boolean)) {
    const [network = '', bits] = word.split('/');
    const version = isIP(network);
    const most = version === 6 ? 128 : 32;
    if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      return undefined;
    list.addSubnet(network, Number(bits ?? most), version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Where the operator's desk is, and who may reach it; undefined if it is off. */
function readDesk(env: Env): { path: string; networks: BlockList | undefined } | undefined {
  const where =
    read(env, 'DESK', 'off, or a path of one word such as /desk', (text) =>
      text === 'off' || /^\/[a-z0-9][a-z0-9-]{1,39}$/.test(text) ? text : undefined,
    ) ?? '/desk';
  const from = read(env, 'DESK_NETWORKS', 'networks, such as "10.0.0.0/8, 203.0.113.4"', networks);
  return where === 'off' ? undefined : { path: where, networks: from };
}

export type Config = ReturnType<typeof readConfig>;

/** Reads everything once, at startup. Nothing else reads the environment. `kept`: what was given at the desk. */
export function readConfig(given: Env, kept: Kept = {}) {
  const env = withKept(given, kept);
  const port = read(env, 'PORT', 'a whole number from 0 to 65535', wholeNumber(0, 65535)) ?? 3000;
  const host =
    read(env, 'HOST', 'an IP address or a host name', (text) =>
      isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined,
    ) ?? '127.0.0.1';
  const publicUrl = read(
    env,
    'PUBLIC_URL',
    'a URL such as https://hub.example.com',
    address('http:', 'https:'),
  );
  if (publicUrl && (publicUrl.pathname !== '/' || publicUrl.search || publicUrl.hash)) {
    wrong('PUBLIC_URL', env['PUBLIC_URL'] ?? '', 'a URL without a path, such as https://hub.example.com');
  }
  // Decides whether stand-ins may run: is this hub open to the public?
  const live = publicUrl !== undefined && !isLoopback(publicUrl.hostname);

  const paypalEnvironment =
    read<'sandbox' | 'production'>(env, 'PAYPAL_ENV', 'sandbox or production', (text) =>
      text === 'sandbox' || text === 'production' ? text : undefined,
    ) ?? 'sandbox';
  const hasPayments = allOrNone(env, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']);
  const hasEmailJs = allOrNone(env, ['EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID', 'EMAILJS_PUBLIC_KEY']);

  if (env['AUTH_SECRET_OTHER']?.trim())
    allOrNone(env, ['AUTH_SECRET_OTHER', 'AUTH_SECRET', 'AUTH_SECRET_FIRST']);

  return {
    port,
    host,
    publicUrl,
    live,
    settingsFrom: { paypal: sourceOf(given, kept, 'paypal'), mail: sourceOf(given, kept, 'mail') },
    production: env['NODE_ENV'] !== 'development' && env['NODE_ENV'] !== 'test',
    desk: readDesk(env),
    dataDir: resolve(read(env, 'DATA_DIR', 'a folder', anyText) ?? './data'),
    siteDir: resolve(read(env, 'SITE_DIR', 'a folder', anyText) ?? './site'),
    databaseUrl: read(
      env,
      'DATABASE_URL',
      'a URL such as postgres://user:password@host:5432/name',
      address('postgres:', 'postgresql:'),
    )?.href,
    // For requests and jobs; each process takes two more, to hear what changed and to be known to the others.
    databaseConnections:
      read(env, 'DATABASE_CONNECTIONS', 'a number of connections, 2 to 500', wholeNumber(2, 500)) ?? 10,
    s3Url: read(env, 'S3_URL', 'a URL such as https://key:secret@host/bucket?region=eu-central-1', bucket),
    smtpUrl: read(env, 'SMTP_URL', 'a URL such as smtps://user:password@host:465', address('smtp:', 'smtps:'))
      ?.href,
    bouncesUrl: read(
      env,
      'BOUNCES_URL',
      'a URL such as pop3s://user:password@host:995 (pop3:// on this machine only)',
      mailboxUrl,
    ),
    mailFrom: read(env, 'MAIL_FROM', 'one email address, such as "Hub <hub@example.com>"', sender),
    ownerEmail: read(env, 'OWNER_EMAIL', 'one email address', oneMailAddress),
    authSecret: read(env, 'AUTH_SECRET', 'at least 32 characters', secretText),
    // While rotating the secret: the other one, whose links and sessions are valid too, and the very first one.
    authSecretOther: read(env, 'AUTH_SECRET_OTHER', 'at least 32 characters', secretText),
    authSecretFirst: read(env, 'AUTH_SECRET_FIRST', 'at least 32 characters', secretText),
    sessionDays: sessionDays(env),
    securityLogDays:
      read(env, 'SECURITY_LOG_DAYS', 'a number of days, 7 to 3650', wholeNumber(7, 3650)) ?? 180,
    // Storage of a free account; each plan gets a multiple of it.
    accountMegabytes:
      read(env, 'ACCOUNT_MEGABYTES', 'a number of megabytes, 10 to 1000000', wholeNumber(10, 1_000_000)) ??
      200,
    // Emails of a member's follow-ups on the first day to people who never confirmed their address; 0: no limit.
    followupFirstDay:
      read(env, 'FOLLOWUP_FIRST_DAY', 'a number of emails, 0 to 1000000', wholeNumber(0, 1_000_000)) ?? 200,
    // Who carries text messages, how many parts of a member’s and of everybody’s a month, and where to.
    texts: readTexts(env),
    textsPerMonth: readTextsPerMonth(env),
    textsHubPerMonth: readTextsHubPerMonth(env),
    textsTo: readTextsTo(env),
    // Where members' webhooks may go; any public host if not set.
    webhookHosts: read(
      env,
      'WEBHOOK_HOSTS',
      'host names, such as "hooks.example.com, *.example.org"',
      hostList,
    ),
    // A ClamAV daemon that scans uploads; without it, nothing is scanned.
    scannerUrl: read(env, 'SCANNER_URL', 'a URL such as tcp://127.0.0.1:3310', address('tcp:')),
    // Where to check new passwords for leaks, by the first five characters of the hash; without it, they aren't checked.
    leakedPasswordsUrl: read(
      env,
      'LEAKED_PASSWORDS_URL',
      'a URL such as https://api.pwnedpasswords.com/range/',
      address('http:', 'https:'),
    )?.href,
    // How many of our own proxies are in front: that many entries at the end of X-Forwarded-For are trusted.
    trustProxy: read(env, 'TRUST_PROXY', 'the number of proxies in front, 0 to 10', wholeNumber(0, 10)) ?? 0,
    paypal: hasPayments
      ? {
          clientId: env['PAYPAL_CLIENT_ID'] ?? '',
          clientSecret: env['PAYPAL_CLIENT_SECRET'] ?? '',
          webhookId: env['PAYPAL_WEBHOOK_ID'],
          environment: paypalEnvironment,
          // Where the bundled stand-in listens; set by main when the hub isn't live, never read from the
          // environment.
          emulator: undefined as string | undefined,
        }
      : undefined,
    ai: env['AI_BASE_URL']?.trim()
      ? {
          baseUrl:
            read(env, 'AI_BASE_URL', 'a URL such as http://127.0.0.1:11434/v1', address('http:', 'https:'))
              ?.href ?? '',
          apiKey: env['AI_API_KEY'],
          model:
            read(env, 'AI_MODEL', 'a model name', anyText) ??
            wrong('AI_MODEL', '', 'a model name, because AI_BASE_URL is set'),
        }
      : undefined,
    aiDailyBudget: read(env, 'AI_DAILY_BUDGET', 'an amount in US dollars per day, such as 2.50', (text) =>
      /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : undefined,
    ),
    providers: readProviders(env, live),
    sentryDsn: read(env, 'SENTRY_DSN', 'a URL such as https://key@host/1', address('http:', 'https:'))?.href,
    emailJs: hasEmailJs
      ? {
          origin:
            read(env, 'EMAILJS_ORIGIN', 'a URL such as https://api.emailjs.com', address('http:', 'https:'))
              ?.origin ?? 'https://api.emailjs.com',
          serviceId: env['EMAILJS_SERVICE_ID'] ?? '',
          templateId: env['EMAILJS_TEMPLATE_ID'] ?? '',
          publicKey: env['EMAILJS_PUBLIC_KEY'] ?? '',
        }
      : undefined,
    // The operator's own certificate for sealing agreements; without it, the hub makes one.
    sealCert: sealCert(env),
    sealCertPassword: read(env, 'SEAL_CERT_PASSWORD', 'any text', anyText),
    // An RFC 3161 authority that states when an agreement was sealed.
    tsaUrl: read(env, 'TSA_URL', 'a URL such as https://tsa.example.com', address('http:', 'https:')),
    dkimKey: read(env, 'DKIM_KEY', 'selector:path-to-private-key.pem', (text) =>
      /^[a-z0-9._-]+:.+$/i.test(text) ? text : undefined,
    ),
    logLevel:
      read(env, 'LOG_LEVEL', 'debug, info, warn or error', (text) =>
        ['debug', 'info', 'warn', 'error'].includes(text)
          ? (text as 'debug' | 'info' | 'warn' | 'error')
          : undefined,
      ) ?? 'info',
  };
}

import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Clock } from '#base/clock.ts';
import { within } from '../http/network.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { ProblemCode } from '#base/problem.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

export type Outcome = 'ok' | 'refused' | 'invalid' | 'limited' | 'failed';

/** Who did what, when, from where, and the outcome: IDs only, never a name, an address or text. */
export interface SecurityEntry {
  what: string;
  outcome: Outcome;
  account?: string | undefined;
  /** What was typed if no account is known yet; stored as a keyed hash. */
  email?: string | undefined;
  /** Stored as its network: enough to recognize an attacker, too little to identify a person. */
  address?: string | undefined;
  /** The method, such as "password". */
  how?: string | undefined;
  route?: string | undefined;
  request?: string | undefined;
}

export interface SecurityRow {
  at: Date;
  what: string;
  outcome: Outcome;
  account: string | null;
  address_key: string | null;
  network: string | null;
  how: string | null;
  route: string | null;
  request: string | null;
  times: number;
}

export interface SecurityTables {
  security_event: SecurityRow;
}

export interface SecurityLog {
  /** Aggregated with similar entries and written within a second: a thousand attempts make one row per minute. */
  note(entry: SecurityEntry): void;
  /** Written before this resolves, for changes to rights, money and keys. A failure never fails the change itself. */
  write(entry: SecurityEntry): Promise<void>;
  /** How an address appears in the log. */
  addressKey(email: string): string;
  flush(): Promise<void>;
}

/** How the operator's own commands are recorded. */
export const commandLine = 'command line';

const mostWaiting = 500;
const flushAfterMs = 1000;

interface Ground {
  db: Database;
  clock: Clock;
  log: Log;
  secret(name: string): Buffer;
}

export function createSecurityLog({ db, clock, log, secret }: Ground): SecurityLog {
  const waiting = new Map<string, SecurityRow>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const addressKey = (email: string): string =>
    createHmac('sha256', secret('security log'))
      .update(mailAddressKey(email))
      .digest('base64url')
      .slice(0, 22);

  const rowOf = (entry: SecurityEntry): SecurityRow => ({
    at: clock.now(),
    what: entry.what,
    outcome: entry.outcome,
    account: entry.account ?? null,
    address_key: entry.email === undefined ? null : addressKey(entry.email),
    network: entry.address === undefined ? null : networkOf(entry.address),
    how: entry.how ?? null,
    route: entry.route ?? null,
    request: entry.request ?? null,
    times: 1,
  });

  async function store(rows: SecurityRow[]): Promise<void> {
    // In a terminal the operator sees what they typed; a log line would only clutter the output.
    for (const { at: _, address_key: address, ...facts } of rows.filter(({ how }) => how !== commandLine))
      log.info('security', { ...plain(facts), ...(address !== null && { address }) });
    try {
      await db.tables<SecurityTables>().insertInto('security_event').values(rows).execute();
    } catch (error) {
      // It has been logged; an unavailable database must not keep anyone from signing out.
      log.error('security log: couldn’t write an entry', { error, rows: rows.length });
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...waiting.values()];
    waiting.clear();
    if (rows.length > 0) await store(rows);
  }

  return {
    addressKey,
    flush,
    write: (entry) => store([rowOf(entry)]),
    note(entry) {
      const row = rowOf(entry);
      const minute = Math.floor(row.at.getTime() / 60_000);
      const full = waiting.size >= mostWaiting;
      const { account, address_key, network, how, route } = full
        ? { account: null, address_key: null, network: null, how: null, route: null }
        : row;
      const key = [minute, row.what, row.outcome, account, address_key, network, how, route].join(' ');
      const same = waiting.get(key);
      if (same) same.times++;
      else
        waiting.set(key, {
          ...row,
          account,
          address_key,
          network,
          how,
          route,
          request: full ? null : row.request,
        });
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
  };
}

const plain = (facts: Omit<SecurityRow, 'at' | 'address_key'>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));

/** The first three numbers of IPv4, the first three groups of IPv6. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return within(address, 48);
}

/** The name of a refusal in the log. */
export const outcomeOf = (code: ProblemCode): Outcome =>
  (
    {
      bad_request: 'invalid',
      unauthenticated: 'refused',
      forbidden: 'refused',
      not_found: 'refused',
      conflict: 'refused',
      too_large: 'invalid',
      wrong_type: 'invalid',
      too_many: 'limited',
    } as Partial<Record<ProblemCode, Outcome>>
  )[code] ?? 'failed';

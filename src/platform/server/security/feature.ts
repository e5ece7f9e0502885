import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { ServerFeature } from '../feature.ts';
import type { Platform } from '../platform.ts';
import { commandLine, type SecurityRow, type SecurityTables } from './security-log.ts';

interface Options {
  /** The owner of an email address. */
  accountOf(email: string): Promise<string | null>;
}

const mostShown = 500;

/** The security log: readable by the operator and by the person concerned, deleted after a set time. */
export function securityLogFeature(
  { db, clock, config, security }: Pick<Platform, 'db' | 'clock' | 'config' | 'security'>,
  { accountOf }: Options,
): ServerFeature {
  const tables = () => db.tables<SecurityTables>();

  const about = (account: string | null, email: string | null) =>
    tables()
      .selectFrom('security_event')
      .selectAll()
      .where((row) =>
        row.or([
          row('account', '=', account ?? ''),
          row('address_key', '=', email === null ? '' : security.addressKey(email)),
        ]),
      );

  return {
    name: 'security log',
    jobs: [
      {
        name: 'forget-security-log',
        everySeconds: 86_400,
        async run() {
          const oldest = new Date(clock.now().getTime() - days(config.securityLogDays));
          await tables().deleteFrom('security_event').where('at', '<', oldest).execute();
        },
      },
    ],
    person: {
      erasing: {
        stays: `Entries of the security log, with IDs only, for ${config.securityLogDays} days`,
      },
      async export(email) {
        const account = await accountOf(email);
        const rows = await about(account, email)
          .where((row) => row.or([row('how', 'is', null), row('how', '!=', commandLine)]))
          .orderBy('at')
          .execute();
        return rows.length === 0 ? null : rows.map(told);
      },
      // It contains no address; attackers and victims must stay traceable for as long as the log is kept.
      erase: async () => [`Entries contain IDs only, and are deleted after ${config.securityLogDays} days.`],
    },
    desk: [
      {
        path: 'security',
        title: 'Security log',
        right: 'everything',
        async list({ what = '', outcome = '', from = '' }) {
          // Counted off: of lines of one moment, a time as the place to go on from would hide some.
          const skipped = /^\d{1,9}$/.test(from) ? Number(from) : 0;
          const found = await tables()
            .selectFrom('security_event')
            .selectAll()
            .$if(what !== '', (query) => query.where('what', '=', what))
            .$if(outcome !== '', (query) => query.where('outcome', '=', outcome as SecurityRow['outcome']))
            .orderBy('at', 'desc')
            .orderBy(sql`id`, 'desc')
            .offset(skipped)
            .limit(mostShown + 1)
            .execute();
          const rows = found.slice(0, mostShown);
          return {
            title: 'Security log',
            lead: `Sign-ins, refusals and changes to rights, payments or keys. Kept for ${config.securityLogDays} days; IDs only, no names.`,
            blocks: [
              {
                is: 'search',
                fields: [
                  { name: 'what', label: 'What', kind: 'search', value: what },
                  {
                    name: 'outcome',
                    label: 'Outcome',
                    value: outcome,
                    options: ['', 'ok', 'refused', 'invalid', 'limited', 'failed'].map((value) => ({
                      value,
                      label: value || 'Any',
                    })),
                  },
                ],
              },
              {
                is: 'table',
                title: 'Newest first',
                columns: [
                  { head: 'When (UTC)' },
                  { head: 'What' },
                  { head: 'Outcome' },
                  { head: 'Who' },
                  { head: 'From' },
                  { head: 'How' },
                  { head: 'Route' },
                  { head: 'Request' },
                ],
                rows: rows.map((row) => [
                  row.at.toISOString().slice(0, 16).replace('T', ' '),
                  row.times > 1 ? `${row.what} × ${row.times}` : row.what,
                  { text: row.outcome, tone: row.outcome === 'ok' ? 'ok' : 'warn' },
                  row.account === null ? '' : { text: row.account, mono: true },
                  row.network ?? '',
                  row.how ?? '',
                  row.route === null ? '' : { text: row.route, mono: true },
                  row.request === null ? '' : { text: row.request, mono: true },
                ]),
                empty: 'Nothing.',
              },
              ...(found.length <= mostShown
                ? []
                : [
                    {
                      is: 'link' as const,
                      text: 'Older',
                      href: `?${new URLSearchParams({ what, outcome, from: String(skipped + mostShown) }).toString()}`,
                    },
                  ]),
            ],
          };
        },
      },
    ],
    commands: [
      {
        name: 'security-log',
        usage: 'security-log [EMAIL] [--days N] [--what NAME] [--outcome NAME]',
        summary: 'Sign-ins, denied attempts and changes to permissions, payments or keys; newest last',
        async run(args, print) {
          const { words, options } = readArgs(args);
          const since = new Date(clock.now().getTime() - days(daysOf(options.get('--days'))));
          const [who] = words;
          const account = who?.includes('@') ? await accountOf(who) : (who ?? null);
          const what = options.get('--what');
          const outcome = options.get('--outcome');
          const rows = await (
            who === undefined
              ? tables().selectFrom('security_event').selectAll()
              : about(account, who.includes('@') ? who : null)
          )
            .where('at', '>=', since)
            .$if(what !== undefined, (query) => query.where('what', '=', what ?? ''))
            .$if(outcome !== undefined, (query) =>
              query.where('outcome', '=', (outcome ?? '') as SecurityRow['outcome']),
            )
            .orderBy('at', 'desc')
            .limit(mostShown)
            .execute();
          for (const row of rows.reverse()) print(lineOf(row));
          print(countOf(rows.length, 'entry', 'entries'));
        },
      },
    ],
  };
}

/** What a person is shown about themselves: everything but our keyed hash of their address. */
const told = ({ at, what, outcome, account, network, how, route, times }: SecurityRow) => ({
  at,
  what,
  outcome,
  account,
  network,
  how,
  route,
  times,
});

function lineOf(row: SecurityRow): string {
  const who = row.account ?? (row.address_key === null ? '-' : `address ${row.address_key}`);
  return [
    row.at.toISOString().slice(0, 19).replace('T', ' '),
    row.outcome.padEnd(7),
    row.times > 1 ? `${row.what} x ${row.times}` : row.what,
    who,
    row.network ?? '-',
    row.how ?? '',
    row.route ?? '',
    row.request ?? '',
  ]
    .join('  ')
    .trimEnd();
}

function readArgs(args: string[]): { words: string[]; options: Map<string, string> } {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const [name = '', value] = (args[at] ?? '').split(/=(.*)/s, 2);
    if (!name.startsWith('--')) words.push(args[at] ?? '');
    else options.set(name, value ?? args[++at] ?? '');
  }
  return { words, options };
}

function daysOf(text = '30'): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Problem(
    'bad_request',
    `--days: got ${JSON.stringify(text)}, expected a number of days, such as 30.`,
  );
}

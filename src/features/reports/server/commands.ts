import { countOf } from '#base/count.ts';
import { days, hours, minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { findError, listErrors, listTransactions } from './list.ts';

type Print = (line: string) => void;

export function errorsCommand({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>): HubCommand {
  return {
    name: 'errors',
    usage: 'errors [--since 7d] [--slow] [ID]',
    summary: 'List errors by group; with an ID, show one in full; with --slow, page load times',
    async run(args, print) {
      const { since, slow, id } = readArguments(args);
      if (id !== undefined) return await showOne(id, print);
      const from = new Date(clock.now().getTime() - since.milliseconds);
      if (config.sentryDsn)
        print('Errors go to the service set in SENTRY_DSN; this lists only earlier ones.');
      if (slow) await showSlow(from, since.words, print);
      else await showErrors(from, since.words, print);
    },
  };

  async function showErrors(from: Date, words: string, print: Print): Promise<void> {
    const groups = await listErrors(db, from);
    if (groups.length === 0) return print(`No errors in the last ${words}.`);
    for (const { fingerprint, count, lastAt, title, place } of groups) {
      print(`${fingerprint.slice(0, 8)}  ${String(count).padStart(6)} x  ${minuteOf(lastAt)}  ${title}`);
      if (place) print(`${' '.repeat(39)}${place}`);
    }
    print(`\nTo see one in full: npm run hub -- errors ${groups[0]?.fingerprint.slice(0, 8)}`);
  }

  async function showSlow(from: Date, words: string, print: Print): Promise<void> {
    const pages = await listTransactions(db, from);
    if (pages.length === 0)
      return print(`No page loads were measured in the last ${words}; one in ten visits is sampled.`);
    print('75th percentile   samples  page');
    for (const { title, place, count, p75 } of pages)
      print(
        `${`${p75} ms`.padStart(19)}  ${String(count).padStart(6)}  ${title}${place ? ` (${place})` : ''}`,
      );
  }

  async function showOne(id: string, print: Print): Promise<void> {
    const found = await findError(db, id);
    if (!found)
      throw new Problem(
        'not_found',
        `There is no error ${JSON.stringify(id)}. List them: npm run hub -- errors`,
      );
    const { group, events, people } = found;
    print(group.title);
    print(
      `${countOf(group.count, 'time')}, first ${minuteOf(group.firstAt)}, last ${minuteOf(group.lastAt)}${people > 0 ? `, ${countOf(people, 'signed-in person', 'signed-in people')}` : ''}`,
    );
    const [latest] = events;
    if (!latest) return print(group.place);
    const { sample } = latest;
    const facts: [string, string | null | undefined][] = [
      ['report', latest.id],
      ['release', latest.release],
      ['page', sample.request?.url ?? sample.transaction],
      ['request', sample.tags?.['requestId']],
      ['user', latest.userId && `${latest.userId} ${latest.userEmail ?? ''}`.trim()],
    ];
    for (const [name, value] of facts) if (value) print(`${name.padEnd(8)} ${value}`);
    for (const { type, value, stacktrace } of (sample.exception?.values ?? []).toReversed()) {
      print(`\n${[type, value].filter(Boolean).join(': ')}`);
      for (const { function: name, filename, lineno, colno } of (stacktrace?.frames ?? []).toReversed()) {
        print(
          `    at ${name ?? '?'} (${[filename, lineno, colno].filter((part) => part !== undefined).join(':')})`,
        );
      }
    }
    if (events.length > 1)
      print(
        `\nOther reports of it: ${events
          .slice(1)
          .map((event) => event.id)
          .join(', ')}`,
      );
  }
}

function readArguments(args: string[]) {
  let since = { milliseconds: days(7), words: '7 days' };
  const rest: string[] = [];
  let slow = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--slow') slow = true;
    else if (arg === '--since' || arg.startsWith('--since='))
      since = readSince(arg === '--since' ? (args[++at] ?? '') : arg.slice('--since='.length));
    else rest.push(arg);
  }
  if (rest.length > 1 || rest[0]?.startsWith('-'))
    throw new Problem('bad_request', 'npm run hub -- errors [--since 7d] [--slow] [ID]');
  return { since, slow, id: rest[0] };
}

function readSince(text: string): { milliseconds: number; words: string } {
  const [, digits = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const units: Record<string, [(n: number) => number, string]> = {
    m: [minutes, 'minute'],
    h: [hours, 'hour'],
    d: [days, 'day'],
  };
  const found = units[unit];
  if (!found)
    throw new Problem(
      'bad_request',
      `--since: got ${JSON.stringify(text)}, expected a time such as 30m, 12h or 7d`,
    );
  return { milliseconds: found[0](Number(digits)), words: countOf(Number(digits), found[1]) };
}

const minuteOf = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

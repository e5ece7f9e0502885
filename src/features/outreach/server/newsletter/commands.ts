import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { countOf } from '#base/count.ts';
import { csvCell } from '#base/csv.ts';
import { sql } from 'kysely';
import { consentingPeople, type ConsentingPerson } from '#features/consent/server/public.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OutreachTables } from '../tables.ts';
import { issueCommands } from './issue-commands.ts';
import { issuePrefix } from './readers.ts';
import type { Subscription } from './subscription.ts';

/** What the operator does about the newsletter, at a terminal. */
export function newsletterCommands(platform: Platform, subscription: Subscription): HubCommand[] {
  const { db } = platform;

  return [
    {
      name: 'newsletter list',
      usage: 'newsletter list',
      summary: 'List subscribers and unconfirmed requests',
      async run(_args, print) {
        for await (const { address, confirmedAt } of everybody(platform))
          print(`${confirmedAt?.toISOString().slice(0, 10) ?? '-'}  ${address}`);
        const { willing, unconfirmed } = await subscription.counts();
        print(`${countOf(willing, 'subscriber')}, ${unconfirmed} not confirmed`);
      },
    },
    {
      name: 'newsletter export',
      usage: 'newsletter export [FILE.csv]',
      summary: 'Export subscribers as CSV, with what each agreed to and when',
      async run([file], print) {
        const line = (cells: string[]) => cells.map(csvCell).join(',');
        const out = file === undefined ? null : createWriteStream(file, { flags: 'wx', mode: 0o600 });
        if (out)
          await once(out, 'open').catch((error: NodeJS.ErrnoException) => {
            throw new Problem('conflict', `Can’t write ${file} (${error.code ?? 'unknown'})`);
          });
        const write = async (text: string) => {
          if (!out) print(text);
          else if (!out.write(`${text}\n`)) await once(out, 'drain');
        };
        await write(line(['address', 'asked', 'confirmed', 'source', 'agreed to']));
        let count = 0;
        for await (const person of everybody(platform)) {
          const { address, givenAt, confirmedAt, source, consentText } = person;
          await write(
            line([address, givenAt.toISOString(), confirmedAt?.toISOString() ?? '', source, consentText]),
          );
          count += 1;
        }
        if (!out) return;
        out.end();
        await once(out, 'close');
        print(`${file}: ${countOf(count, 'subscriber')}`);
      },
    },
    ...issueCommands(platform, subscription),
    {
      name: 'newsletter status',
      usage: 'newsletter status [ISSUE]',
      summary: 'Show the progress of each issue',
      async run([id], print) {
        const issues = await db
          .tables<OutreachTables>()
          .selectFrom('newsletter_issue')
          .selectAll()
          .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
          .orderBy('started_at', 'desc')
          .limit(20)
          .execute();
        if (issues.length === 0) print(id === undefined ? 'No issues sent yet.' : `There is no issue ${id}.`);
        for (const issue of issues) {
          print(`${issue.id}  ${issue.subject}`);
          const begun = issue.finished_at
            ? ''
            : issue.planned_for
              ? '; not all are queued, the running hub goes on'
              : '; not all are queued: run the send command again';
          print(`  ${countOf(issue.queued, 'subscriber')}${begun}`);
          for (const [state, count] of await states(platform, issue.id)) print(`  ${count} ${state}`);
        }
      },
    },
  ];
}

async function* everybody({ db }: Pick<Platform, 'db'>): AsyncGenerator<ConsentingPerson> {
  for (let after: string | undefined; ;) {
    const people = await consentingPeople(db.tables(), 'newsletter', { after, limit: 500 });
    yield* people;
    if (people.length < 500) return;
    after = people.at(-1)?.id;
  }
}

const stateWords: Record<string, string> = {
  waiting: 'waiting',
  sending: 'sending now',
  done: 'sent',
  kept: 'saved here, because no mail server is configured',
  cancelled: 'not sent: unsubscribed or erased in the meantime',
  failed: 'failed',
};

export async function states({ db }: Pick<Platform, 'db'>, id: string): Promise<[string, number][]> {
  const { rows } = await sql<{ state: string; note: string | null; n: number }>`
    select state, case when state = 'failed' then note end as note, count(*)::int as n from outbound_message
    where channel = 'mail' and starts_with(dedupe_key, ${issuePrefix(id)})
    group by 1, 2 order by 3 desc`.execute(db.tables());
  return rows.map(({ state, note, n }) => [
    note === null ? (stateWords[state] ?? state) : `${stateWords[state]} (${note})`,
    n,
  ]);
}

import type { Selectable } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type { Asked } from '#platform/server/desk.ts';
import { type Planned, plannedOf } from '#base/planned.ts';
import type { OutreachTables } from '../../tables.ts';
import { isIssueName } from './issue-name.ts';

type Text = Selectable<OutreachTables['newsletter_text']>;
type Plan = Selectable<OutreachTables['newsletter_plan']>;
type Sent = Selectable<OutreachTables['newsletter_issue']>;

/** Everything that there is of one name. */
export interface StandingIssue {
  id: string;
  text: Text | undefined;
  plan: Plan | undefined;
  sent: Sent | undefined;
  state: 'draft' | 'scheduled' | 'under way' | 'sent' | 'deleted';
}

export async function findIssue(from: AnyKysely, id: string): Promise<StandingIssue> {
  const tables = tablesOf<OutreachTables>(from);
  const [text, plan, sent] = isIssueName(id)
    ? [
        await tables.selectFrom('newsletter_text').selectAll().where('id', '=', id).executeTakeFirst(),
        await tables.selectFrom('newsletter_plan').selectAll().where('id', '=', id).executeTakeFirst(),
        await tables.selectFrom('newsletter_issue').selectAll().where('id', '=', id).executeTakeFirst(),
      ]
    : [];
  if (sent) return { id, text, plan, sent, state: sent.finished_at ? 'sent' : 'under way' };
  if (plan) return { id, text, plan, sent, state: 'scheduled' };
  if (text) return { id, text, plan, sent, state: text.deleted_at ? 'deleted' : 'draft' };
  throw new Problem('not_found', 'There is no such issue.');
}

/** What keeps this issue from being changed or sent any more, as a Problem. */
export function assertOpen({ state, sent }: StandingIssue): void {
  if (state === 'deleted')
    throw new Problem('conflict', 'This draft was deleted meanwhile. Put it back first, under Deleted.');
  if (sent) throw new Problem('conflict', 'This issue has gone out meanwhile. Copy it to write a new one.');
}

export function textOf({ text }: StandingIssue): Text {
  if (text) return text;
  throw new Problem(
    'conflict',
    'Its text isn’t at the desk: it was scheduled from a file, by an earlier version of the hub.',
  );
}

/** When it is to go out, as the form says it. */
export function plannedIn({ day = '', time = '', zone = '' }: Asked, now: Date): Planned {
  const wrong = (field: string, words: string) =>
    new Problem('bad_request', `Nothing has changed. ${words}`, { fields: { [field]: words } });
  const planned = plannedOf({ day, time: time.trim(), zone });
  if ('wrong' in planned) throw wrong(planned.wrong, planned.words);
  if (planned.at > new Date(now.getTime() + days(2 * 366)))
    throw wrong('day', 'Choose a day within the next two years.');
  return planned;
}

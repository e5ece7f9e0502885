import { countOf } from '#base/count.ts';
import { withdrawnAfter } from '#features/consent/server/public.ts';
import type { DeskBlock, DeskCell } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { plannedWords } from '#base/planned.ts';
import { clicksOf, linksOf } from '../clicks.ts';
import { states } from '../commands.ts';
import { lastGot } from './lists.ts';
import type { StandingIssue } from './standing.ts';

export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Where it stands, in a sentence. */
export function leadOf({ state, plan, sent, text }: StandingIssue, now: Date): string {
  switch (state) {
    case 'draft':
      return `Draft, last changed by ${text?.changed_by ?? 'the command line'}. Nobody gets it until you schedule or send it.`;
    case 'scheduled': {
      if (!plan) return '';
      const words = plannedWords({ at: plan.send_at, zone: plan.zone });
      return plan.send_at <= now ? `Was due ${words}; the hub sends it now.` : `Goes out on ${words}.`;
    }
    case 'under way':
      return `Under way: ${sent?.queued ?? 0} emails written so far. The hub goes on by itself.`;
    case 'sent':
      return `Sent ${sent ? minute(sent.started_at) : ''} UTC to ${countOf(sent?.queued ?? 0, 'subscriber')}.`;
    case 'deleted':
      return 'Deleted. It can be put back as it was.';
  }
}

/** What can be done with it as it stands. */
export function actsOf({ state, text, sent }: StandingIssue): string[] {
  const file = text ? ['copy', 'download'] : [];
  switch (state) {
    case 'draft':
      return ['edit', 'test', 'schedule', 'send-now', ...file, 'delete'];
    case 'scheduled':
      return text ? ['edit', 'test', 'schedule', 'send-now', 'take-back', ...file] : ['take-back'];
    case 'under way':
      return file;
    case 'sent':
      return [...file, ...(sent?.body ? [sent.is_public ? 'take-off-web' : 'put-on-web'] : [])];
    case 'deleted':
      return ['put-back'];
  }
}

/** What became of an issue that was sent. */
export async function outcomeOf(
  { db }: Pick<Platform, 'db'>,
  { id, queued, body: blocks }: NonNullable<StandingIssue['sent']>,
): Promise<DeskBlock[]> {
  const links = linksOf(blocks ?? []);
  const clicks = await clicksOf(db.tables(), id);
  const all = [...clicks.values()].reduce((sum, n) => sum + n, 0);
  const left = (await withdrawnAfter(db.tables(), 'newsletter', lastGot([id]))).get(id) ?? 0;
  const now = await states({ db }, id);
  return [
    {
      is: 'figures',
      figures: [
        { label: 'Sent to', value: String(queued) },
        { label: 'Link clicks', value: String(all), note: 'by anybody, mail scanners included' },
        { label: 'Unsubscribed', value: String(left), note: 'after this issue, before the next' },
      ],
    },
    ...(now.length > 0
      ? [
          {
            is: 'facts' as const,
            title: 'Its emails, as far as the last 30 days',
            facts: now.map(([words, n]): [string, DeskCell] => [words, String(n)]),
          },
        ]
      : []),
    ...(links.length > 0
      ? [
          {
            is: 'table' as const,
            title: 'Links',
            columns: [{ head: 'Leads to' }, { head: 'Clicks', numeric: true }],
            rows: links.map((url, n) => [url, String(clicks.get(n) ?? 0)]),
            empty: '',
          },
        ]
      : []),
  ];
}

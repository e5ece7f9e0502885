import { countOf } from '#base/count.ts';
import type { DeskPage, DeskSpan, Glance, News } from '#platform/server/desk.ts';
import type { Log } from '#platform/server/log.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import { planWords, type SummaryPlan } from '../../rules/summary.ts';
import { seenOf } from '../today.ts';

export interface Told {
  waiting: Glance[];
  news: News[];
  isEmpty: boolean;
}

/** What waits, and what came to pass, on the pages that this operator may open. */
export async function tell(
  pages: readonly DeskPage[],
  span: DeskSpan,
  log: Pick<Log, 'error'>,
): Promise<Told> {
  const waiting: Glance[] = [];
  const news: News[] = [];
  // One after the other: nobody waits for it, and those who wait for a page share the database.
  for (const page of pages) {
    waiting.push(...(await seenOf(page, log)).filter(({ waits }) => waits === true));
    news.push(
      ...((await page.news?.(span).catch((error: unknown) => {
        log.error('desk: couldn’t read news', { error, page: page.path });
        return [{ label: page.title, value: 'Couldn’t be read', isSomething: true }];
      })) ?? []),
    );
  }
  return {
    waiting,
    news,
    isEmpty: waiting.length === 0 && !news.some(({ isSomething }) => isSomething === true),
  };
}

const line = ({ label, value, note }: Pick<Glance, 'label' | 'value' | 'note'>): [string, string] => [
  label.slice(0, 200),
  (note === undefined ? value : `${value}, ${note}`).slice(0, 300),
];

const lines = (title: string, all: readonly Pick<Glance, 'label' | 'value' | 'note'>[]): MailBlock[] =>
  all.length === 0
    ? []
    : [
        { kind: 'subheading', text: title },
        { kind: 'lines', lines: all.map(line) },
      ];

interface Letter {
  told: Told;
  span: DeskSpan;
  plan: SummaryPlan;
  hub: string;
  desk: string;
}

export function summaryLetter({ told, span, plan, hub, desk }: Letter): {
  subject: string;
  body: MailBlock[];
} {
  const { waiting, news } = told;
  const moment = (at: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: plan.zone, dateStyle: 'long', timeStyle: 'short' }).format(
      at,
    );
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: plan.zone, day: 'numeric', month: 'long' });
  const what = waiting.length === 0 ? 'nothing waits for you' : `${countOf(waiting.length, 'thing')} to do`;
  return {
    subject: `${hub}, ${day.format(span.until)}: ${what}`,
    body: [
      { kind: 'heading', text: hub },
      ...lines('Waiting for you', waiting),
      ...(waiting.length === 0 ? [{ kind: 'text' as const, text: 'Nothing waits for you.' }] : []),
      ...lines(`Since ${moment(span.from)}`, news),
      { kind: 'button', label: 'Open the desk', url: desk },
      { kind: 'small', text: `You get this summary ${planWords(plan)}.` },
    ],
  };
}

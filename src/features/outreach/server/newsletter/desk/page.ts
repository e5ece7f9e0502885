import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { consentingPeople } from '#features/consent/server/public.ts';
import type { Asked, DeskBlock, DeskCell, DeskPage, Sheet } from '#platform/server/desk.ts';
import { renderMail } from '#platform/server/mail/layout.ts';
import type { Platform } from '#platform/server/platform.ts';
import { plannedWords } from '#base/planned.ts';
import type { IssueBlock } from '../../../rules/newsletter-contract.ts';
import type { Subscription } from '../subscription.ts';
import { issueActs } from './acts.ts';
import { issueFields } from './issue-form.ts';
import type { IssueDesk } from './issues.ts';
import type { StandingIssue } from './standing.ts';
import { actsOf, leadOf, minute, outcomeOf } from './state.ts';
import { deletedIssues, openIssues, sentIssues } from './lists.ts';

const atOnce = 200;

/** The newsletter: its issues from the first words on, and who gets them. */
export function newsletterPage(
  platform: Platform,
  subscription: Pick<Subscription, 'counts'>,
  issues: IssueDesk,
): DeskPage {
  const { db, site, origin, clock } = platform;

  const frame = () => ({
    site: site.words(),
    origin: origin(),
    unsubscribeUrl: `${origin()}/unsubscribe`,
    preferencesUrl: `${origin()}/newsletter/preferences`,
  });

  /** What its reader sees, where it can be read at all. */
  function shownOf({ id, text, plan, sent }: StandingIssue) {
    const went = sent ?? plan;
    if (went?.body)
      return { subject: went.subject, summary: went.summary, body: went.body, isPublic: went.is_public };
    const result = text && issues.read(id, text.text);
    return result?.issue ?? null;
  }

  function rendered(standing: StandingIssue) {
    const shown = shownOf(standing);
    if (!shown) return null;
    const { subject, summary, isPublic } = shown;
    const body = shown.body as IssueBlock[];
    const viewUrl = `${origin()}/newsletter/${standing.sent?.slug ?? standing.id}`;
    return renderMail({ subject, body, preheader: summary, ...(isPublic && { viewUrl }) }, frame());
  }

  async function list({ before = '' }: Asked): Promise<Sheet> {
    const { willing, unconfirmed } = await subscription.counts();
    const open = before === '' ? await openIssues(db) : [];
    const { sent, older } = await sentIssues(db, before);
    const deleted = before === '' ? await deletedIssues(db) : [];
    const link = (id: string, text: string): DeskCell => ({ text: text || id, href: `/newsletter/${id}` });
    return {
      title: 'Newsletter',
      blocks: [
        { is: 'acts', id: '' },
        {
          is: 'figures',
          figures: [
            { label: 'Subscribers', value: String(willing), href: '?show=subscribers' },
            { label: 'Not confirmed', value: String(unconfirmed) },
          ],
        },
        ...(before === ''
          ? [
              {
                is: 'table' as const,
                title: 'Drafts and scheduled issues',
                columns: [{ head: 'Subject' }, { head: 'State' }, { head: 'Changed (UTC)' }, { head: 'By' }],
                rows: open.map(({ id, subject, send_at, zone, changed_at, changed_by }): DeskCell[] => [
                  link(id, subject),
                  send_at && zone !== null
                    ? { text: plannedWords({ at: send_at, zone }), tone: 'ok' }
                    : { text: 'Draft', tone: 'muted' },
                  changed_at ? minute(changed_at) : '',
                  changed_at ? (changed_by ?? 'the command line') : '',
                ]),
                empty: 'Nothing is being written.',
              },
            ]
          : []),
        {
          is: 'table',
          title: 'Sent',
          columns: [
            { head: 'Subject' },
            { head: 'Sent (UTC)' },
            { head: 'State' },
            { head: 'Sent to', numeric: true },
            { head: 'Link clicks', numeric: true },
            { head: 'Unsubscribed', numeric: true },
          ],
          rows: sent.map(({ id, subject, started_at, finished_at, queued, clicks, left }): DeskCell[] => [
            link(id, subject),
            minute(started_at),
            finished_at ? '' : { text: 'Under way', tone: 'warn' },
            String(queued),
            String(clicks),
            String(left),
          ]),
          empty: 'No issues sent yet.',
        },
        ...(older === null
          ? []
          : [{ is: 'link' as const, text: 'Older', href: `?before=${encodeURIComponent(older)}` }]),
        ...(deleted.length > 0
          ? [
              {
                is: 'table' as const,
                title: 'Deleted',
                columns: [{ head: 'Draft' }, { head: 'Deleted (UTC)' }],
                rows: deleted.map(({ id, subject, at }): DeskCell[] => [link(id, subject), minute(at)]),
                empty: '',
              },
            ]
          : []),
      ],
    };
  }

  async function subscribers({ after = '' }: Asked): Promise<Sheet> {
    const { willing, unconfirmed } = await subscription.counts();
    const people = await consentingPeople(db.tables(), 'newsletter', { after, limit: atOnce + 1 });
    const shown = people.slice(0, atOnce);
    const next = people.length > atOnce ? shown.at(-1)?.id : undefined;
    return {
      title: 'Newsletter subscribers',
      lead: `${countOf(willing, 'subscriber')}, ${unconfirmed} not confirmed.`,
      blocks: [
        {
          is: 'table',
          title: 'Subscribers',
          columns: [{ head: 'Email' }, { head: 'Confirmed' }, { head: 'Source' }],
          rows: shown.map(({ address, confirmedAt, source }) => [
            { text: address, href: `/people/${encodeURIComponent(address)}` },
            confirmedAt?.toISOString().slice(0, 10) ?? '',
            source,
          ]),
          empty: 'No subscribers yet.',
        },
        ...(next === undefined
          ? []
          : [{ is: 'link' as const, text: 'More', href: `?show=subscribers&after=${next}` }]),
        { is: 'link', text: 'Issues', href: '/newsletter' },
      ],
    };
  }

  async function one(id: string): Promise<Sheet> {
    const standing = await issues.find(id);
    const { text, plan, sent, state } = standing;
    const mail = rendered(standing);
    const title = sent?.subject ?? plan?.subject ?? shownOf(standing)?.subject ?? id;
    return {
      title,
      lead: leadOf(standing, clock.now()),
      blocks: [
        { is: 'acts', id, only: actsOf(standing) },
        ...(state === 'draft' && text ? missing(id, text.text) : []),
        ...(sent ? await outcomeOf(platform, sent) : []),
        { is: 'facts', facts: await factsOf(standing) },
        ...(mail && state !== 'deleted'
          ? [
              {
                is: 'mail' as const,
                title: sent ? 'As it was mailed' : 'As it is mailed',
                of: id,
                text: mail.text,
              },
            ]
          : []),
        ...(mail === null && text ? [{ is: 'code' as const, title: 'As it is saved', text: text.text }] : []),
      ],
    };
  }

  function missing(id: string, text: string): DeskBlock[] {
    const result = issues.read(id, text);
    if (result.issue) return [];
    const labels = new Map(issueFields([], text).map(({ name, label }) => [name, label]));
    const facts = [
      ...Object.entries(result.fields).map(([name, words]): [string, DeskCell] => [
        labels.get(name) ?? name,
        words,
      ]),
      ...result.others.map((words): [string, DeskCell] => ['File', words]),
    ];
    return [{ is: 'facts', title: 'Before it can go out', facts }];
  }

  async function factsOf(standing: StandingIssue): Promise<[string, DeskCell][]> {
    const { id, text, plan, sent } = standing;
    const topics = sent?.topics ?? plan?.topics ?? [];
    const { willing } = await subscription.counts();
    const isPublic = sent?.is_public ?? plan?.is_public;
    return [
      ['Name', { text: id, mono: true }],
      ...(sent ? [] : [['Subscribers now', String(willing)] as [string, DeskCell]]),
      ...(topics.length > 0 ? [['Topics', topics.join(', ')] as [string, DeskCell]] : []),
      ...(sent
        ? [
            ['On the web', isPublic && sent.slug !== null ? `${origin()}/newsletter/${sent.slug}` : 'no'] as [
              string,
              DeskCell,
            ],
          ]
        : []),
      ...(text
        ? [
            ['Changed', `${minute(text.changed_at)} UTC, ${text.changed_by ?? 'by the command line'}`] as [
              string,
              DeskCell,
            ],
          ]
        : []),
    ];
  }

  return {
    path: 'newsletter',
    title: 'Newsletter',
    right: 'people',
    acts: issueActs(issues),
    async glance() {
      const { willing } = await subscription.counts();
      const waiting = (await openIssues(db)).filter(({ send_at }) => send_at !== null);
      return [
        { label: 'Newsletter subscribers', value: String(willing) },
        ...(waiting.length > 0
          ? [{ label: 'Newsletter issues scheduled', value: String(waiting.length) }]
          : []),
      ];
    },
    list: (asked) => (asked['show'] === 'subscribers' ? subscribers(asked) : list(asked)),
    one,
    async mail(id) {
      const mail = rendered(await issues.find(id));
      if (!mail) throw new Problem('not_found', 'It can’t be shown as an email yet.');
      // The operator's own words, with pictures from wherever they took them.
      return { html: mail.html, pictures: ["'self'", 'https:', 'data:', origin()] };
    },
  };
}

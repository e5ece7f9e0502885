import { sql } from 'kysely';
import { hours } from '#base/clock.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskCell, DeskPage } from '../desk.ts';
import { olderLink, olderThan } from '../older.ts';
import { retryFailed } from '../outbox/queue.ts';
import type { OutboxRow, OutboxState, OutboxTables } from '../outbox/tables.ts';
import type { Platform } from '../platform.ts';
import { renderMail } from './layout.ts';
import { mailChannel } from './message.ts';
import { isMail, isUnknown, whyHidden, whyNotAgain, withoutKeys } from './readable.ts';

const atOnce = 50;
const minute = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

const stateCells: Record<OutboxState, DeskCell> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  done: { text: 'Sent', tone: 'ok' },
  kept: { text: 'Saved here: there is no mail server', tone: 'muted' },
  cancelled: { text: 'Not sent', tone: 'warn' },
  failed: { text: 'Failed', tone: 'danger' },
};
const kinds = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Not sent' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'done', label: 'Sent' },
];

type Row = Pick<
  OutboxRow,
  'id' | 'payload' | 'state' | 'note' | 'last_error' | 'attempts' | 'created_at' | 'done_at'
>;

const whyOf = ({ last_error, note, state }: Row): string =>
  state === 'done' ? '' : [last_error, note].filter(Boolean).join('; ');

/** What the hub mailed in the last weeks, and what became of it. */
export function mailPage({
  db,
  clock,
  mail,
  site,
  origin,
}: Pick<Platform, 'db' | 'clock' | 'mail' | 'site' | 'origin'>): DeskPage {
  const columns = sql.raw('id, payload, state, note, last_error, attempts, created_at, done_at');

  async function found(asked: Asked): Promise<Row[]> {
    const { find = '', state = '' } = asked;
    const older = olderThan(asked);
    const isState = kinds.some(({ value }) => value === state && value !== '');
    const { rows } = await sql<Row>`
      select ${columns} from outbound_message
      where channel = ${mailChannel}
        ${find.trim() === '' ? sql`` : sql`and regexp_replace(lower(payload->>'to'), '\\+[^@]*@', '@') = regexp_replace(${mailAddressKey(find)}, '\\+[^@]*@', '@')`}
        ${isState ? sql`and state = ${state}` : sql``}
        ${older ? sql`and ${older}` : sql``}
      order by created_at desc, id desc limit ${atOnce + 1}`.execute(db.tables());
    return rows;
  }

  async function one(id: string): Promise<Row> {
    const { rows } = await sql<Row>`
      select ${columns} from outbound_message where channel = ${mailChannel} and id = ${id}`.execute(
      db.tables(),
    );
    if (!rows[0]) throw new Problem('not_found', 'There is no such email, or no longer.');
    return rows[0];
  }

  const subjectOf = ({ payload }: Row): DeskCell => {
    if (!isMail(payload)) return { text: 'Erased', tone: 'muted' };
    const hidden = whyHidden(payload);
    return hidden === null ? payload.subject : { text: hidden, tone: 'muted' };
  };

  function rendered({ payload }: Row) {
    if (!isMail(payload) || whyHidden(payload) !== null) return null;
    const unsubscribeUrl = payload.kind === 'marketing' ? `${origin()}/…` : undefined;
    return renderMail(
      {
        ...payload,
        body: withoutKeys(payload.body, origin()),
        ...(payload.viewUrl && { viewUrl: `${origin()}/…` }),
      },
      { site: site.words(), origin: origin(), ...(unsubscribeUrl && { unsubscribeUrl }) },
    );
  }

  return {
    path: 'mail',
    title: 'Mailbox',
    right: 'people',
    async list(asked) {
      const rows = await found(asked);
      const shown = rows.slice(0, atOnce);
      const last = rows.length > atOnce ? shown.at(-1) : undefined;
      const { find = '', state = '' } = asked;
      return {
        title: 'Mailbox',
        lead: 'What the hub mailed: what went out for 30 days, what failed for 90.',
        blocks: [
          {
            is: 'search',
            fields: [
              { name: 'find', label: 'Email', kind: 'search', value: find },
              { name: 'state', label: 'State', value: state, options: kinds },
            ],
          },
          {
            is: 'table',
            title: find === '' ? 'Newest first' : 'Results',
            columns: [
              { head: 'Subject' },
              { head: 'To' },
              { head: 'Written (UTC)' },
              { head: 'State' },
              { head: 'Why not' },
            ],
            rows: shown.map((row): DeskCell[] => {
              const subject = subjectOf(row);
              const text = typeof subject === 'string' ? subject : subject.text;
              return [
                {
                  ...(typeof subject === 'string' ? {} : subject),
                  text: text || 'No subject',
                  href: `/mail/${row.id}`,
                },
                isMail(row.payload) ? row.payload.to : '',
                minute(row.created_at),
                stateCells[row.state],
                whyOf(row),
              ];
            }),
            empty: find === '' && state === '' ? 'Nothing was mailed yet.' : 'No matching emails.',
          },
          ...olderLink({ find, state }, last),
        ],
      };
    },

    async one(id) {
      const row = await one(id);
      const { payload } = row;
      const subject = subjectOf(row);
      const shown = rendered(row);
      const refused = whyNotAgain(row);
      return {
        title: typeof subject === 'string' ? subject : subject.text,
        blocks: [
          ...(refused === null ? [{ is: 'acts' as const, id }] : []),
          {
            is: 'facts',
            facts: [
              ...(isMail(payload)
                ? [
                    ['To', { text: payload.to, href: `/people/${encodeURIComponent(payload.to)}` }] as [
                      string,
                      DeskCell,
                    ],
                  ]
                : []),
              ['State', stateCells[row.state]],
              ['Written', `${minute(row.created_at)} UTC`],
              ...(row.done_at ? [['Ended', `${minute(row.done_at)} UTC`] as [string, DeskCell]] : []),
              ['Attempts', String(row.attempts)],
              ...(whyOf(row) ? [['Why not', whyOf(row)] as [string, DeskCell]] : []),
              ...(row.state === 'done' && row.note
                ? [['The mail server said', row.note] as [string, DeskCell]]
                : []),
              ...(isMail(payload) && payload.file ? [['File', payload.file.name] as [string, DeskCell]] : []),
              ...(refused === null ? [] : [['Send again', refused] as [string, DeskCell]]),
            ],
          },
          ...(shown ? [{ is: 'mail' as const, title: 'As it was mailed', of: id, text: shown.text }] : []),
        ],
      };
    },

    async mail(id) {
      const shown = rendered(await one(id));
      if (!shown) throw new Problem('not_found', 'This email is for its receiver alone.');
      // Others may have chosen its pictures: loaded from elsewhere, they would tell that it is read here.
      return { html: shown.html, pictures: ["'self'", origin()] };
    },

    acts: [
      {
        name: 'again',
        label: 'Send again',
        async ask(id) {
          const row = await one(id);
          const refused = whyNotAgain(row);
          if (refused !== null) throw new Problem('conflict', refused);
          const { to } = row.payload as { to: string };
          const doubt = isUnknown(row) ? ' It may have arrived: the connection broke at its very end.' : '';
          const what = row.state === 'failed' ? 'The same email' : 'A copy';
          return { words: `${what} goes to ${to}, with the links that it had.${doubt}`, fields: [] };
        },
        async act(id) {
          const row = await one(id);
          const refused = whyNotAgain(row);
          const { payload, state } = row;
          if (refused !== null || !isMail(payload)) throw new Problem('conflict', refused ?? '');
          const isNew = await db.transaction<OutboxTables, boolean>((trx) => {
            if (state === 'failed') return retryFailed(db, trx, id, clock.now());
            // Pressed twice, or by two: one copy an hour.
            const hour = Math.floor(clock.now().getTime() / hours(1));
            return mail.send(trx, { ...payload, why: 'typed', dedupeKey: `again:${id}:${hour}` });
          });
          return {
            words: isNew ? `On its way to ${payload.to}.` : 'It was sent again already, within this hour.',
            before: { state },
            after: { sent: isNew ? 'again' : 'not once more', to: payload.to },
          };
        },
      },
    ],
  };
}

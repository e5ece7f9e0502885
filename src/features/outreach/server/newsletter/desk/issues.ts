import { createHash } from 'node:crypto';
import { countOf } from '#base/count.ts';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Asked, DeskField, Done, Operator } from '#platform/server/desk.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';
import type { Platform } from '#platform/server/platform.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { inShort, labelsOf, mergeFields, shownFields } from '#platform/server/site/front-matter-form.ts';
import { plannedWords } from '#base/planned.ts';
import type { OutreachTables } from '../../tables.ts';
import { setOnWeb } from '../archive.ts';
import type { IssueFile } from '../issue.ts';
import { planIn, rewordPlan, takeBack } from '../plan.ts';
import { readership } from '../readership.ts';
import { holdAddresses, start } from '../send.ts';
import {
  blankIssue,
  editIssue,
  fileOf,
  issueFields,
  issueProblem,
  type Read,
  readText,
  valuesOf,
} from './issue-form.ts';
import { freeName, nameField } from './issue-name.ts';
import { assertOpen, findIssue, plannedIn, type StandingIssue, textOf } from './standing.ts';
import { createTestMail } from './test-mail.ts';

/** So long a deleted draft can be put back. */
export const daysDeleted = 30;

const byWhom = (by: Operator | undefined): string => by?.name ?? 'the console';
const printOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

export type IssueDesk = ReturnType<typeof createIssueDesk>;

/** Issues as they are written, scheduled and sent at the desk: with the same functions as by the command. */
export function createIssueDesk(platform: Platform) {
  const { db, clock, site, origin } = platform;
  const sendTest = createTestMail(platform);
  const topics = () => site.words().newsletterTopics;
  const place = () => ({ origin: origin(), topics: topics().map(({ id }) => id) });
  const read = (id: string, text: string): Read => readText(id, text, place());

  /** One change of issues at a time: none goes out while its words are changed. */
  const change = <T>(work: (trx: AnyTransaction) => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => {
      await holdAddresses(trx);
      return work(trx);
    });

  /** As it goes out, if it is still what the operator has just looked at. */
  function ready(standing: StandingIssue, seen: string | undefined): IssueFile {
    assertOpen(standing);
    const { id, text, changed_by, changed_at } = textOf(standing);
    if (seen !== undefined && seen !== printOf(text))
      throw new Problem(
        'conflict',
        `${changed_by ?? 'The command line'} changed this issue at ${changed_at.toISOString().slice(11, 16)} UTC, after you opened this form. Look at it again first.`,
      );
    const result = read(id, text);
    if (result.issue) return result.issue;
    const wrong = Object.entries(result.fields).map(
      ([name, words]) =>
        `${issueFields(topics(), text).find((field) => field.name === name)?.label}: ${words}`,
    );
    throw new Problem('conflict', `It can’t go out yet. ${[...wrong, ...result.others].join(' ')}`);
  }

  const seenField = ({ text }: StandingIssue): DeskField[] =>
    text ? [{ name: 'seen', label: '', kind: 'hidden', value: printOf(text.text) }] : [];

  async function keep(
    trx: AnyTransaction,
    id: string,
    text: string,
    by: Operator | undefined,
  ): Promise<void> {
    const now = clock.now();
    const changed = { text, changed_at: now, changed_by: byWhom(by) };
    await tablesOf<OutreachTables>(trx)
      .insertInto('newsletter_text')
      .values({ id, made_at: now, deleted_at: null, ...changed })
      .onConflict((known) => known.column('id').doUpdateSet(changed))
      .execute();
  }

  const find = (id: string): Promise<StandingIssue> => findIssue(db.tables(), id);

  const issues = {
    find,
    read,

    newFields(): DeskField[] {
      const fields = issueFields(topics(), blankIssue);
      return [...shownFields(fields, valuesOf(fields, blankIssue)), nameField];
    },

    /** As the form shows it; with what was typed, also what changed meanwhile. */
    async fieldsOf(id: string, typed?: Asked): Promise<DeskField[]> {
      const { text } = textOf(await find(id));
      const fields = issueFields(topics(), text);
      return shownFields(fields, valuesOf(fields, text), typed);
    },

    /** Whatever is there of it is kept: what is still missing is said, and asked for when it is to go out. */
    make: (form: Asked, by: Operator | undefined): Promise<Done> =>
      change(async (trx) => {
        const fields = issueFields(topics(), blankIssue);
        const { changes } = mergeFields(fields, { ...form, was: '' }, valuesOf(fields, blankIssue));
        const id = await freeName(trx, form['name'] ?? '', changes['subject'] ?? '', clock.now());
        const made = editIssue(fields, blankIssue, changes);
        if (Object.keys(made.mistyped).length > 0) throw issueProblem(fields, made.mistyped);
        await keep(trx, id, made.text, by);
        return {
          words: 'Draft saved. Nobody gets it until you schedule or send it.',
          goOn: `newsletter/${id}`,
          after: { issue: id, ...inShort(changes) },
        };
      }),

    /** What is scheduled says from now on what was saved; so it must be readable, where a draft may be unfinished. */
    edit: (id: string, form: Asked, by: Operator | undefined): Promise<Done> =>
      change(async (trx) => {
        const standing = await findIssue(trx, id);
        assertOpen(standing);
        const { text } = textOf(standing);
        const fields = issueFields(topics(), text);
        const now = valuesOf(fields, text);
        const { changes, conflicts } = mergeFields(fields, form, now);
        if (Object.keys(conflicts).length > 0)
          throw new Problem(
            'conflict',
            `Nothing was saved. Changed since you opened this form: ${labelsOf(fields, conflicts)}. Both are shown below.`,
          );
        if (Object.keys(changes).length === 0)
          return { words: 'Nothing was changed.', after: { changed: 'nothing' } };
        const edited = editIssue(fields, text, changes);
        if (Object.keys(edited.mistyped).length > 0) throw issueProblem(fields, edited.mistyped);
        const { plan } = standing;
        if (plan) {
          const result = read(id, edited.text);
          if (!result.issue) throw issueProblem(fields, result.fields, result.others);
          await rewordPlan(trx, result.issue);
        }
        await keep(trx, id, edited.text, by);
        const state = plan
          ? `It goes out with these changes on ${plannedWords({ at: plan.send_at, zone: plan.zone })}.`
          : 'Nobody gets it until you schedule or send it.';
        return {
          words: `Saved: ${labelsOf(fields, changes)}. ${state}`,
          before: inShort(Object.fromEntries(Object.keys(changes).map((name) => [name, now[name] ?? '']))),
          after: inShort(changes),
        };
      }),

    /** What is about to go out, to how many, and the mark of the very text that was shown. */
    async about(id: string): Promise<{ subject: string; to: string; fields: DeskField[] }> {
      const standing = await find(id);
      const issue = ready(standing, undefined);
      const { all, chosen } = await readership(platform, issue);
      const rest = chosen === all ? '' : ` of ${all}, by their topics and pauses`;
      return {
        subject: issue.subject,
        to: `${countOf(chosen, 'subscriber')}${rest}`,
        fields: seenField(standing),
      };
    },

    plan: (id: string, form: Asked): Promise<Done> =>
      change(async (trx) => {
        const standing = await findIssue(trx, id);
        const issue = ready(standing, form['seen'] ?? '');
        const planned = plannedIn(form, clock.now());
        const before = standing.plan && plannedWords({ at: standing.plan.send_at, zone: standing.plan.zone });
        await planIn(trx, clock, issue, planned);
        return {
          words: `“${issue.subject}” goes out on ${plannedWords(planned)}. Until then it can be changed or taken back.`,
          before: { goesOut: before ?? 'not scheduled' },
          after: { goesOut: plannedWords(planned) },
        };
      }),

    /** It is an issue from here on; the running hub puts it into the mail, and goes on wherever it stopped. */
    sendNow: (id: string, form: Asked): Promise<Done> =>
      change(async (trx) => {
        const standing = await findIssue(trx, id);
        const issue = ready(standing, form['seen'] ?? '');
        await start(trx, platform, issue, clock.now());
        return {
          words: `“${issue.subject}” is on its way. It can’t be taken back any more.`,
          before: { state: standing.state },
          after: { state: 'sent', subject: issue.subject },
        };
      }),

    async takeBack(id: string): Promise<Done> {
      const { plan, sent } = await find(id);
      if (sent || !(await takeBack(platform, id)))
        throw new Problem(
          'conflict',
          (await find(id)).sent
            ? 'It has begun to go out, and can’t be taken back.'
            : 'It isn’t scheduled any more.',
        );
      return {
        words: 'Taken back. Nobody gets it until you schedule or send it.',
        before: { goesOut: plan ? plannedWords({ at: plan.send_at, zone: plan.zone }) : 'not scheduled' },
        after: { goesOut: 'not scheduled' },
      };
    },

    testAddress: () => ownerAddress(platform),

    async test(id: string, typed: string): Promise<Done> {
      const to = await sendTest(ready(await find(id), undefined), typed);
      return { words: `A test is on its way to ${to}.`, after: { to } };
    },

    remove: (id: string): Promise<Done> =>
      change(async (trx) => {
        const { state, text } = await findIssue(trx, id);
        if (state === 'deleted') return { words: 'Deleted already.', goOn: 'newsletter', after: { state } };
        if (state !== 'draft' || !text)
          throw new Problem('conflict', 'Only a draft can be deleted. Take the issue back first.');
        await tablesOf<OutreachTables>(trx)
          .updateTable('newsletter_text')
          .set({ deleted_at: clock.now() })
          .where('id', '=', id)
          .execute();
        return {
          words: `Draft deleted. For ${daysDeleted} days you can put it back, under Deleted.`,
          goOn: 'newsletter',
          before: { state: 'draft' },
          after: { state: 'deleted' },
        };
      }),

    putBack: (id: string): Promise<Done> =>
      change(async (trx) => {
        const { state } = await findIssue(trx, id);
        if (state !== 'deleted') return { words: 'It isn’t deleted any more.', after: { state } };
        await tablesOf<OutreachTables>(trx)
          .updateTable('newsletter_text')
          .set({ deleted_at: null })
          .where('id', '=', id)
          .execute();
        return { words: 'The draft is back.', before: { state }, after: { state: 'draft' } };
      }),

    copy: (id: string, form: Asked, by: Operator | undefined): Promise<Done> =>
      change(async (trx) => {
        const { text } = textOf(await findIssue(trx, id));
        const fields = issueFields(topics(), text);
        const subject = valuesOf(fields, text)['subject'] ?? '';
        const copy = await freeName(trx, form['name'] ?? '', subject, clock.now());
        await keep(trx, copy, editMarkdownFile('', text, { issue: undefined, send: undefined }), by);
        return {
          words: 'A new draft with the same text.',
          goOn: `newsletter/${copy}`,
          after: { issue: copy, from: id },
        };
      }),

    async download(id: string): Promise<Done> {
      const { text } = textOf(await find(id));
      const bytes = new Blob([text]).stream();
      return { words: 'Saved.', file: { name: fileOf(id), bytes }, after: { file: fileOf(id) } };
    },

    async setOnWeb(id: string, isPublic: boolean): Promise<Done> {
      const { sent } = await find(id);
      const slug = await setOnWeb(platform, id, isPublic);
      return {
        words: isPublic
          ? `Anybody can read it at ${origin()}/newsletter/${slug}`
          : 'It is no longer on the web.',
        before: { onWeb: sent?.is_public === true },
        after: { onWeb: isPublic },
      };
    },

    /** Forgets what was deleted long ago. */
    async tidy(): Promise<void> {
      await db
        .tables<OutreachTables>()
        .deleteFrom('newsletter_text')
        .where('deleted_at', '<', new Date(clock.now().getTime() - days(daysDeleted)))
        .execute();
    },
  };
  return issues;
}

import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  type ArchivedIssue,
  type ArchiveList,
  archivePageSize,
  type IssueBlock,
  type IssueLine,
  type IssueSpan,
} from '../../rules/newsletter-contract.ts';
import type { OutreachTables } from '../tables.ts';
import type { Issue } from './issue.ts';
import { freeSlug, holdAddresses } from './send.ts';

interface Row {
  slug: string | null;
  subject: string;
  summary: string;
  started_at: Date;
}

const lineOf = ({ slug, subject, summary, started_at }: Row): IssueLine => ({
  slug: slug ?? '',
  title: subject,
  summary,
  sentAt: started_at.toISOString(),
});
const columns = ['id', 'slug', 'subject', 'summary', 'started_at'] as const;

/** The issues that anybody may read, the newest first. Nothing in them is of any reader. */
export function createArchive({ db, log, origin }: Pick<Platform, 'db' | 'log' | 'origin'>) {
  /** For the sitemap, which is asked without waiting. */
  let known: { path: string; lastmod: string }[] = [];

  const open = () =>
    db
      .tables<OutreachTables>()
      .selectFrom('newsletter_issue')
      .where('is_public', '=', true)
      .where('slug', 'is not', null)
      .where('body', 'is not', null);

  async function refresh(): Promise<void> {
    const rows = await open().select(['slug', 'started_at']).orderBy('started_at', 'desc').execute();
    known = rows.map(({ slug, started_at }) => ({
      path: `/newsletter/${slug}`,
      lastmod: started_at.toISOString().slice(0, 10),
    }));
  }

  async function neighbour(row: { id: string; started_at: Date }, way: 'older' | 'newer') {
    const [sign, order] = way === 'older' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
    const next = await open()
      .select(columns)
      .where('id', '!=', row.id)
      .where((at) =>
        at.or([
          at('started_at', sign, row.started_at),
          at.and([at('started_at', '=', row.started_at), at('id', sign, row.id)]),
        ]),
      )
      .orderBy('started_at', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst();
    return next ? { slug: next.slug ?? '', title: next.subject } : null;
  }

  return {
    async list(page: number): Promise<ArchiveList> {
      const { n } = await open()
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      const total = Number(n);
      if (page > Math.max(1, Math.ceil(total / archivePageSize))) throw new Problem('not_found');
      const rows = await open()
        .select(columns)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(archivePageSize)
        .offset((page - 1) * archivePageSize)
        .execute();
      return { issues: rows.map(lineOf), page, pageSize: archivePageSize, total };
    },

    async one(slug: string): Promise<ArchivedIssue> {
      const row = await open()
        .select([...columns, 'body'])
        .where('slug', '=', slug)
        .executeTakeFirst();
      if (!row) throw new Problem('not_found');
      const [older, newer] = await Promise.all([neighbour(row, 'older'), neighbour(row, 'newer')]);
      return { issue: lineOf(row), blocks: withPaths(row.body ?? [], origin()), older, newer };
    },

    async newest(limit: number): Promise<(IssueLine & { id: string; blocks: IssueBlock[] })[]> {
      const rows = await open()
        .select([...columns, 'body'])
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...lineOf(row), id: row.id, blocks: row.body ?? [] }));
    },

    listed: () => known,

    async start(): Promise<() => Promise<void>> {
      let reading = refresh();
      const again = () =>
        (reading = refresh().catch((error: unknown) =>
          log.error('Couldn’t read which newsletter issues are on the web', { error }),
        ));
      const stop = db.listen('content', again, again);
      await reading;
      return async () => {
        stop();
        await reading;
      };
    },
  };
}

export type Archive = ReturnType<typeof createArchive>;

/** What lies on this very hub is named by its path: a page shows its pictures, and follows its links in place. */
function withPaths(blocks: IssueBlock[], origin: string): IssueBlock[] {
  const path = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const inside = (spans: IssueSpan[]) =>
    spans.map((span) => (span.url === undefined ? span : { ...span, url: path(span.url) }));
  return blocks.map((block) => {
    if (block.kind === 'button' || block.kind === 'picture') return { ...block, url: path(block.url) };
    if (block.kind === 'prose' || block.kind === 'quote') return { ...block, spans: inside(block.spans) };
    return block.kind === 'list' ? { ...block, items: block.items.map(inside) } : block;
  });
}

/** Puts an issue that was sent on the web, or takes it off, as its file says. Returns its address. */
export async function archiveIssue({ db }: Pick<Platform, 'db'>, issue: Issue): Promise<string> {
  return db.transaction<OutreachTables, string>(async (trx) => {
    await holdAddresses(trx);
    const known = await trx
      .selectFrom('newsletter_issue')
      .select(['slug', 'content_hash'])
      .where('id', '=', issue.id)
      .executeTakeFirst();
    if (!known) throw new Problem('not_found', `The issue "${issue.id}" hasn’t been sent.`);
    if (known.content_hash !== issue.contentHash)
      throw new Problem(
        'conflict',
        `Subscribers got a different text under the name "${issue.id}". Restore that text first: the web shows what was sent.`,
      );
    const slug = known.slug ?? (await freeSlug(trx, issue.id));
    await sql`
      update newsletter_issue set slug = ${slug}, summary = ${issue.summary}, body = ${asJsonb(issue.body)},
        is_public = ${issue.isPublic}
      where id = ${issue.id}`.execute(trx);
    await db.notify(trx, 'content', 'newsletter');
    return slug;
  });
}

/** Puts an issue that was sent on the web, or takes it off, as it was sent. Returns its address. */
export async function setOnWeb({ db }: Pick<Platform, 'db'>, id: string, isPublic: boolean): Promise<string> {
  return db.transaction<OutreachTables, string>(async (trx) => {
    await holdAddresses(trx);
    const known = await trx
      .selectFrom('newsletter_issue')
      .select(['slug', 'body'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!known?.body) throw new Problem('conflict', 'What was sent isn’t known here any more.');
    const slug = known.slug ?? (await freeSlug(trx, id));
    await trx
      .updateTable('newsletter_issue')
      .set({ slug, is_public: isPublic })
      .where('id', '=', id)
      .execute();
    await db.notify(trx, 'content', 'newsletter');
    return slug;
  });
}

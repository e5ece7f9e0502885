import { useHub } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Pagination } from '#ui/table.tsx';
import type { ArchiveList } from '../rules/newsletter-contract.ts';
import { dayOf, feeds } from './newsletter-feeds.ts';
import { feedPaths } from '../rules/newsletter-paths.ts';

export const listHead = ({ issues, page }: ArchiveList) => ({
  title: page > 1 ? `Newsletter archive, page ${page}` : 'Newsletter archive',
  description: 'Every issue of the newsletter, to read on the web or in a feed reader.',
  feeds,
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'Blog',
    name: 'Newsletter archive',
    url: '/newsletter',
    blogPost: issues.map(({ slug, title, sentAt }) => ({
      '@type': 'BlogPosting',
      headline: title,
      url: `/newsletter/${slug}`,
      datePublished: sentAt,
    })),
  },
});

export function NewsletterList({ data }: { data: ArchiveList }) {
  const { language } = useHub().site;
  const { issues, page, pageSize, total } = data;
  return (
    <Page
      kind="list"
      title="Newsletter archive"
      lead="Every issue that was sent, the newest first."
      actions={
        total > 0 && (
          <ButtonLink variant="primary" href="/newslettersignup">
            Get the newsletter
          </ButtonLink>
        )
      }
    >
      {total === 0 ? (
        <EmptyState
          title="No issues yet"
          action={
            <ButtonLink variant="primary" href="/newslettersignup">
              Get the first one by email
            </ButtonLink>
          }
        >
          Issues can be read here once they’ve been sent.
        </EmptyState>
      ) : (
        <>
          <ol className="border-t">
            {issues.map(({ slug, title, summary, sentAt }) => (
              <li key={slug} className="grid gap-4 border-b py-16 md:grid-cols-12 md:gap-24">
                <time dateTime={sentAt} className="text-15 text-muted md:col-span-3">
                  {dayOf(sentAt, language)}
                </time>
                <div className="min-w-0 md:col-span-9">
                  <h2 className="text-17 wrap-anywhere">
                    <Link quiet href={`/newsletter/${slug}`}>
                      {title}
                    </Link>
                  </h2>
                  {summary && <p className="mt-4 max-w-measure text-muted wrap-anywhere">{summary}</p>}
                </div>
              </li>
            ))}
          </ol>
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            of="issues"
            href={(to) => (to === 1 ? '/newsletter' : `/newsletter?page=${to}`)}
          />
          <p className="mt-32 text-15 text-muted">
            In a feed reader:{' '}
            <a className="ui-link" href={feedPaths.rss}>
              RSS
            </a>{' '}
            or{' '}
            <a className="ui-link" href={feedPaths.atom}>
              Atom
            </a>
          </p>
        </>
      )}
    </Page>
  );
}

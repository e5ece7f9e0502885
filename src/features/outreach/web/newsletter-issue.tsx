import { useHub } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import type { ArchivedIssue } from '../rules/newsletter-contract.ts';
import { IssueText } from './issue-text.tsx';
import { dayOf, feeds } from './newsletter-feeds.ts';

export const issueHead = ({ issue: { slug, title, summary, sentAt } }: ArchivedIssue) => ({
  title,
  description: summary || `An issue of the newsletter: ${title}`,
  feeds,
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: summary,
    datePublished: sentAt,
    url: `/newsletter/${slug}`,
    isPartOf: { '@type': 'Blog', name: 'Newsletter archive', url: '/newsletter' },
  },
});

export function NewsletterIssue({ data }: { data: ArchivedIssue }) {
  const { newsletterSender, language } = useHub().site;
  const { issue, blocks, older, newer } = data;
  return (
    <Page
      kind="reading"
      title={<span className="wrap-anywhere">{issue.title}</span>}
      lead={
        <>
          {newsletterSender}, <time dateTime={issue.sentAt}>{dayOf(issue.sentAt, language)}</time>
        </>
      }
    >
      <IssueText blocks={blocks} />
      <hr />
      <p>
        <ButtonLink variant="primary" href="/newslettersignup">
          Get the newsletter
        </ButtonLink>
      </p>
      <nav aria-label="Other issues">
        <ul>
          {newer && (
            <li>
              Newer: <Link href={`/newsletter/${newer.slug}`}>{newer.title}</Link>
            </li>
          )}
          {older && (
            <li>
              Older: <Link href={`/newsletter/${older.slug}`}>{older.title}</Link>
            </li>
          )}
          <li>
            <Link href="/newsletter">All issues</Link>
          </li>
        </ul>
      </nav>
    </Page>
  );
}

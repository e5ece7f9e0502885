import type { ArchivedIssue, ArchiveList } from '../../rules/newsletter-contract.ts';
import { issueHead, NewsletterIssue } from '../newsletter-issue.tsx';
import { listHead, NewsletterList } from '../newsletter-list.tsx';

type Data = ArchiveList | ArchivedIssue;

/** All issues, and one of them: one page for both, since each page costs every first visit some bytes. */
export const head = (data: Data) => ('issues' in data ? listHead(data) : issueHead(data));

export default function Newsletter({ data }: { data: Data }) {
  return 'issues' in data ? <NewsletterList data={data} /> : <NewsletterIssue data={data} />;
}

import type { Portfolio as Data } from '#features/pages/rules/contract.ts';
import { EmptyState } from '#ui/feedback.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Anchor, Link } from '#ui/link.tsx';
import { Column, Columns, Page, Row } from '#ui/page.tsx';
import { Mono } from '#ui/text.tsx';

export const head = ({ tag }: Data) => ({
  title: tag ? `Portfolio: ${tag}` : 'Portfolio',
  description: 'Our projects: what they are, how they were built, and how they look.',
});

/** The filter is links: it works without a script, and a filtered view can be sent to somebody. */
export default function Portfolio({ data: { projects, tags, tag } }: { data: Data }) {
  return (
    <Page kind="list" title="Portfolio" lead="What we’ve built, how, and what we learned.">
      {tags.length > 1 && (
        <nav aria-label="Filter by tag" className="mb-32 border-t border-b py-12">
          <Row gap={16}>
            <TagLink of={null} current={tag} />
            {tags.map((each) => (
              <TagLink key={each.tag} of={each.tag} count={each.count} current={tag} />
            ))}
          </Row>
        </nav>
      )}
      {projects.length === 0 ? (
        <EmptyState
          title={tag ? `No projects tagged ${tag}` : 'No projects yet'}
          action={
            <ButtonLink href={tag ? '/portfolio' : '/'}>
              {tag ? 'Show all' : 'Go to the home page'}
            </ButtonLink>
          }
        />
      ) : (
        <Columns>
          {projects.map((project) => (
            <Column key={project.slug} span={6} tablet={6}>
              <Card project={project} />
            </Column>
          ))}
        </Columns>
      )}
    </Page>
  );
}

function TagLink({
  of: name,
  count,
  current,
}: {
  of: string | null;
  count?: number;
  current: string | null;
}) {
  const isCurrent = name === current;
  return (
    <Link
      quiet
      href={name === null ? '/portfolio' : `/portfolio?tag=${encodeURIComponent(name)}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={isCurrent ? 'font-bold text-15' : 'text-15'}
    >
      {name ?? 'All'}
      {count !== undefined && <span className="text-muted"> {count}</span>}
    </Link>
  );
}

function Card({
  project: { slug, title, summary, year, tags, image, imageAlt },
}: {
  project: Data['projects'][number];
}) {
  return (
    <article>
      {image && (
        <Anchor href={`/portfolio/${slug}`} tabIndex={-1} aria-hidden="true">
          <img
            src={image}
            alt={imageAlt}
            width={1200}
            height={750}
            loading="lazy"
            className="w-full border"
          />
        </Anchor>
      )}
      <h2 className="mt-16 text-21">
        <Link quiet href={`/portfolio/${slug}`}>
          {title}
        </Link>
      </h2>
      <p className="mt-8 max-w-measure">{summary}</p>
      <p className="mt-8 text-13 text-muted">
        <Mono>{year}</Mono> · {tags.join(', ')}
      </p>
    </article>
  );
}

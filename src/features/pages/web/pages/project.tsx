import ArrowRight from '#ui/icons/arrow-right.ts';
import type { ProjectPage } from '#features/pages/rules/contract.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Prose } from '#ui/page.tsx';

export const head = ({ project: { title, summary, year } }: ProjectPage) => ({
  title,
  description: summary,
  jsonLd: {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: title,
    abstract: summary,
    dateCreated: String(year),
  },
});

export default function Project({ data: { project, others } }: { data: ProjectPage }) {
  const exists = usePathExists();
  const { title, summary, year, role, tags, link, image, imageAlt, html } = project;
  return (
    <Page
      kind="list"
      title={title}
      lead={summary}
      aside={
        <>
          <dl className="flex flex-col gap-12 text-15">
            <Fact name="Year">{year}</Fact>
            <Fact name="Role">{role}</Fact>
            <Fact name="Tags">
              {tags.map((tag, index) => (
                <span key={tag}>
                  {index > 0 && ', '}
                  <Link href={`/portfolio?tag=${encodeURIComponent(tag)}`}>{tag}</Link>
                </span>
              ))}
            </Fact>
          </dl>
          {link && (!link.startsWith('/') || exists(link)) && (
            <ButtonLink href={link} iconAfter={ArrowRight} className="mt-24">
              View project
            </ButtonLink>
          )}
          {others.length > 0 && (
            <nav aria-label="Other projects" className="mt-48 text-15">
              <p className="font-bold">Other projects</p>
              <ul className="mt-8 flex flex-col gap-8">
                {others.map((other) => (
                  <li key={other.slug}>
                    <Link quiet href={`/portfolio/${other.slug}`}>
                      {other.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </>
      }
    >
      {image && <img src={image} alt={imageAlt} width={1200} height={750} className="mb-32 w-full border" />}
      {/* oxlint-disable-next-line react/no-danger -- the server sanitised it when it read the project from disk */}
      <Prose dangerouslySetInnerHTML={{ __html: html }} />
      <p className="mt-48">
        <Link href="/portfolio">All projects</Link>
      </p>
    </Page>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);

import type { ContentPage as Content } from '#features/pages/rules/contract.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Prose } from '#ui/page.tsx';

export const head = ({ title, description }: Content) => ({ title, description });

/** A page of the hub's own words, such as privacy: to be read from the top, or entered at a heading. */
export default function ContentPage({ data }: { data: Content }) {
  return (
    <Page
      kind="reading"
      title={data.title}
      lead={data.description}
      aside={data.toc.length > 2 && <Contents toc={data.toc} />}
    >
      <p className="text-15 text-muted">
        Last updated on <Day of={data.updated} />
      </p>
      {data.toc.length > 2 && (
        <details className="mb-24 text-15 lg:hidden">
          <summary className="ui-link min-h-44 content-center">On this page</summary>
          <ContentsList toc={data.toc} />
        </details>
      )}
      {/* oxlint-disable-next-line react/no-danger -- the server sanitised it when it read the page from disk */}
      <Prose dangerouslySetInnerHTML={{ __html: data.html }} />
    </Page>
  );
}

/** Beside the words where there is room; above them it is folded. */
function Contents({ toc }: Pick<Content, 'toc'>) {
  return (
    <nav aria-label="On this page" className="hidden text-15 lg:block">
      <p className="font-bold">On this page</p>
      <ContentsList toc={toc} />
    </nav>
  );
}

const ContentsList = ({ toc }: Pick<Content, 'toc'>) => (
  <ol className="mt-12 flex flex-col gap-8 border-l border-hairline">
    {toc.map(({ id, title, level }) => (
      <li key={id} className={level === 3 ? 'pl-32' : 'pl-16'}>
        <Link quiet href={`#${id}`}>
          {title}
        </Link>
      </li>
    ))}
  </ol>
);

function Day({ of: day }: { of: string }) {
  const { site } = useHub();
  // A day has no hour: in UTC it is the same day everywhere.
  const words = new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return <time dateTime={day}>{words}</time>;
}

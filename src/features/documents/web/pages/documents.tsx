import type { DocumentEntry, DocumentIndex } from '#features/documents/rules/contract.ts';
import { cents } from '#base/money.ts';
import type { PageHead } from '#platform/web/chunks.ts';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { Price } from '#ui/text.tsx';

export function head(_data: DocumentIndex): PageHead {
  return {
    title: 'Documents',
    description: 'Contracts and business papers in plain English: read each in full, answer a few questions, download the PDF.',
  };
}

export default function Documents({ data }: { data: DocumentIndex }) {
  return (
    <Page
      kind="list"
      title="Documents"
      lead="Read each one in full before you answer a single question. Every clause has a summary in plain words. None of them is legal advice."
    >
      <DocumentTable documents={data.documents} />
    </Page>
  );
}

export function DocumentTable({ documents }: { documents: DocumentEntry[] }) {
  return (
    <Table
      caption="Documents, how long they are and what they cost"
      hideCaption
      rows={documents}
      rowKey={(entry) => entry.slug}
      columns={[
        {
          head: 'Document',
          label: false,
          cell: (entry) => (
            <>
              <Link quiet href={`/documents/${entry.slug}`}>
                {entry.title}
              </Link>
              <span className="block text-13 font-normal text-muted">{entry.description}</span>
            </>
          ),
        },
        { head: 'For', cell: (entry) => entry.category },
        { head: 'Pages', numeric: true, cell: (entry) => entry.pages },
        { head: 'Minutes', numeric: true, cell: (entry) => entry.minutes },
        { head: 'Price', align: 'end', cell: (entry) => <Price cents={cents(entry.price)} free="Free" /> },
      ]}
    />
  );
}

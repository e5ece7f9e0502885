import type { DocumentEntry, DocumentIndex } from '#features/documents/rules/contract.ts';
import { cents } from '#base/money.ts';
import type { PageHead } from '#platform/web/chunks.ts';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Price } from '#ui/text.tsx';

export function head(_data: DocumentIndex): PageHead {
  return {
    title: 'Documents',
    description:
      'Contracts and business papers in plain English: read each in full, answer a few questions, download the PDF.',
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

const nameCell = (entry: DocumentEntry) => (
  <>
    <Link quiet href={`/documents/${entry.slug}`}>
      {entry.title}
    </Link>
    <span className="block text-13 font-normal text-muted">{entry.description}</span>
  </>
);
const priceCell = (entry: DocumentEntry) => <Price cents={cents(entry.price)} free="Free" />;

const columns: readonly [Column<DocumentEntry>, ...Column<DocumentEntry>[]] = [
  { head: 'Document', label: false, cell: nameCell },
  { head: 'For', cell: (entry) => entry.category },
  { head: 'Pages', numeric: true, cell: (entry) => entry.pages },
  { head: 'Minutes', numeric: true, cell: (entry) => entry.minutes },
  { head: 'Price', align: 'end', cell: priceCell },
];

export function DocumentTable({ documents }: { documents: DocumentEntry[] }) {
  return (
    <Table
      caption="Documents, how long they are and what they cost"
      hideCaption
      rows={documents}
      rowKey={(entry) => entry.slug}
      columns={columns}
    />
  );
}

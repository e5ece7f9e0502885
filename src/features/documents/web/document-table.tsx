import type { DocumentEntry } from '#features/documents/rules/contract.ts';
import { Link } from '#ui/link.tsx';
import { generator } from './paths.ts';
import { Table, type TableColumn } from '#ui/table.tsx';

const nameCell = (entry: DocumentEntry) => (
  <>
    <Link quiet href={`/documents/${entry.slug}`}>
      {entry.title}
    </Link>
    <span className="block text-13 font-normal text-muted">{entry.description}</span>
  </>
);
const fillCell = ({ slug }: DocumentEntry) => (
  <Link className="inline-flex min-h-touch items-center" href={`${generator}?document=${slug}`}>
    Fill it in
  </Link>
);

const columns: readonly [TableColumn<DocumentEntry>, ...TableColumn<DocumentEntry>[]] = [
  { head: 'Document', label: false, cell: nameCell },
  { head: 'Pages', numeric: true, cell: (entry) => entry.pages },
  { head: 'Minutes', numeric: true, cell: (entry) => entry.minutes },
  { head: 'Price', align: 'end', label: false, cell: (entry) => entry.cost },
  { head: 'Begin', align: 'end', label: false, cell: fillCell },
];

export function DocumentTable({ caption, documents }: { caption: string; documents: DocumentEntry[] }) {
  return (
    <Table
      caption={`${caption}: documents, how long they are and what they cost`}
      hideCaption
      rows={documents}
      rowKey={(entry) => entry.slug}
      columns={columns}
      fixed
    />
  );
}

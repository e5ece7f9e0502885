import { useState, useSyncExternalStore } from 'react';
import type { DocumentEntry, DocumentIndex } from '#features/documents/rules/contract.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { readStored } from '#platform/web/storage.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { Bundles, DocumentGroups, groupsOf } from '../document-groups.tsx';
import { generator } from '../paths.ts';

/** Every word that was typed is somewhere in what the document says of itself. */
export const matches = (entry: DocumentEntry, words: string, category: string): boolean => {
  const text = `${entry.title} ${entry.short} ${entry.category} ${entry.description}`.toLowerCase();
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (category === '' || entry.category === category) && wanted.every((word) => text.includes(word));
};

/** Which document it shall be. */
export function Gallery({ documents, bundles }: DocumentIndex) {
  const [words, setWords] = useState('');
  const [category, setCategory] = useState('');
  const found = documents.filter((entry) => matches(entry, words, category));
  return (
    <Page
      kind="list"
      title="Classic Template Generator"
      lead="Choose a document, answer a few questions, and watch it take shape. No account needed."
    >
      <search className="mb-16 flex flex-wrap gap-16">
        <Field label="Search" compact className="min-w-0 flex-1">
          <TextInput type="search" value={words} onChange={({ target }) => setWords(target.value)} />
        </Field>
        <Field label="What for" compact>
          <Select value={category} onChange={({ target }) => setCategory(target.value)}>
            <option value="">Everything</option>
            {groupsOf(documents).map(([purpose]) => (
              <option key={purpose}>{purpose}</option>
            ))}
          </Select>
        </Field>
      </search>
      <p className="sr-only" role="status">
        {found.length} of {documents.length} documents
      </p>
      {found.length > 0 ? (
        <DocumentGroups documents={found}>
          {(some, group) => (
            <Table
              caption={`${group}: documents to fill in`}
              hideCaption
              rows={some}
              rowKey={(entry) => entry.slug}
              columns={columns}
              fixed
            />
          )}
        </DocumentGroups>
      ) : (
        <EmptyState
          title="No documents found"
          action={
            <Button
              onClick={() => {
                setWords('');
                setCategory('');
              }}
            >
              Show all
            </Button>
          }
        >
          Try fewer words, or look under everything.
        </EmptyState>
      )}
      {words === '' && category === '' && <Bundles bundles={bundles} documents={documents} />}
    </Page>
  );
}

const titleCell = (entry: DocumentEntry) => (
  <>
    <Link quiet href={`${generator}?document=${entry.slug}`}>
      {entry.title}
    </Link>{' '}
    <Begun slug={entry.slug} />
    <span className="block text-13 font-normal text-muted">{entry.description}</span>
  </>
);

const columns: readonly [TableColumn<DocumentEntry>, ...TableColumn<DocumentEntry>[]] = [
  { head: 'Document', label: false, cell: titleCell },
  { head: 'Questions', numeric: true, cell: (entry) => entry.questions },
  { head: 'Minutes', numeric: true, cell: (entry) => entry.minutes },
  { head: 'Price', align: 'end', label: false, cell: (entry) => entry.cost },
];

const never = () => () => undefined;

/** Whether this device holds answers to it; not known until this is a browser. */
function Begun({ slug }: { slug: string }) {
  const has = useSyncExternalStore(
    never,
    () => readStored(answersKey(slug)) !== null,
    () => false,
  );
  return has && <Tag>Started</Tag>;
}

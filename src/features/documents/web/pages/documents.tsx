import type { DocumentIndex } from '#features/documents/rules/contract.ts';
import type { PageHead } from '#platform/web/chunks.ts';
import { Page } from '#ui/page.tsx';
import { Bundles, DocumentGroups, GroupLinks } from '../document-groups.tsx';
import { DocumentTable } from '../document-table.tsx';

export function head(_data: DocumentIndex): PageHead {
  return {
    title: 'Documents',
    description:
      'Contracts and business documents in plain English. Read each in full, answer a few questions, download the PDF.',
  };
}

export default function Documents({ data }: { data: DocumentIndex }) {
  return (
    <Page
      kind="list"
      title="Documents"
      lead="Read each one in full before you start. Every clause has a plain-language summary. None of this is legal advice."
    >
      <GroupLinks documents={data.documents} />
      <DocumentGroups documents={data.documents}>
        {(some, category) => <DocumentTable caption={category} documents={some} />}
      </DocumentGroups>
      <Bundles bundles={data.bundles} documents={data.documents} />
    </Page>
  );
}

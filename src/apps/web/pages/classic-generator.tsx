import { useEffect } from 'react';
import { BrandingProvider } from '#features/branding/web/branding-provider.tsx';
import type { DocumentDetail, DocumentIndex } from '#features/documents/rules/contract.ts';
import { Gallery } from '#features/documents/web/generator/gallery.tsx';
import type { PageHead } from '#platform/web/chunks.ts';
import { useLocation, useSearchParams } from '#platform/web/router.tsx';
import { useWhole } from '../documents/whole.ts';
import { ConnectedGenerator } from '../connected-generator.tsx';
import { ReopenedDesk } from '../reopened.tsx';

type Data = DocumentIndex | DocumentDetail;

export const head = (data: Data): PageHead =>
  'template' in data
    ? { title: data.entry.title, description: data.entry.description }
    : {
        title: 'Classic Template Generator',
        description:
          'Create contracts and documents from a template and a form. Edit, brand, save and export them.',
      };

/** The list of documents, or the one in the URL. */
export default function ClassicGenerator({ data }: { data: Data }) {
  if (!('template' in data)) return <Gallery {...data} />;
  return (
    <BrandingProvider>
      <Chosen key={data.entry.slug} detail={data} />
    </BrandingProvider>
  );
}

function Chosen({ detail: shown }: { detail: DocumentDetail }) {
  const detail = useWhole<DocumentDetail>(shown);
  const { isFirst } = useLocation();
  useEffect(() => {
    if (!isFirst) window.scrollTo(0, 0);
  }, [isFirst]);
  const [search] = useSearchParams();
  const template = search.get('template');
  if (template) return <ReopenedDesk key={template} detail={detail} id={template} />;
  return <ConnectedGenerator detail={detail} />;
}

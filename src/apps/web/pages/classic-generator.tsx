import { useEffect, useRef } from 'react';
import { BrandingProvider, useBranding } from '#features/branding/web/branding-provider.tsx';
import type { DocumentDetail, DocumentIndex } from '#features/documents/rules/contract.ts';
import { Gallery } from '#features/documents/web/generator/gallery.tsx';
import { Generator, type ToSave } from '#features/documents/web/generator/generator.tsx';
import { loadChunk, type PageHead } from '#platform/web/chunks.ts';
import { draftKey, type Draft } from '#features/documents/rules/draft.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { writeStored } from '#platform/web/storage.ts';
import { getViewer } from '#platform/web/viewer.ts';
import { toast } from '#ui/toast.tsx';

import { useLetterhead } from '../documents/letterhead.tsx';

type Data = DocumentIndex | DocumentDetail;

export const head = (data: Data): PageHead =>
  'template' in data
    ? { title: data.entry.title, description: data.entry.description }
    : {
        title: 'Classic Template Generator',
        description:
          'Contracts and documents from a template and a form: edited, branded, saved and exported.',
      };

/** The documents to choose from, or the one that the address names. */
export default function ClassicGenerator({ data }: { data: Data }) {
  if (!('template' in data)) return <Gallery documents={data.documents} />;
  return (
    <BrandingProvider>
      <Chosen key={data.entry.slug} detail={data} />
    </BrandingProvider>
  );
}

function Chosen({ detail }: { detail: DocumentDetail }) {
  const { branding } = useBranding();
  const exists = usePathExists();
  const { isFirst } = useLocation();
  const save = useSave(branding);
  useEffect(() => {
    if (!isFirst) window.scrollTo(0, 0);
  }, [isFirst]);
  const letterhead = useLetterhead(branding);
  const navigate = useNavigate();
  const edit = ({ name, content, ...rest }: ToSave) => {
    const draft: Draft = { ...rest, name, html: content };
    if (writeStored(draftKey(detail.entry.slug), JSON.stringify(draft)) === 'written')
      navigate(`/tools/document-editor?draft=${detail.entry.slug}`);
    else toast.error('This browser keeps nothing, so the text cannot be edited here.');
  };
  return (
    <Generator
      detail={detail}
      letterhead={letterhead}
      brandingHref={exists('/dashboard') ? '/dashboard#branding' : null}
      save={save}
      edit={edit}
    />
  );
}

/** Saves under one id for as long as the page is open: saving again changes what was saved. */
function useSave(branding: unknown): (document: ToSave) => Promise<void> {
  const navigate = useNavigate();
  const saved = useRef<{ uid: string; id: string } | null>(null);
  return async ({ formData, ...document }) => {
    if (!getViewer().user) {
      const next = window.location.pathname + window.location.search;
      toast.plain('Sign in to save. Your answers stay on this device.', {
        action: { label: 'Sign in', onAct: () => navigate(`/signin?next=${encodeURIComponent(next)}`) },
      });
      return;
    }
    try {
      const { saveTemplate } = await loadChunk(() => import('#features/saved/web/save-template.ts'));
      const uid = getViewer().user?.uid ?? '';
      const before = saved.current?.uid === uid ? saved.current : null;
      const { id } = await saveTemplate({
        ...document,
        formData: { ...formData },
        ...(document.isBranded && { branding }),
        ...(before && { id: before.id }),
      });
      saved.current = { uid, id };
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
}

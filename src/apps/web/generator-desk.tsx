import { type ComponentProps, useMemo, useRef } from 'react';
import { brandContent } from '#features/branding/rules/branded.ts';
import { BrandHeader } from '#features/branding/web/brand-header.tsx';
import { useBranding } from '#features/branding/web/branding-provider.tsx';
import { Generator, type Letterhead, type ToSave } from '#features/documents/web/generator/generator.tsx';
import { loadChunk } from '#platform/web/chunks.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { getViewer } from '#platform/web/viewer.ts';
import { toast } from '#ui/toast.tsx';

/** The generator with what other features bring to it: the letterhead, and a place to save. */
export function GeneratorDesk(
  props: Omit<ComponentProps<typeof Generator>, 'letterhead' | 'brandingHref' | 'save'>,
) {
  const { branding } = useBranding();
  const exists = usePathExists();
  const save = useSave(branding);
  const letterhead = useMemo<Letterhead | null>(
    () =>
      branding.companyName.trim() !== ''
        ? {
            words: branding,
            header: <BrandHeader branding={branding} />,
            dress: (html) => brandContent(html, branding),
            forPdf: branding,
          }
        : null,
    [branding],
  );
  return (
    <Generator
      {...props}
      letterhead={letterhead}
      brandingHref={exists('/dashboard') ? '/dashboard#branding' : null}
      save={save}
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

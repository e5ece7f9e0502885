import { useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';

interface Version {
  name: string;
  page: string;
}

/** Two saved versions of one document, with the differences marked. */
async function bothPages(
  uid: string,
  mine: string,
  theirs: string,
): Promise<[Version, Version] | 'gone' | null> {
  const [{ openTemplate }, { pagesBeside }] = await Promise.all([
    loadChunk(() => import('#features/saved/web/templates.ts')),
    loadChunk(() => import('#features/saved/web/pages-beside.ts')),
  ]);
  const [here, there] = await Promise.all([openTemplate(uid, mine), openTemplate(uid, theirs)]);
  if (!here || !there) return here && 'gone';
  const [a, b] = pagesBeside(here.template.content, there.template.content);
  return [
    { name: here.template.name, page: a },
    { name: there.template.name, page: b },
  ];
}

/**
 * Shown when an edit became a separate document because another device had saved the same one: both, side by side.
 */
export function BesideNotice({ id }: { id: string }) {
  const [search] = useSearchParams();
  const other = search.get('beside');
  const { user } = useViewer();
  const uid = user?.uid;
  const [isOpen, setOpen] = useState(true);
  // Null until they are known; `gone` if the other one was permanently deleted.
  const [found, setFound] = useState<[Version, Version] | 'gone' | null>(null);
  useEffect(() => {
    if (!other || uid === undefined) return undefined;
    let isHere = true;
    bothPages(uid, id, other).then(
      (both) => isHere && setFound(both),
      // The text without its images.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [uid, id, other]);
  if (!other) return null;
  if (found === 'gone')
    return (
      <div className="mx-auto mb-16 max-w-measure">
        <Notice kind="warn" title="The document you had open was deleted on another device">
          Nothing you typed is lost: it’s saved as this new document. Delete it if you don’t need it.
        </Notice>
      </div>
    );
  const versions = found;
  const slug = search.get('document');
  const theirs = `${slug ? `/tools/classic-template-generator?document=${encodeURIComponent(slug)}&` : '/tools/document-editor?'}template=${encodeURIComponent(other)}`;
  return (
    <div className="mx-auto mb-16 max-w-measure">
      <Notice
        kind="warn"
        title="This document was also changed on another device"
        actions={
          <>
            {versions && (
              <Button onClick={() => setOpen(true)} size="tool">
                Compare
              </Button>
            )}
            <ButtonLink href={theirs} size="tool">
              Open the other version
            </ButtonLink>
          </>
        }
      >
        Nothing is lost: the other device’s version is unchanged, and yours is this document
        {versions ? `, “${versions[0].name}”` : ''}. Delete the one you don’t need.
      </Notice>
      <Dialog
        open={isOpen && versions !== null}
        onClose={() => setOpen(false)}
        title="Two versions of this document"
        wide
        actions={
          <>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Continue with mine
            </Button>
            <ButtonLink href={theirs}>Open the other version</ButtonLink>
          </>
        }
      >
        <p className="mb-16">
          What only one version says is marked in blue. Both are in your saved templates.
        </p>
        <div className="grid gap-16 md:grid-cols-2">
          {versions?.map(({ name, page }, index) => (
            <section key={index} aria-label={index === 0 ? 'Yours' : 'From the other device'}>
              <h3 className="mb-8 text-15 font-medium">{index === 0 ? 'Yours' : 'From the other device'}</h3>
              <p className="mb-8 truncate text-13 text-muted">{name}</p>
              <iframe
                className="ui-paper saved-preview w-full"
                title={index === 0 ? 'Your version' : 'The version from the other device'}
                sandbox=""
                srcDoc={page}
              />
            </section>
          ))}
        </div>
      </Dialog>
    </div>
  );
}

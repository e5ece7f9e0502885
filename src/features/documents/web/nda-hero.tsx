import Download from '#ui/icons/download.ts';
import { type ReactNode, useRef, useState } from 'react';
import type { DocumentDetail, Opening } from '#features/documents/rules/contract.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { writeStored } from '#platform/web/storage.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { DocView } from './doc-view.tsx';
import type { printDocument } from './print.ts';

const generator = '/tools/classic-template-generator';

/**
 * Two inputs and the agreement they fill. `opening` is the answer of /api/documents?opening=mutual-nda: the text comes
 * with the page, not with the script.
 */
export function NdaHero({ opening, title, lead }: { opening: Opening; title: string; lead: ReactNode }) {
  const [ours, setOurs] = useState('');
  const [theirs, setTheirs] = useState('');
  const [state, setState] = useState<'ready' | 'busy' | { failed: string }>('ready');
  const exists = usePathExists();
  const offline = useRef<Promise<Offline> | null>(null);
  const { slug } = opening;
  const answers = { sideA: { name: ours }, sideB: { name: theirs } };

  // Fetched while the names are typed, so that printing works when the connection has gone by then.
  const prepare = () => {
    void loadDownload().catch(() => {});
    offline.current ??= loadOffline(slug);
    offline.current.catch(() => (offline.current = null));
  };

  const download = async () => {
    setState('busy');
    try {
      const { downloadFilled } = await loadDownload();
      await downloadFilled(slug, answers);
      setState('ready');
    } catch (error) {
      setState({ failed: (error as Error).message });
    }
  };

  const print = async () => {
    prepare();
    try {
      const kept = await (offline.current as Promise<Offline>);
      kept.printDocument(kept.detail.template, answers);
    } catch {
      setState({
        failed:
          'Printing needs the rest of the agreement, which hasn’t loaded yet. Go online once to load it.',
      });
    }
  };

  return (
    <Columns>
      <Column span={5}>
        <Stack gap={24}>
          <h1 className="text-38 font-bold lg:text-52" tabIndex={-1}>
            {title}
          </h1>
          <p className="text-17">{lead}</p>
          <form onFocus={prepare} onSubmit={(event) => (event.preventDefault(), void download())}>
            <Field label="Your company">
              <TextInput
                value={ours}
                maxLength={200}
                autoComplete="organization"
                onChange={(event) => setOurs(event.target.value)}
              />
            </Field>
            <Field label="Their company">
              <TextInput
                value={theirs}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => setTheirs(event.target.value)}
              />
            </Field>
            <Row className="mt-8">
              <Button
                type="submit"
                variant="primary"
                icon={Download}
                busy={state === 'busy' && 'Preparing PDF…'}
              >
                Download PDF
              </Button>
              {exists(generator) && (
                <ButtonLink
                  href={`${generator}?document=${slug}`}
                  onClick={() => writeStored(answersKey(slug), JSON.stringify(answers), 'session')}
                >
                  Continue in the generator
                </ButtonLink>
              )}
            </Row>
          </form>
          {typeof state === 'object' && (
            <Notice
              kind="warn"
              title={state.failed}
              actions={<Button onClick={() => void print()}>Print instead</Button>}
            >
              What you typed is still here. You can also print to PDF.
            </Notice>
          )}
        </Stack>
      </Column>
      <Column span={7}>
        <Paper label={opening.title} data-peek="">
          <DocView blocks={opening.blocks} fill={{ 'sideA.name': ours, 'sideB.name': theirs }} />
        </Paper>
      </Column>
    </Columns>
  );
}

const loadDownload = () => loadChunk(() => import('./download.ts'));

interface Offline {
  detail: DocumentDetail;
  printDocument: typeof printDocument;
}

async function loadOffline(slug: string): Promise<Offline> {
  const [detail, module] = await Promise.all([
    api<DocumentDetail>(`/api/documents/${slug}`),
    import('./print.ts'),
  ]);
  return { detail, printDocument: module.printDocument };
}

import Download from '#ui/icons/download.ts';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { plainLocale } from '#base/locale.ts';
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
import { generator } from './paths.ts';
import type { printDocument } from './print.ts';

interface NdaHeroProps {
  opening: Opening;
  title: string;
  lead: ReactNode;
  /** Other ways to begin, below the form. */
  children?: ReactNode;
  /** Hears the names as they are typed. */
  onNames?: (ours: string, theirs: string) => void;
}

/**
 * Two inputs and the agreement they fill. `opening` is the answer of /api/documents?opening=mutual-nda: the text comes
 * with the page, not with the script.
 */
export function NdaHero({ opening, title, lead, children, onNames }: NdaHeroProps) {
  const [ours, setOurs] = useState('');
  const [theirs, setTheirs] = useState('');
  const [state, setState] = useState<'ready' | 'busy' | 'unnamed' | { failed: string }>('ready');
  const fill: Record<string, string> = { 'sideA.name': ours, 'sideB.name': theirs };
  const today = useTodayInWords();
  for (const field of opening.today) fill[field] = today;
  const blanks = opening.blanks.filter(({ field }) => !fill[field]?.trim());
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

  // A form without a name is rarely meant.
  const submit = () => {
    if (ours.trim() && theirs.trim()) void download();
    else setState('unnamed');
  };

  const form = useRef<HTMLFormElement>(null);
  const fillIn = () => {
    setState('ready');
    form.current?.querySelectorAll('input')[ours.trim() ? 1 : 0]?.focus();
  };

  return (
    <Columns className="max-lg:gap-y-16 lg:gap-y-24">
      <Column span={5}>
        <Stack gap={24} className="max-lg:gap-12">
          <h1 className="text-28 font-bold md:text-38 lg:text-52" tabIndex={-1}>
            {title}
          </h1>
          <p className="text-17">{lead}</p>
        </Stack>
      </Column>
      {/*
       * Beside a desk's form, as high as what stands there, it goes on below. On a phone its upper edge stands over the
       * form: whoever types sees their name in it.
       */}
      <Column span={7} className="lg:relative lg:row-span-2">
        <Paper label={opening.title} data-peek="" className="max-lg:max-h-glance lg:absolute lg:inset-0">
          <DocView blocks={opening.blocks} fill={fill} />
        </Paper>
      </Column>
      <Column span={5}>
        <Stack gap={24}>
          <form ref={form} onFocus={prepare} onSubmit={(event) => (event.preventDefault(), submit())}>
            <Field label="Your company">
              <TextInput
                value={ours}
                maxLength={200}
                autoComplete="organization"
                onChange={({ target: { value } }) => {
                  setOurs(value);
                  onNames?.(value, theirs);
                }}
              />
            </Field>
            <Field label="Their company">
              <TextInput
                value={theirs}
                maxLength={200}
                autoComplete="off"
                onChange={({ target: { value } }) => {
                  setTheirs(value);
                  onNames?.(ours, value);
                }}
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
            <p className="mt-12 text-13 text-muted">
              The PDF leaves {blanks.length} blanks: {blanks.map(({ label }) => label).join(', ')}.
              {exists(generator) && ' The generator asks for them.'}
            </p>
          </form>
          {state === 'unnamed' && (
            <Notice
              kind="warn"
              title="A company has no name yet"
              actions={
                <>
                  <Button variant="primary" onClick={fillIn}>
                    Fill in the names
                  </Button>
                  <Button onClick={() => void download()}>Download with blanks</Button>
                </>
              }
            />
          )}
          {typeof state === 'object' && (
            <Notice
              kind="warn"
              title={state.failed}
              actions={<Button onClick={() => void print()}>Print instead</Button>}
            >
              What you typed is still here. You can also print to PDF.
            </Notice>
          )}
          {children}
        </Stack>
      </Column>
    </Columns>
  );
}

const never = () => () => {};
const todayInWords = () =>
  new Intl.DateTimeFormat(plainLocale(navigator.language), { dateStyle: 'long' }).format(new Date());

/** The date that the PDF will have. It is the reader's, so the hub can't write it. */
const useTodayInWords = (): string => useSyncExternalStore(never, todayInWords, () => '');

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

import Plus from '#ui/icons/plus.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { parseBranding, brandingKey } from '#features/branding/rules/branding.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { isOfDevice } from '#platform/web/place.ts';
import { readStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import type { Funnel, FunnelHead } from '../rules/contract.ts';
import { readImport } from '../rules/import.ts';
import { themeTable } from '../rules/render/themes.ts';
import { startFrom } from '../rules/start-from.ts';
import { type Starter, starters } from '../rules/starters/index.ts';
import { PagePicture } from './page-picture.tsx';
import { keepFunnel, newFunnelId, newPartId, openFunnel, ownerNow, removeFunnel } from './store.ts';
import { type FunnelList, useFunnels } from './use-funnels.ts';

const path = (id: string) => `/tools/funnel-builder?id=${id}`;

/** Where a funnel begins: from one that is complete, from a file, or from one's own. */
export function Start() {
  const list = useFunnels();
  const navigate = useNavigate();
  const { user, ready } = useViewer();
  const file = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  const keep = async (funnel: Funnel) => {
    try {
      await keepFunnel(ownerNow(), funnel, null);
      navigate(path(funnel.id));
    } catch {
      setError(
        'This browser’s storage is full, so we couldn’t create the funnel. Free up space or use another browser.',
      );
    }
  };
  const begin = (starter: Starter) =>
    keep(startFrom(starter, newPartId, newFunnelId(), parseBranding(readStored(brandingKey))));
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setError(null);
    const read = readImport(await chosen.text().catch(() => ''), newFunnelId());
    if ('error' in read) setError(read.error);
    else await keep(read.funnel);
  };

  return (
    <Page
      kind="list"
      title="Funnel Builder"
      lead="Pages that turn visitors into leads and orders. Start from a complete funnel, change the text, publish."
      actions={
        <>
          <Button disabled={!ready} onClick={() => file.current?.click()}>
            Import a JSON file
          </Button>
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            hidden
            disabled={!ready}
            aria-label="Funnel as JSON"
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = '';
            }}
          />
        </>
      }
    >
      <Stack gap={48}>
        {error && (
          <Notice kind="danger" title="Couldn’t import the funnel">
            {error}
          </Notice>
        )}
        {list?.isKept === false && (
          <Notice kind="warn" still title="This browser doesn’t save data for this site">
            {user && !user.isOffline
              ? 'Your work is saved to your account once you’re back online. Until then it’s only on this page.'
              : 'Your work is only on this page and is lost when you close it. Sign in to save it, or export it.'}{' '}
            This is usually caused by a private window or blocked site data.
          </Notice>
        )}
        {list?.heads && list.heads.length > 0 && <Mine list={list} />}
        <section aria-label="Start from a complete funnel">
          <h2 className="text-21">Start from a complete funnel</h2>
          <ul className="mt-24 grid gap-32 md:grid-cols-2 lg:grid-cols-3">
            {starters.map((starter) => (
              <li key={starter.id} className="flex flex-col gap-12">
                <Template starter={starter} />
                <div className="flex-1">
                  <h3 className="font-bold">{starter.name}</h3>
                  <p className="text-13 text-muted">
                    {starter.path} · {themeTable[starter.theme].name}
                  </p>
                  <p className="mt-8">{starter.about}</p>
                </div>
                <div>
                  <Button
                    icon={Plus}
                    aria-label={`Start from this: ${starter.name}`}
                    disabled={!ready}
                    onClick={() => void begin(starter)}
                  >
                    Start from this
                  </Button>
                </div>
              </li>
            ))}
            <Other
              words="Your first line"
              title="Empty page"
              about="One page with nothing on it, in any theme."
              act={
                <Button icon={Plus} disabled={!ready} onClick={() => void begin(empty)}>
                  Start empty
                </Button>
              }
            />
            <Other
              words="From elsewhere"
              title="A file"
              about="A funnel exported from here, from this account or another."
              act={
                <Button disabled={!ready} onClick={() => file.current?.click()}>
                  Choose a file
                </Button>
              }
            />
          </ul>
          {ready && !user && (
            <p className="mt-16 text-muted">
              No account needed to build. Your work stays on this device until you sign in. You need an
              account to publish.
            </p>
          )}
        </section>
      </Stack>
    </Page>
  );
}

const empty: Starter = {
  id: 'empty',
  name: 'Empty funnel',
  about: '',
  path: '',
  theme: 'sheet',
  steps: [{ kind: 'page', name: 'Page', blocks: [] }],
};

/** What begins with nothing of ours: a sheet with its first line in pencil. */
function Other(props: { words: string; title: string; about: string; act: ReactNode }) {
  return (
    <li className="flex flex-col gap-12">
      <Sheet>
        <div className="flex aspect-4/3 items-center justify-center border border-dashed border-control">
          <p className="font-serif text-21 text-muted italic">{props.words}</p>
        </div>
      </Sheet>
      <div className="flex-1">
        <h3 className="font-bold">{props.title}</h3>
        <p className="mt-8">{props.about}</p>
      </div>
      <div>{props.act}</div>
    </li>
  );
}

function shownOf(starter: Starter): Funnel {
  let made = 0;
  return startFrom(starter, () => `t${++made}`, 'fun_template', null);
}

/** Its first page as it will look: stapled to the pages behind it. */
function Template({ starter }: { starter: Starter }) {
  const funnel = useMemo(() => shownOf(starter), [starter]);
  return (
    <Sheet stack staple>
      <PagePicture funnel={funnel} step={funnel.steps[0]} />
    </Sheet>
  );
}

function Mine({ list }: { list: FunnelList }) {
  const [leaving, setLeaving] = useState<FunnelHead | null>(null);
  const duplicate = async ({ id }: FunnelHead) => {
    try {
      const opened = await openFunnel(list.owner, id);
      if (!opened) throw new Error('missing');
      const copy = newFunnelId();
      const name = `${opened.funnel.name} (copy)`.slice(0, 120);
      const slug = `${opened.funnel.slug.slice(0, 50).replace(/(?<!-)-+$/, '')}-${copy.slice(-6)}`;
      await keepFunnel(list.owner, { ...opened.funnel, id: copy, name, slug }, null);
    } catch {
      toast.error('Couldn’t load the funnel. Nothing has changed.');
    }
  };
  // Without an account nobody can tell whose they are: whoever used this device before may have made them.
  const label = isOfDevice(list.owner) ? 'Funnels on this device' : 'Your funnels';
  return (
    <section aria-label={label}>
      <Table
        caption={label}
        rows={list.heads ?? []}
        rowKey={({ id }) => id}
        columns={columnsOf(list, { duplicate: (head) => void duplicate(head), remove: setLeaving })}
      />
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Delete ${leaving?.name ?? ''}?`}
        actions={
          <>
            <Button onClick={() => setLeaving(null)}>Cancel</Button>
            <Button
              variant="danger"
              onClick={() => {
                if (leaving) void removeFunnel(list.owner, leaving);
                setLeaving(null);
              }}
            >
              Delete
            </Button>
          </>
        }
      >
        This permanently deletes its pages, leads and numbers. Export the leads first if you need them.
      </Dialog>
    </section>
  );
}

function State({ head, list }: { head: FunnelHead; list: FunnelList }) {
  if (list.waits.get(head.id)) return <Tag tone="danger">not saved to your account</Tag>;
  if (head.live)
    return (
      <Link href={`/f/${head.live.slug}`} target="_blank">
        /f/{head.live.slug}
      </Link>
    );
  if (head.publishAt) return <Tag>scheduled</Tag>;
  return <Tag>{list.waits.has(head.id) || head.version === 0 ? 'on this device' : 'draft'}</Tag>;
}

const columnsOf = (
  list: FunnelList,
  acts: Record<'duplicate' | 'remove', (head: FunnelHead) => void>,
): [TableColumn<FunnelHead>, ...TableColumn<FunnelHead>[]] => [
  { head: 'Name', cell: ({ id, name }) => <Link href={path(id)}>{name}</Link> },
  { head: 'Steps', numeric: true, cell: ({ steps }) => steps },
  { head: 'State', cell: (head) => <State head={head} list={list} /> },
  {
    head: 'Changed',
    cell: ({ updatedAt }) =>
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(updatedAt)),
  },
  {
    head: <span className="sr-only">Acts</span>,
    label: false,
    align: 'end',
    cell: (head) => (
      <Row gap={4} className="justify-end">
        <Button variant="quiet" aria-label={`Duplicate ${head.name}`} onClick={() => acts.duplicate(head)}>
          Duplicate
        </Button>
        <Button variant="quiet" aria-label={`Delete ${head.name}`} onClick={() => acts.remove(head)}>
          Delete
        </Button>
      </Row>
    ),
  },
];

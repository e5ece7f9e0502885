import Plus from '#ui/icons/plus.ts';
import { useRef, useState } from 'react';
import { parseBranding, brandingKey } from '#features/branding/rules/branding.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { readStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import type { Funnel, FunnelHead } from '../rules/contract.ts';
import { readImport } from '../rules/import.ts';
import { startFrom } from '../rules/start-from.ts';
import { type Starter, starters } from '../rules/starters.ts';
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
        'This browser has no room left for it, so the funnel was not begun. Make room, or use another browser.',
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
      lead="Pages that lead from an offer to an order or a sign-up. Start from one that is complete, change the words, publish."
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
          <Notice kind="danger" title="That did not work">
            {error}
          </Notice>
        )}
        {list?.isKept === false && (
          <Notice kind="warn" still title="This browser keeps nothing">
            {user && !user.isOffline
              ? 'What you build goes to your account as soon as the hub can be reached. Until then it is on this page only.'
              : 'What you build is on this page only and goes when it is closed. Sign in first to save it to your account, or export it.'}{' '}
            Private windows and blocked site data are the usual reasons.
          </Notice>
        )}
        {list?.heads && list.heads.length > 0 && <Mine list={list} />}
        <section aria-label="Start from a complete funnel">
          <h2 className="text-21">Start from a complete one</h2>
          <ul className="mt-16 border-t border-hairline">
            {starters.map((starter) => (
              <li
                key={starter.id}
                className="grid gap-8 border-b border-hairline py-16 md:grid-cols-12 md:items-center"
              >
                <div className="md:col-span-3">
                  <h3 className="font-bold">{starter.name}</h3>
                  <p className="text-13 text-muted">{starter.path}</p>
                </div>
                <p className="md:col-span-6">{starter.about}</p>
                <div className="md:col-span-3 md:text-right">
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
          </ul>
          {ready && !user && (
            <p className="mt-16 text-muted">
              You need no account to build. What you make stays on this device until you sign in; publishing
              needs an account.
            </p>
          )}
        </section>
      </Stack>
    </Page>
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
      toast.error('The funnel cannot be read right now. Nothing has changed.');
    }
  };
  return (
    <section aria-label="Your funnels">
      <Table
        caption="Your funnels"
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
            <Button onClick={() => setLeaving(null)}>Keep it</Button>
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
        Its pages, its leads and its numbers go for good. Export the leads first if you still need them.
      </Dialog>
    </section>
  );
}

function State({ head, list }: { head: FunnelHead; list: FunnelList }) {
  if (list.waits.get(head.id)) return <Tag tone="danger">not taken by your account</Tag>;
  if (head.live)
    return (
      <Link href={`/f/${head.live.slug}`} target="_blank">
        /f/{head.live.slug}
      </Link>
    );
  if (head.publishAt) return <Tag>planned</Tag>;
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

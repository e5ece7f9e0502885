import FileText from '#ui/icons/file-text.ts';
import LayoutGrid from '#ui/icons/layout-grid.ts';
import List from '#ui/icons/list.ts';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Segments } from '#ui/segments.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { type SavedHead, savedApi } from '../rules/contract.ts';
import { statusWords } from '../rules/list.ts';
import { firstView, foldersOf, listed, type ListView, type SortBy, usedWords } from '../rules/list-view.ts';
import { savedActions } from './actions.ts';
import { AskDialog, ForGoodDialog, PreviewDialog } from './saved-dialogs.tsx';
import { SavedCards } from './saved-cards.tsx';
import { type RowActs, SavedRows } from './saved-rows.tsx';
import { type SavedList, useSavedTemplates } from './use-saved-templates.ts';
import { searchHere } from './search.ts';
import { savedStore } from './store.ts';
import { versionsPath } from './versions/paths.ts';
import { WaitingPanel } from './waiting-panel.tsx';

const sorts: Record<SortBy, string> = {
  updated: 'Last changed',
  created: 'Newest',
  name: 'Name',
  size: 'Size',
};
const allFolders = '*';

/** A member's templates: everything that can be done with them, in one place. */
export default function SavedScreen() {
  const { user } = useViewer();
  const list = useSavedTemplates();
  if (!user) return null;
  return <Saved key={user.uid} owner={user.uid} list={list} />;
}

function Saved({ owner, list }: { owner: string; list: SavedList }) {
  const { heads, waiting, total } = list;
  const [view, setView] = useState<ListView>(firstView);
  const [look, setLook] = useState<'list' | 'grid'>('list');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<SavedHead | null>(null);
  const [renaming, setRenaming] = useState<SavedHead | null>(null);
  const [filing, setFiling] = useState<SavedHead[] | null>(null);
  const [ending, setEnding] = useState<SavedHead[] | null>(null);
  const navigate = useNavigate();
  useOpenFromAddress(heads, setOpened);
  const query = useDeferredValue(view.query);
  const found = useDeepSearch(owner, query, list.status === 'connected');
  const shown = useMemo(() => listed(heads, { ...view, query }, found), [heads, view, query, found]);
  const folders = useMemo(() => foldersOf(heads), [heads]);
  const waits = useMemo(() => new Set(waiting.map(({ id }) => id)), [waiting]);
  const actions = useMemo(() => savedActions(owner, heads), [owner, heads]);
  const inView = total ?? heads.filter(({ deletedAt }) => (deletedAt !== null) === view.bin).length;
  const picked = shown.filter(({ id }) => chosen.has(id));
  const change = (part: Partial<ListView>) => {
    setView((now) => ({ ...now, ...part }));
    setChosen(new Set());
  };

  const acts: RowActs = {
    // A dialog lays the whole page out anew: the press is answered before.
    open: (head) => startTransition(() => setOpened(head)),
    rename: setRenaming,
    versions: ({ id }) => navigate(versionsPath(id)),
    file: setFiling,
    duplicate: (some) => void actions.duplicate(some),
    star: (some, starred) => void actions.star(some, starred),
    remove: (some) => {
      // Out of the bin there is no way back: that is asked first.
      if (some.every(({ deletedAt }) => deletedAt !== null)) return setEnding(some);
      setChosen(new Set());
      void actions.remove(some);
    },
    restore: (some) => void actions.restore(some),
    toggle: ({ id }) =>
      setChosen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };

  return (
    <div className="density-tool flex flex-col gap-16">
      <StatusLine list={list} />
      <WaitingPanel owner={owner} waiting={waiting} heads={heads} onExport={() => void actions.exportAll()} />
      <div className="flex flex-wrap items-end gap-12">
        <Field label="Search" hideLabel compact className="min-w-full flex-1 md:min-w-0">
          <TextInput
            type="search"
            placeholder="Search names and text"
            value={view.query}
            onChange={(event) => change({ query: event.target.value })}
          />
        </Field>
        <Field label="Folder" hideLabel compact>
          <Select
            value={view.folder ?? allFolders}
            onChange={(event) =>
              change({ folder: event.target.value === allFolders ? null : event.target.value })
            }
          >
            <option value={allFolders}>All folders</option>
            {folders.map((folder) => (
              <option key={folder}>{folder}</option>
            ))}
          </Select>
        </Field>
        <Field label="Sort by" hideLabel compact>
          <Select value={view.sort} onChange={(event) => change({ sort: event.target.value as SortBy })}>
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Segments
          label="View"
          iconsOnly
          value={look}
          onChange={setLook}
          options={[
            { value: 'list', label: 'List', icon: List },
            { value: 'grid', label: 'Pages', icon: LayoutGrid },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-12 text-14">
        <Checkbox
          label={picked.length > 0 ? `${picked.length} selected` : 'Select all'}
          disabled={total !== null}
          checked={picked.length > 0 && picked.length === shown.length}
          mixed={picked.length > 0 && picked.length < shown.length}
          onChange={() =>
            setChosen(picked.length === shown.length ? new Set() : new Set(shown.map(({ id }) => id)))
          }
        />
        <Button
          variant="quiet"
          aria-pressed={view.starredOnly}
          onClick={() => change({ starredOnly: !view.starredOnly })}
        >
          Starred
        </Button>
        <Button variant="quiet" aria-pressed={view.bin} onClick={() => change({ bin: !view.bin })}>
          Bin
        </Button>
        {picked.length > 0 && <Bulk picked={picked} acts={acts} isBin={view.bin} />}
        <span className="ml-auto text-muted">
          {total ?? shown.length} of {inView}
          {total === null && ` · ${usedWords(heads)} used`}
        </span>
        <Button variant="quiet" onClick={() => void actions.exportAll()}>
          Export all
        </Button>
      </div>

      {list.isLoading ? (
        <Skeleton shape="table" label="Loading your templates" />
      ) : shown.length === 0 ? (
        <Nothing view={view} />
      ) : look === 'list' ? (
        <SavedRows owner={owner} heads={shown} chosen={chosen} waits={waits} acts={acts} />
      ) : (
        <SavedCards owner={owner} heads={shown} chosen={chosen} waits={waits} acts={acts} />
      )}
      <PreviewDialog owner={owner} head={opened} onClose={() => setOpened(null)} />
      <ForGoodDialog
        heads={ending}
        onClose={() => setEnding(null)}
        onYes={(some) => {
          setEnding(null);
          setChosen(new Set());
          void actions.remove(some, true);
        }}
      />
      <AskDialog
        title="Rename"
        label="Name"
        value={renaming?.name ?? null}
        onClose={() => setRenaming(null)}
        onDone={async (name) => {
          if (!renaming || !name || (await actions.rename(renaming, name))) setRenaming(null);
        }}
      />
      <AskDialog
        title="Move to folder"
        label="Folder"
        value={filing ? (filing[0]?.folder ?? '') : null}
        choices={folders}
        onClose={() => setFiling(null)}
        onDone={async (folder) => {
          if (!filing || (await actions.file(filing, folder))) setFiling(null);
        }}
      />
    </div>
  );
}

function StatusLine({ list: { status, isLoading, forceReady, waiting } }: { list: SavedList }) {
  return (
    <p role="status" data-status={status} className="flex flex-wrap items-center gap-12 text-14 text-muted">
      {/* Not "Live" above what has not arrived: the panel below says it by name. */}
      {status === 'connected' && waiting.length > 0 ? 'Connected.' : statusWords[status]}
      {(isLoading || status === 'checking') && (
        // It comes and goes, and moves nothing.
        <Button variant="quiet" size="tool" className="-my-12" onClick={forceReady}>
          Show local copies
        </Button>
      )}
    </p>
  );
}

function Bulk({ picked, acts, isBin }: { picked: SavedHead[]; acts: RowActs; isBin: boolean }) {
  const allStarred = picked.every(({ starred }) => starred);
  return isBin ? (
    <>
      <Button onClick={() => acts.restore(picked)}>Restore</Button>
      <Button variant="danger" onClick={() => acts.remove(picked)}>
        Delete permanently
      </Button>
    </>
  ) : (
    <>
      <Button onClick={() => acts.star(picked, !allStarred)}>{allStarred ? 'Unstar' : 'Star'}</Button>
      <Button onClick={() => acts.file(picked)}>Move</Button>
      <Button onClick={() => acts.duplicate(picked)}>Duplicate</Button>
      <Button variant="danger" onClick={() => acts.remove(picked)}>
        Delete
      </Button>
    </>
  );
}

function Nothing({ view }: { view: ListView }) {
  if (view.bin)
    return <EmptyState title="The bin is empty">Deleted templates stay here for 30 days.</EmptyState>;
  if (view.query || view.folder !== null || view.starredOnly)
    return <EmptyState title="Nothing found">Try other words, or another folder.</EmptyState>;
  return (
    <EmptyState icon={FileText} title="No templates yet">
      Templates you save appear here on every device, even offline.
    </EmptyState>
  );
}

/** `?open=` names one: it is shown as soon as the list has it, once. */
function useOpenFromAddress(heads: readonly SavedHead[], open: (head: SavedHead) => void): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const wanted = params.get('open');
  const head = wanted === null ? undefined : heads.find(({ id }) => id === wanted);
  useEffect(() => {
    if (!head) return;
    open(head);
    navigate(window.location.pathname, { replace: true });
  }, [head, open, navigate]);
}

const none: ReadonlySet<string> = new Set();

/** Words deep in long texts: this device knows those it has, the account all of them. */
function useDeepSearch(owner: string, query: string, isConnected: boolean): ReadonlySet<string> {
  const [found, setFound] = useState<{ query: string; ids: ReadonlySet<string> }>({ query: '', ids: none });
  const words = query.trim();
  useEffect(() => {
    if (words.length < 2) return undefined;
    const ending = new AbortController();
    const add = (ids: string[]) => {
      if (ending.signal.aborted) return;
      setFound((now) => ({
        query: words,
        ids: new Set([...(now.query === words ? now.ids : none), ...ids]),
      }));
    };
    const timer = setTimeout(() => {
      searchHere(savedStore().durable, owner, words).then(add, () => {});
      if (!isConnected) return;
      api<{ ids: string[] }>(`${savedApi.search}?q=${encodeURIComponent(words.slice(0, 200))}`, {
        signal: ending.signal,
      }).then(
        ({ ids }) => add(ids),
        () => {},
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [owner, words, isConnected]);
  return found.query === words && words !== '' ? found.ids : none;
}

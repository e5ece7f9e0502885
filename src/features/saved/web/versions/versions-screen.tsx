import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { SavedVersion } from '../../rules/versions-contract.ts';
import { AskDialog } from '../saved-dialogs.tsx';
import { useComparePart } from './compare-part.ts';
import { CompareTwo } from './compare-two.tsx';
import { versionsPath } from './paths.ts';
import { ProposalsScreen } from './proposals-screen.tsx';
import { useVersions, type Versions } from './use-versions.ts';
import { VersionRow } from './version-row.tsx';
import { useVersionWords } from './version-words.ts';

const wordsOf = (error: unknown): string =>
  error instanceof Problem ? error.message : 'Couldn’t save the change. Try again.';

/** The versions of one template: looked through, compared, named and restored. `?a=` and `?b=` compare two. */
export default function VersionsScreen({ id }: { id: string }) {
  const versions = useVersions(id);
  const [search] = useSearchParams();
  const [a, b, word] = ['a', 'b', 'word'].map((name) => search.get(name));
  const { list, problem, refresh } = versions;
  if (problem)
    return (
      <ErrorState
        title={problem.code === 'not_found' ? 'This template has no versions' : 'Couldn’t load the versions'}
        actions={
          <>
            <Button onClick={() => void refresh()}>Try again</Button>
            <ButtonLink href="/dashboard/templates">Saved templates</ButtonLink>
          </>
        }
      >
        {problem.code === 'not_found'
          ? 'It was deleted, or it isn’t in your account yet.'
          : navigator.onLine
            ? problem.message
            : 'Versions are in your account and need a connection. The current text is on this device.'}
      </ErrorState>
    );
  if (!list) return <Skeleton shape="table" label="Loading the versions" />;
  return (
    <Stack gap={16}>
      <h2 className="text-21 break-words">{versions.name}</h2>
      {word ? (
        <ProposalsScreen id={id} versions={versions} list={list} version={Number(word)} />
      ) : a && b ? (
        <CompareTwo id={id} versions={versions} list={list} a={Number(a)} b={Number(b)} />
      ) : (
        <VersionList id={id} versions={versions} list={list} />
      )}
    </Stack>
  );
}

function VersionList({ id, versions, list }: { id: string; versions: Versions; list: SavedVersion[] }) {
  const navigate = useNavigate();
  const wordsFor = useVersionWords();
  const told = useTold(versions, list);
  const [naming, setNaming] = useState<SavedVersion | null>(null);
  const [busy, setBusy] = useState(false);
  const current = list.find(({ isCurrent }) => isCurrent);

  async function restore(version: SavedVersion) {
    try {
      const { former } = await versions.restore(version.version);
      toast.success(
        `Restored: ${wordsFor({ ...version, isCurrent: false })}`,
        former === null
          ? undefined
          : {
              action: {
                label: 'Undo',
                onAct: () =>
                  void versions.restore(former).then(
                    () => toast.success('Your text is back as it was.'),
                    (error: unknown) => toast.error(wordsOf(error)),
                  ),
              },
            },
      );
    } catch (error) {
      toast.error(wordsOf(error));
    }
  }
  async function more() {
    setBusy(true);
    await versions.loadMore().catch((error: unknown) => toast.error(wordsOf(error)));
    setBusy(false);
  }
  const compare = (one: number, other: number) => navigate(`${versionsPath(id)}?a=${one}&b=${other}`);
  return (
    <Stack gap={24} className="density-tool">
      <div className="flex flex-wrap items-center gap-12">
        <ButtonLink href="/dashboard/templates">Saved templates</ButtonLink>
        {current && (
          <ButtonLink href={`${versionsPath(id)}?word=${current.version}`}>Review a Word file</ButtonLink>
        )}
      </div>
      <ol aria-label="Versions" className="list-none pl-0">
        {list.map((version, index) => {
          const older = list[index + 1];
          return (
            <VersionRow
              key={version.version}
              version={version}
              words={wordsFor(version)}
              told={told.get(version.version) ?? (older || versions.more ? null : 'First version')}
              showChanges={older ? () => compare(older.version, version.version) : undefined}
              compareCurrent={
                version.isCurrent || !current ? undefined : () => compare(version.version, current.version)
              }
              restore={version.isCurrent ? undefined : () => void restore(version)}
              name={() => setNaming(version)}
            />
          );
        })}
      </ol>
      {versions.more && (
        <div>
          <Button busy={busy && 'Loading'} onClick={() => void more()}>
            Show older versions
          </Button>
        </div>
      )}
      <AskDialog
        title="Name this version"
        label="Name"
        value={naming ? (naming.name ?? '') : null}
        onClose={() => setNaming(null)}
        onDone={async (name) => {
          if (!naming) return;
          try {
            await versions.rename(naming.version, name);
            toast.success(name ? `Named “${name}”. It’s always kept.` : 'Name removed.');
            setNaming(null);
          } catch (error) {
            toast.error(wordsOf(error));
          }
        }}
      />
    </Stack>
  );
}

/** What changed with each, one after the other: whoever looks at the first need not wait for the last. */
function useTold(versions: Versions, list: SavedVersion[]): ReadonlyMap<number, string> {
  const { tell } = useComparePart();
  const [told, setTold] = useState<ReadonlyMap<number, string>>(new Map());
  const { text } = versions;
  useEffect(() => {
    let isHere = true;
    void (async () => {
      for (const [index, { version }] of list.entries()) {
        const older = list[index + 1];
        if (!older) return;
        try {
          const [was, is] = await Promise.all([text(older.version), text(version)]);
          if (!isHere) return;
          const words = tell(was, is);
          setTold((now) => (now.get(version) === words ? now : new Map([...now, [version, words]])));
        } catch {
          // The row stands without it: its time and its device are known.
          if (!isHere) return;
        }
      }
    })();
    return () => {
      isHere = false;
    };
  }, [list, text, tell]);
  return told;
}

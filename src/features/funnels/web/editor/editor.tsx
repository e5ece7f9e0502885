import Redo from '#ui/icons/redo-2.ts';
import Undo from '#ui/icons/undo-2.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Side } from '#base/split-test.ts';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { Segments } from '#ui/segments.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Row } from '#ui/page.tsx';
import { ToolPage } from '#ui/tool-page.tsx';
import { toast } from '#ui/toast.tsx';
import { stepOf } from '../../rules/edit.ts';
import type { FindingPlace } from '../../rules/finding.ts';
import { Canvas } from './canvas.tsx';
import { Foot } from './foot.tsx';
import { FunnelMap } from './map.tsx';
import { Inspector } from './inspector.tsx';
import { LeadsView } from './leads.tsx';
import { NumbersView, useNumbers } from './numbers.tsx';
import { Outline } from './outline.tsx';
import { useGiftFiles } from './gift-file.ts';
import { PublishDialog } from './publish.tsx';
import { SettingsView } from './settings.tsx';
import {
  currentStep,
  onSide,
  type Part,
  sideWith,
  type Scope,
  type View,
  views,
  type Work,
  type WriteWish,
} from './state.ts';
import { type Editing, type SaveState, useFunnel } from './use-funnel.ts';
import { useProducts } from './use-products.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { VersionBar } from './version-bar.tsx';
import { useWantedPublish } from './use-wanted-publish.ts';

const home = '/tools/funnel-builder';

export default function Editor({ owner, id }: { owner: string; id: string }) {
  const loaded = useFunnel(owner, id);
  if (loaded.is === 'here') return <Workbench owner={owner} editing={loaded} />;
  return (
    <Page kind="list" title="Funnel Builder">
      {loaded.is === 'loading' && <Skeleton shape="form" label="Opening the funnel" />}
      {loaded.is === 'missing' && (
        <EmptyState title="Funnel not found" action={<ButtonLink href={home}>Go to your funnels</ButtonLink>}>
          It was deleted or belongs to another account.
        </EmptyState>
      )}
      {loaded.is === 'failed' && (
        <ErrorState
          title="Couldn’t open this funnel"
          safe="Your funnel is safe."
          actions={<Button onClick={() => window.location.reload()}>Try again</Button>}
        >
          We can’t reach the server or this browser’s storage.
        </ErrorState>
      )}
    </Page>
  );
}

const saveWords: Record<SaveState, string> = {
  saving: 'Saving…',
  page: 'Not saved yet',
  device: 'Saved on this device',
  account: 'Saved',
  failed: 'Not saved',
};

function Workbench({ owner, editing }: { owner: string; editing: Editing }) {
  const { funnel, head } = editing;
  const products = useProducts();
  const [view, setView] = useState<View>('page');
  const [place, setPlace] = useState<{ stepId: string; blockId: string | null; side: Side }>({
    stepId: funnel.steps[0]?.id ?? '',
    blockId: null,
    side: 'a',
  });
  const newest = useRef(funnel);
  useEffect(() => {
    newest.current = funnel;
  }, [funnel]);
  const [isPublishing, setPublishing] = useState(false);
  const [part, setPart] = useState<Part>('canvas');
  const [scope, setScope] = useState<Scope>('page');
  const [sought, setSought] = useState<{ name: FindingPlace } | null>(null);
  const [toWrite, setToWrite] = useState<WriteWish | null>(null);
  const choose = useCallback((stepId: string, blockId: string | null = null, side?: Side) => {
    setPlace((before) => ({
      stepId,
      blockId,
      side: side ?? sideWith(newest.current, stepId, blockId, before),
    }));
    setScope(blockId === null ? 'page' : 'block');
  }, []);
  const write = useCallback((wish: WriteWish) => {
    setView('page');
    setPart('canvas');
    setToWrite(wish);
  }, []);
  const show = (next: View) => {
    setView(next);
    setPart('canvas');
  };
  const say = useCallback((words: string) => toast.plain(words), []);
  const [hookTyped, typeHook] = useState<string | null>(null);
  const giftFiles = useGiftFiles(owner, funnel);
  const work: Work = {
    owner,
    editing,
    products,
    giftFiles,
    choose,
    toWrite,
    write,
    askToPublish: () => setPublishing(true),
    show,
    scope,
    setScope,
    say,
    hookTyped,
    typeHook,
    ...place,
    side: stepOf(funnel, place.stepId)?.other ? place.side : 'a',
  };
  const step = currentStep(work);
  const page = onSide(work);
  const isAsked = view === 'map' || (view === 'page' && step.other !== undefined);
  const { numbers } = useNumbers(funnel.id, isAsked && Boolean(head?.live), 30);
  useShortcuts(editing, () => setPublishing(true));
  useWantedPublish(funnel.id, () => setPublishing(true));

  // From a line of the check to the field that it is about.
  const lead = (to: FindingPlace) => {
    const isSetting = to === 'company' || to === 'frame';
    setView(isSetting ? 'settings' : 'page');
    setPart(isSetting ? 'canvas' : 'inspector');
    if (to === 'theme') setScope('theme');
    setSought({ name: to });
  };
  useEffect(() => {
    if (sought) document.querySelector<HTMLElement>(`#main [data-place='${sought.name}']`)?.focus();
  }, [sought]);

  const bar = (
    <>
      <span role="status" className="text-13 text-muted max-md:sr-only">
        {saveWords[editing.save]}
      </span>
      <Row gap={4} className="max-lg:hidden">
        <IconButton
          icon={Undo}
          label="Undo"
          shortcut="mod+z"
          disabled={!editing.canUndo}
          onClick={editing.undo}
        />
        <IconButton
          icon={Redo}
          label="Redo"
          shortcut="mod+shift+z"
          disabled={!editing.canRedo}
          onClick={editing.redo}
        />
      </Row>
      <div className="max-lg:hidden">
        <Segments
          label="View"
          value={view}
          onChange={show}
          options={Object.entries(views).map(([value, label]) => ({ value: value as View, label }))}
        />
      </div>
      <ButtonLink variant="quiet" href={home} className="max-lg:hidden">
        All funnels
      </ButtonLink>
      {/* Narrow: the same in one menu, so that the work keeps the screen. */}
      <div className="lg:hidden">
        <Menu label={views[view]} variant="secondary" align="end">
          {Object.entries(views).map(([value, label]) => (
            <MenuItem key={value} onAct={() => show(value as View)}>
              {label}
            </MenuItem>
          ))}
          <MenuDivider />
          <MenuItem icon={Undo} disabled={!editing.canUndo} onAct={editing.undo}>
            Undo
          </MenuItem>
          <MenuItem icon={Redo} disabled={!editing.canRedo} onAct={editing.redo}>
            Redo
          </MenuItem>
          <MenuDivider />
          <MenuItem href={home}>All funnels</MenuItem>
        </Menu>
      </div>
      <Button variant="primary" onClick={() => setPublishing(true)}>
        Publish
      </Button>
    </>
  );
  const isWork = view === 'page' || view === 'map';
  return (
    <ToolPage
      title={<span className="line-clamp-1">{funnel.name}</span>}
      bar={bar}
      railLabel="Steps and blocks"
      inspectorLabel="Selection"
      {...(isWork && {
        view: part,
        foot: <Foot work={page} part={part} onPart={setPart} canvas={view === 'page' ? 'Page' : 'Map'} />,
        rail: <Outline work={page} />,
        inspector: <Inspector work={view === 'map' ? { ...page, blockId: null } : page} />,
      })}
    >
      {editing.save === 'page' && (
        <Notice kind="warn" still title="This browser doesn’t save data for this site">
          You’ll lose it if you close or reload this page. Sign in to save it to your account, or export it
          under Settings. This is usually caused by a private window or blocked site data.
        </Notice>
      )}
      {editing.save === 'failed' && (
        <Notice kind="danger" title="Not saved">
          This browser doesn’t save data for this site. Export the funnel under Settings before you close it.
        </Notice>
      )}
      {editing.refusal && (
        <Notice kind="warn" title="Couldn’t save to your account">
          {editing.refusal} It is safe on this device.
        </Notice>
      )}
      {view === 'page' && (
        <Canvas
          work={page}
          isTested={step.other !== undefined}
          versions={<VersionBar work={work} numbers={numbers} />}
          onTheme={() => {
            setScope('theme');
            setPart('inspector');
          }}
        />
      )}
      {view === 'map' && (
        <div className="ui-tool-work">
          <FunnelMap
            work={{ ...work, stepId: step.id }}
            numbers={numbers}
            open={(id) => {
              choose(id);
              show('page');
            }}
          />
        </div>
      )}
      {view === 'numbers' && <NumbersView work={work} />}
      {view === 'leads' && <LeadsView work={work} />}
      {view === 'settings' && <SettingsView work={work} />}
      <PublishDialog
        work={{
          ...work,
          choose(stepId, blockId, side) {
            choose(stepId, blockId, side);
            setView('page');
            setPart(blockId ? 'inspector' : 'canvas');
          },
        }}
        lead={lead}
        open={isPublishing}
        onClose={() => setPublishing(false)}
      />
    </ToolPage>
  );
}

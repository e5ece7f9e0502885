import type { ReactNode } from 'react';
import { Anchor } from './link.tsx';

interface ToolPageProps {
  title: ReactNode;
  /** Controls of the whole piece of work: undo, state of saving, the one primary action last. */
  bar?: ReactNode;
  rail?: ReactNode;
  /** True where the rail asks questions. */
  wideRail?: boolean;
  inspector?: ReactNode;
  /** The one part that a screen under 1024 px shows; left out, they follow one another. */
  view?: 'rail' | 'canvas' | 'inspector';
  /** With `view`: a bar at the foot of a screen under 1024 px, with what leads from one to the next. */
  foot?: ReactNode;
  /** Names for those who listen. */
  railLabel?: string;
  inspectorLabel?: string;
  children: ReactNode;
}

/** Rail, canvas, inspector: the work owns the screen; below 1024 px they follow one another. */
export function ToolPage({
  title,
  bar,
  rail,
  wideRail,
  inspector,
  view,
  foot,
  railLabel,
  inspectorLabel,
  children,
}: ToolPageProps) {
  return (
    <main id="main" className="ui-page density-tool" data-kind="tool">
      <div className="ui-tool-bar">
        <h1 tabIndex={-1}>{title}</h1>
        {bar}
      </div>
      <div className="ui-tool" data-view={view}>
        {rail && (
          <nav
            className="ui-tool-rail"
            data-wide={wideRail ? '' : undefined}
            aria-label={railLabel ?? 'Contents'}
          >
            {rail}
          </nav>
        )}
        <div className="ui-tool-canvas">{children}</div>
        {inspector && (
          <aside className="ui-tool-inspector" aria-label={inspectorLabel ?? 'Properties'}>
            {inspector}
          </aside>
        )}
      </div>
      {foot && (
        <div className="ui-tool-foot print:hidden" role="group" aria-label="Views and next step">
          {foot}
        </div>
      )}
    </main>
  );
}

interface RailItemProps {
  current?: boolean;
  /** A count or a state, quieter, at the end. */
  note?: ReactNode;
  children: ReactNode;
}

/** One entry of a rail or of a side navigation; the current one is held down, in ink. */
export function RailItem({
  current,
  note,
  children,
  ...rest
}: RailItemProps & ({ href: string } | { onAct: () => void })) {
  const face = (
    <>
      <span>{children}</span>
      {note !== undefined && <small>{note}</small>}
    </>
  );
  if ('href' in rest) {
    return (
      <Anchor className="ui-rail-item" href={rest.href} aria-current={current ? 'page' : undefined}>
        {face}
      </Anchor>
    );
  }
  return (
    <button type="button" className="ui-rail-item" aria-current={current || undefined} onClick={rest.onAct}>
      {face}
    </button>
  );
}

import CircleAlert from './icons/circle-alert.ts';
import CircleCheck from './icons/circle-check.ts';
import Info from './icons/info.ts';
import TriangleAlert from './icons/triangle-alert.ts';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconPath } from './icon.tsx';

type Kind = 'info' | 'ok' | 'warn' | 'danger';

/** The mark of a kind; colour never speaks alone. */
export const kindIcons: Record<Kind, IconPath> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
};

interface NoticeProps {
  kind?: Kind;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** True for one that was there from the start: nothing is announced. */
  still?: boolean;
}

/** A line or two inside the page. Danger interrupts a screen reader, the others wait. */
export function Notice({ kind = 'info', title, children, actions, still }: NoticeProps) {
  return (
    <div
      className="ui-notice"
      data-kind={kind}
      role={still ? undefined : kind === 'danger' ? 'alert' : 'status'}
    >
      <Icon of={kindIcons[kind]} />
      <div>
        {title && <div className="ui-notice-title">{title}</div>}
        {children && <div>{children}</div>}
        {actions && <div className="ui-actions mt-8">{actions}</div>}
      </div>
    </div>
  );
}

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** The one useful next step. */
  action?: ReactNode;
  icon?: IconPath;
  /** What will stand in the first line once there is something: a name, a number, a date. */
  pencilled?: string;
}

/** Nothing yet: a blank form, and the one step that fills it. */
export function EmptyState({ title, children, action, icon, pencilled }: EmptyStateProps) {
  return (
    <div className="ui-state ui-form-blank">
      {icon && <Icon of={icon} size={24} />}
      <h2 className="ui-state-title">{title}</h2>
      {children && <p>{children}</p>}
      {pencilled && (
        <div className="ui-form-lines" aria-hidden="true">
          {pencilled}
        </div>
      )}
      {action && <div className="ui-actions">{action}</div>}
    </div>
  );
}

const widths = [92, 100, 84, 96, 64, 88, 100, 72];
const width = (index: number) => ({ width: `${widths[index % widths.length]}%` });

/** The shape of what is coming. Say what loads: heard at once, and read by all who wait longer than a second. */
export function Skeleton({
  shape = 'lines',
  rows = 4,
  label = 'Loading',
}: {
  shape?: 'lines' | 'table' | 'form' | 'paper';
  rows?: number;
  label?: string;
}) {
  const bars = Array.from({ length: rows }, (_, index) =>
    shape === 'table' ? (
      <span key={index}>
        <i style={width(index + 4)} />
        <i />
        <i />
        <i />
      </span>
    ) : shape === 'form' ? (
      <span key={index}>
        <i style={{ width: '30%' }} />
        <i />
      </span>
    ) : (
      <i key={index} style={width(index)} />
    ),
  );
  return (
    <div role="status" className="ui-waiting">
      <span className="ui-waiting-words">{`${label}…`}</span>
      <div
        className={shape === 'paper' ? 'ui-skeleton ui-paper' : 'ui-skeleton'}
        data-shape={shape}
        aria-hidden="true"
      >
        {bars}
      </div>
    </div>
  );
}

import { useId } from 'react';
import type { ReactNode } from 'react';

interface ProgressProps {
  label: ReactNode;
  /** 0 to 1; left out while the length is not known. */
  value?: number;
  /** Long work can be cancelled: the button goes here. */
  action?: ReactNode;
}

export function Progress({ label, value, action }: ProgressProps) {
  const id = useId();
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="ui-usage">
      <div className="flex items-baseline justify-between gap-16">
        <span id={id}>{label}</span>
        {percent !== undefined && <span className="ui-mono text-muted">{percent}%</span>}
        {action}
      </div>
      <div
        className="ui-bar"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-unknown={percent === undefined ? '' : undefined}
      >
        <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
    </div>
  );
}

interface UsageBarProps {
  /** "generated drafts": said as "3 of 3 generated drafts used". */
  of: string;
  /** What becomes of one, where it isn't used. */
  verb?: string;
  used: number;
  /** null: without limit. */
  limit: number | null;
  /** What happens next, or what it costs to go on. */
  note?: ReactNode;
}

export function UsageBar({ of, verb = 'used', used, limit, note }: UsageBarProps) {
  const id = useId();
  const isFull = limit !== null && used >= limit;
  const words = limit === null ? `${used} ${of} ${verb}, no limit` : `${used} of ${limit} ${of} ${verb}`;
  return (
    <div className="ui-usage">
      <div id={id}>{words}.</div>
      {limit !== null && (
        <div
          className="ui-bar"
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={words}
          data-full={isFull ? '' : undefined}
        >
          <i style={{ width: `${limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}%` }} />
        </div>
      )}
      {note && <div className="text-13 text-muted">{note}</div>}
    </div>
  );
}

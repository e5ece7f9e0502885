import type { ReactNode } from 'react';

/** A notice for the platform's own components, which can't use the interface's components, only its classes. */
export function PlainNotice({
  kind,
  title,
  actions = [],
  children,
}: {
  kind: 'info' | 'warn' | 'danger';
  title: string;
  /** What can be done, the most likely action first. */
  actions?: readonly (readonly [words: string, act: () => void])[];
  children: ReactNode;
}) {
  return (
    <div className="ui-notice" data-kind={kind} {...(kind === 'danger' && { role: 'alert' })}>
      <div>
        <div className="ui-notice-title">{title}</div>
        <div>{children}</div>
        {actions.length > 0 && (
          <div className="ui-actions mt-8">
            {actions.map(([words, act], at) => (
              <button
                key={words}
                type="button"
                className="ui-button"
                data-variant={at === 0 ? 'secondary' : 'quiet'}
                onClick={act}
              >
                {words}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Mono } from './text.tsx';

interface ErrorStateProps {
  title: ReactNode;
  /** What happened, in a sentence. */
  children?: ReactNode;
  /** What is safe: what was kept, what was not charged. */
  safe?: ReactNode;
  /** What to do, as buttons. */
  actions?: ReactNode;
  /** Quoted to support. */
  reference?: string | undefined;
}

export function ErrorState({ title, children, safe, actions, reference }: ErrorStateProps) {
  return (
    <div className="ui-state" role="alert">
      <h2 className="ui-state-title">{title}</h2>
      {children && <p>{children}</p>}
      {safe && <p className="ui-state-safe">{safe}</p>}
      {actions && <div className="ui-actions">{actions}</div>}
      {reference && (
        <p className="ui-hint">
          Reference <Mono>{reference}</Mono>
        </p>
      )}
    </div>
  );
}

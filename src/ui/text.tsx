import { useSyncExternalStore } from 'react';
import type { ComponentProps, ReactNode } from 'react';

/** Numbers, keys and placeholders. */
export const Mono = ({ children, ...rest }: ComponentProps<'span'>) => (
  <span className="ui-mono" {...rest}>
    {children}
  </span>
);

export const Tag = ({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'ok' | 'warn' | 'danger';
  children: ReactNode;
}) => (
  <span className="ui-tag" data-tone={tone}>
    {children}
  </span>
);

export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sr-only">{children}</span>
);

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);
const keyNames = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', enter: 'Enter', escape: 'Esc', delete: 'Del' };
const appleNames = { mod: '⌘', alt: '⌥', shift: '⇧', enter: '↩', escape: 'esc', delete: '⌫' };

/** `keys="mod+s"`: ⌘ S on a Mac, Ctrl S elsewhere. */
export function Shortcut({ keys }: { keys: string }) {
  const names: Record<string, string> = useSyncExternalStore(never, isApple, () => false)
    ? appleNames
    : keyNames;
  return (
    <span className="ui-kbd">
      {keys.split('+').map((key) => (
        <kbd key={key}>{names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}

import ChevronDown from './icons/chevron-down.ts';
import { useId, useRef, useState, useSyncExternalStore } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { place } from './float.ts';
import { Icon } from './icon.tsx';
import type { IconPath } from './icon.tsx';
import { Anchor } from './link.tsx';
import { Shortcut } from './text.tsx';

interface MenuProps {
  /** What the trigger shows; `name` names it when that is no words. */
  label: ReactNode;
  name?: string;
  variant?: 'secondary' | 'quiet';
  align?: 'start' | 'end';
  /** False leaves the chevron out. */
  chevron?: boolean;
  square?: boolean;
  /** One of many: what it holds is drawn when it is first opened, and not before any script has run. */
  lazy?: boolean;
  /** -1 where another way leads to it than Tab. */
  tabIndex?: number;
  children: ReactNode;
}

const never = () => () => undefined;
const hasPopover = () => 'popover' in HTMLElement.prototype;

const itemsIn = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])'),
];

/** Arrows walk, Home and End jump, a letter goes to the next item that begins with it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const jump: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  let to = jump[event.key];
  if (to === undefined && /^\p{L}$/u.test(event.key) && !event.metaKey && !event.ctrlKey) {
    const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const found = turned.find((item) =>
      item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
    );
    if (found) to = items.indexOf(found);
  }
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

/**
 * The browser's own popover: opens before any script has run, closes on Esc and outside, gives the focus back. It is the
 * browser, too, that tells readers whether it is open.
 */
export function Menu({
  label,
  name,
  variant = 'quiet',
  align = 'start',
  chevron = true,
  square,
  lazy = false,
  tabIndex,
  children,
}: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(!lazy);
  const isPopover = useSyncExternalStore(never, hasPopover, () => true);
  const look = {
    className: 'ui-button',
    'data-variant': variant,
    'data-square': square ? '' : undefined,
    'aria-label': name,
    tabIndex,
  };
  const face = (
    <>
      {label}
      {chevron && <Icon of={ChevronDown} size={14} />}
    </>
  );

  if (!isPopover) {
    return (
      <details className="ui-menu-fallback">
        <summary {...look}>{face}</summary>
        <div role="menu" className="ui-menu" data-align={align} onKeyDown={walk}>
          {children}
        </div>
      </details>
    );
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        {...look}
        popoverTarget={id}
        aria-haspopup="menu"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          menu.current?.showPopover({ source: event.currentTarget });
        }}
      >
        {face}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={name ?? (typeof label === 'string' ? label : undefined)}
        className="ui-menu"
        data-align={align}
        onBeforeToggle={() => setDrawn(true)}
        onToggle={(event) => {
          if (event.newState !== 'open') return;
          const panel = event.currentTarget;
          // Browsers with anchor positioning have it placed already, by CSS.
          if (trigger.current && !CSS.supports('position-area: bottom'))
            place(panel, trigger.current, { align, gap: 4 });
          itemsIn(panel)[0]?.focus({ preventScroll: true });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.currentTarget.hidePopover();
          else walk(event);
        }}
        onClick={(event) => {
          if ((event.target as Element).closest('[role="menuitem"]:not([aria-disabled="true"])'))
            event.currentTarget.hidePopover();
        }}
      >
        {isDrawn && children}
      </div>
    </>
  );
}

interface MenuItemProps {
  icon?: IconPath;
  shortcut?: string;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  shortcut,
  disabled,
  children,
  ...rest
}: MenuItemProps & ({ href: string } | { onAct: () => void })) {
  const face = (
    <>
      {icon && <Icon of={icon} size={16} />}
      <span>{children}</span>
      {shortcut && <Shortcut keys={shortcut} />}
    </>
  );
  const shared = { role: 'menuitem', tabIndex: -1, className: 'ui-menu-item' };
  if ('href' in rest) {
    return (
      <Anchor {...shared} href={rest.href}>
        {face}
      </Anchor>
    );
  }
  return (
    <button
      type="button"
      {...shared}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : rest.onAct}
    >
      {face}
    </button>
  );
}

export const MenuDivider = () => <hr />;
/** Who is signed in, what a group is: words that are not an action. */
export const MenuHead = ({ children }: { children: ReactNode }) => (
  <div className="ui-menu-head">{children}</div>
);

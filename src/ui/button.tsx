import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconPath } from './icon.tsx';
import { Anchor } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Usually left out: the region decides (`density-tool` makes 36 px, everything else is 44). */
  size?: 'tool' | 'public';
  icon?: IconPath;
  iconAfter?: IconPath;
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Working: keeps its width and its focus, ignores presses. A string is shown (and read) beside the spinner. */
    busy?: boolean | string;
  };

const look = ({ variant = 'secondary', size }: ButtonLook, className?: string) => ({
  className: className ? `ui-button ${className}` : 'ui-button',
  'data-variant': variant,
  'data-size': size,
});

const labelled = (icon: IconPath | undefined, children: ReactNode, iconAfter?: IconPath) => (
  <>
    {icon && <Icon of={icon} />}
    {children}
    {iconAfter && <Icon of={iconAfter} size={16} />}
  </>
);

const ignore = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button({ variant, size, icon, iconAfter, busy, className, children, ...rest }: ButtonProps) {
  const asLook = look({ ...(variant && { variant }), ...(size && { size }) }, className);
  if (!busy) {
    return (
      <button type="button" {...asLook} {...rest}>
        {labelled(icon, children, iconAfter)}
      </button>
    );
  }
  const words = typeof busy === 'string' ? busy : null;
  return (
    <button type="button" {...asLook} {...rest} aria-busy="true" aria-disabled="true" onClick={ignore}>
      <span className="ui-button-label" {...(words ? { 'data-replaced': '' } : { 'data-behind': '' })}>
        {labelled(icon, children, iconAfter)}
      </span>
      <span className="ui-button-label">
        <span className="ui-spinner" />
        {words}
      </span>
    </button>
  );
}

/** The same look for going somewhere. */
export function ButtonLink({
  variant,
  size,
  icon,
  iconAfter,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return (
    <Anchor {...look({ ...(variant && { variant }), ...(size && { size }) }, className)} {...rest}>
      {labelled(icon, children, iconAfter)}
    </Anchor>
  );
}

/** A square button whose words are in its name and its tooltip; the shortcut is shown with them. */
export function IconButton({
  icon,
  label,
  shortcut,
  variant = 'quiet',
  size,
  className,
  ...rest
}: Omit<ButtonProps, 'busy' | 'children' | 'iconAfter'> & {
  icon: IconPath;
  label: string;
  shortcut?: string;
}) {
  return (
    <Tooltip text={label} shortcut={shortcut} isName>
      <button
        type="button"
        data-square=""
        aria-label={label}
        aria-keyshortcuts={shortcut?.replace('mod', 'Control')}
        {...look({ variant, ...(size && { size }) }, className)}
        {...rest}
      >
        <Icon of={icon} />
      </button>
    </Tooltip>
  );
}

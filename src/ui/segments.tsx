import { useId } from 'react';
import { Icon } from './icon.tsx';
import type { IconPath } from './icon.tsx';
import { Anchor } from './link.tsx';

interface SegmentsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string; icon?: IconPath }[];
  value: V;
  onChange: (value: V) => void;
  /** Icons alone; the words stay as names. */
  iconsOnly?: boolean;
}

/** Two to four exclusive views or modes in one frame. */
export function Segments<V extends string>({ label, options, value, onChange, iconsOnly }: SegmentsProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="ui-segments">
      {options.map((option) => (
        <label key={option.value} title={iconsOnly ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon of={option.icon} size={16} />}
          <span className={iconsOnly && option.icon ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** The same frame where each choice is a page of its own. */
export const SegmentLinks = ({
  label,
  links,
  current,
}: {
  label: string;
  links: readonly { href: string; label: string }[];
  current: string;
}) => (
  <nav aria-label={label} className="ui-segments">
    {links.map((link) => (
      <Anchor key={link.label} href={link.href} aria-current={link.label === current ? 'page' : undefined}>
        {link.label}
      </Anchor>
    ))}
  </nav>
);

import type { ReactNode } from 'react';
import { Menu, MenuDivider, MenuHead, MenuItem } from './menu.tsx';
import { RailItem } from './tool-page.tsx';

interface DeskPlace {
  to: string;
  label: string;
}

export interface DeskGroup {
  /** Left out over the first, which needs no word. */
  title?: string;
  places: readonly DeskPlace[];
}

interface DeskProps {
  label: string;
  groups: readonly DeskGroup[];
  /** The address of the open place. */
  here: string;
  /** For a page that guests have, too, without the names. Undefined until it is known: the document's first lines guess. */
  isMember?: boolean | undefined;
  /** The page itself, with its `<main>`. */
  children: ReactNode;
}

const shown = (isMember: boolean | undefined) =>
  isMember === undefined ? 'ui-desk ui-desk-guess' : isMember ? 'ui-desk' : 'ui-desk-none';

/** A page that is one of several places: all of them at its side, and from below 1024 px on in a menu above it. */
export function Desk({ label, groups, here, children, ...rest }: DeskProps) {
  const present = groups.flatMap(({ places }) => places).find(({ to }) => to === here);
  return (
    <div className={'isMember' in rest ? shown(rest.isMember) : 'ui-desk'}>
      <nav aria-label={label} className="ui-desk-names">
        {groups.map(({ title, places }) => (
          <div key={title ?? ''}>
            {title && <p className="ui-desk-group">{title}</p>}
            {places.map((place) => (
              <RailItem key={place.to} href={place.to} current={place.to === here}>
                {place.label}
              </RailItem>
            ))}
          </div>
        ))}
      </nav>
      <div className="ui-desk-menu">
        <Menu label={present?.label ?? label} name={`${label}: ${present?.label ?? ''}`}>
          {groups.map(({ title, places }, index) => (
            <Group key={title ?? ''} title={title} isFirst={index === 0} places={places} />
          ))}
        </Menu>
      </div>
      {children}
    </div>
  );
}

function Group({
  title,
  isFirst,
  places,
}: {
  title: string | undefined;
  isFirst: boolean;
  places: DeskGroup['places'];
}) {
  return (
    <>
      {!isFirst && <MenuDivider />}
      {title && <MenuHead>{title}</MenuHead>}
      {places.map(({ to, label }) => (
        <MenuItem key={to} href={to}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

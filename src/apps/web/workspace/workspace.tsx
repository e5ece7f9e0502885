import type { ReactNode } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { usePathExists } from '#platform/web/hub.tsx';
import { Desk } from '#ui/desk.tsx';
import { Page } from '#ui/page.tsx';
import { type PlaceAddress, places } from './places.ts';

interface WorkspaceProps {
  here: PlaceAddress;
  isMember?: boolean | undefined;
  children: ReactNode;
}

/** Around a page of a member's: the ways to all the others, in the same place on each. */
export function Workspace({ here, ...rest }: WorkspaceProps) {
  const exists = usePathExists();
  const groups = places
    .map((group) => ({ ...group, places: group.places.filter(({ to }) => exists(to)) }))
    .filter((group) => group.places.length > 0);
  return <Desk label="Dashboard" groups={groups} here={here} {...rest} />;
}

interface PlaceProps {
  here: PlaceAddress;
  title: string;
  lead: string;
  children: ReactNode;
}

/** One place: a page of its own with what used to be a section of the dashboard. */
export const Place = ({ here, title, lead, children }: PlaceProps) => (
  <Workspace here={here}>
    <MemberGate preparing={waitingWords.dashboard}>
      <Page kind="list" title={title} lead={lead}>
        {children}
      </Page>
    </MemberGate>
  </Workspace>
);

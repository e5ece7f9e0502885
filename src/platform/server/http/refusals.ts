import type { Problem } from '#base/problem.ts';
import { outcomeOf, type SecurityLog } from '../security/security-log.ts';
import type { Concerned, OperatorOnDuty, Route } from './route.ts';
import type { Viewer } from './viewer.ts';

/** What is known about a call when it ends. */
export interface Seen extends Concerned {
  address?: string;
  viewer?: Viewer;
  operator?: OperatorOnDuty;
}

/** A call as the security log keeps it. */
export const entryOf = (
  route: Route,
  request: string,
  { address, viewer, operator, account, email, how }: Seen,
) => ({
  what: route.security ?? 'request',
  // Whoever tries someone's address isn't that person, although someone else may be signed in in this browser.
  account:
    account ?? operator?.id ?? (viewer?.kind === 'member' && email === undefined ? viewer.uid : undefined),
  email,
  how: how ?? (operator && 'desk'),
  address,
  route: `${route.method} ${route.path}`,
  request,
});

/** Someone was denied: because of who they are, what they sent, or how often they called. */
export function noteRefusal(
  { security }: { security?: Pick<SecurityLog, 'note'> },
  route: Route,
  requestId: string,
  seen: Seen,
  { code }: Problem,
): void {
  // A GET of a wrong path is a dead link, unless it concerns a member's own data.
  const isTelling =
    route.security !== undefined ||
    code === 'unauthenticated' ||
    code === 'forbidden' ||
    code === 'too_many' ||
    (code === 'bad_request' && route.method !== 'GET') ||
    (code === 'not_found' && (route.access === 'member' || route.access === 'operator'));
  if (isTelling) security?.note({ ...entryOf(route, requestId, seen), outcome: outcomeOf(code) });
}

/**
 * How many people a member may write to who never confirmed their address to this hub: few at first, more each day as long as
 * little comes back. Whoever types in a list of strangers reaches a handful of them; whoever moves a real list here is
 * at full speed within two weeks, as mail services would ask of them in any case.
 */

export interface SendingDay {
  /** YYYY-MM-DD, where it is UTC. */
  day: string;
  /** Handed over, and of these to addresses that nobody confirmed. */
  handed: number;
  cold: number;
  bounced: number;
  /** Bounces that its owner has seen and gone on after. */
  forgiven: number;
}

export const mostColdADay = 50_000;
const tooMany = 0.05;
const fewest = { handed: 50, bounced: 10 };
/** Bounces come in late. */
export const pauseDays = 3;

/** For a day, from the days before it in their order. */
export function coldAllowance(before: readonly Omit<SendingDay, 'forgiven'>[], firstDay: number): number {
  let allowed = firstDay;
  for (const { cold, handed, bounced } of before) {
    const share = bounced / Math.max(1, handed);
    if (share > 2 * tooMany && bounced >= fewest.bounced)
      allowed = Math.max(firstDay, Math.floor(allowed / 2));
    else if (share <= tooMany && cold >= allowed / 2) allowed = Math.min(mostColdADay, allowed * 2);
  }
  return allowed;
}

/** Why nothing more goes out until its owner has looked; null: it may. Of the last days. */
export function pausedBy(recent: readonly SendingDay[]): string | null {
  const handed = recent.reduce((sum, day) => sum + day.handed, 0);
  const back = recent.reduce((sum, { bounced, forgiven }) => sum + Math.max(0, bounced - forgiven), 0);
  return handed >= fewest.handed && back >= fewest.bounced && back > handed * tooMany
    ? `${back} of your last ${handed} emails came back`
    : null;
}

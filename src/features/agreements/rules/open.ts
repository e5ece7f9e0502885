export const openStates = ['open', 'full', 'over', 'closed'] as const;
export type OpenState = (typeof openStates)[number];

interface Counted {
  closedAt: Date | null;
  endsAt: Date;
  /** Signed, or begun not long ago. */
  taken: number;
  most: number;
}

/** Whether anybody can still begin by it. */
export function openState({ closedAt, endsAt, taken, most }: Counted, now: Date): OpenState {
  if (closedAt !== null) return 'closed';
  if (endsAt <= now) return 'over';
  return taken >= most ? 'full' : 'open';
}

/** Why nobody can begin, for whoever has opened the link; empty where they can. */
export const whyNotOpen: Record<OpenState, string> = {
  open: '',
  full: 'This link has reached its limit of signatures. Ask the sender for a new one.',
  over: 'The time to sign by this link is over. Ask the sender for a new one.',
  closed: 'The sender has closed this link. Ask them for a new one.',
};

/** Why there is no place, or empty. Those who only hold one may still leave it. */
export const whyFull = ({ signed, begun, most }: { signed: number; begun: number; most: number }): string =>
  signed + begun < most
    ? ''
    : signed >= most
      ? whyNotOpen.full
      : 'Others are signing by this link right now, and no place is free. Try again in half an hour.';

/** "12 of 50 signed, open until Mar 3", for its sender. */
export function openSentence(
  link: { state: OpenState; signed: number; most: number; endsAt: string; begun: number },
  day: (iso: string) => string,
): string {
  const { state, signed, most, begun } = link;
  const far = `${signed} of ${most} signed`;
  switch (state) {
    case 'open':
      return `${far}, open until ${day(link.endsAt)}`;
    case 'full':
      return begun > 0 ? `${far}, ${begun} signing now` : far;
    case 'over':
      return `${far}, ended on ${day(link.endsAt)}`;
    case 'closed':
      return `${far}, closed`;
  }
}

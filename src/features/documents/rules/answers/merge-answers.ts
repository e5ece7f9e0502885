import { isSameLeaf, type Leaves } from '#base/leaves.ts';

/** Typed on one device, and taken the place of by another one that had not seen it. */
export interface OtherAnswer {
  id: string;
  path: string;
  value: unknown;
}

/** The answers as the account has them. */
export interface AccountAnswers {
  version: number;
  epoch: string;
  leaves: Leaves;
  others: readonly OtherAnswer[];
}

/** What a device changed, and for each the version in which it last saw it. Sent again it has the same turn. */
export interface AnswersWrite {
  device: string;
  turn: number;
  epoch: string | null;
  /** `gives`: it went into a saved document, so only the one that this device had seen goes from the form. */
  changed: { path: string; value: unknown; upon: number; gives?: true }[];
  dismissed: string[];
}

/** What a device knows of the account's answers of one document. No clock is in it. */
export interface AnswersBase {
  uid: string;
  device: string;
  turn: number;
  epoch: string | null;
  version: number;
  leaves: Leaves;
  /** Of these an older version is in `leaves`: they were changed here while a newer one came. */
  held: Readonly<Record<string, number>>;
  others: readonly OtherAnswer[];
  dismissed: readonly string[];
  /** These went into a saved document, and the account has not been told yet that the form is free of them. */
  given: readonly string[];
  /** On its way, and perhaps there already: nothing else is sent before it was answered. */
  sending: AnswersWrite | null;
}

export const firstBase = (uid: string, device: string): AnswersBase => ({
  uid,
  device,
  turn: 0,
  epoch: null,
  version: 0,
  leaves: {},
  held: {},
  others: [],
  dismissed: [],
  given: [],
  sending: null,
});

/** The account began anew, from a backup: whatever is here is told to it again. */
export const forgotten = ({ uid, device, turn, dismissed }: AnswersBase): AnswersBase => ({
  ...firstBase(uid, device),
  turn,
  dismissed,
});

/** Whether the account has all of these answers: nothing of them was changed since, and nothing is on its way. */
export const isConfirmed = (base: AnswersBase | null, now: Leaves): boolean =>
  base !== null && base.version > 0 && nextWrite(base, now, () => true).write === null;

/** What is to be sent now, or null. `isAsked`: what this version of the document does not ask was not removed by anybody. */
export function nextWrite(
  base: AnswersBase,
  now: Leaves,
  isAsked: (path: string) => boolean,
): { base: AnswersBase; write: AnswersWrite | null } {
  if (base.sending) return { base, write: base.sending };
  const changed = Object.keys({ ...base.leaves, ...now })
    .filter((path) => isAsked(path) && !isSameLeaf(base.leaves[path], now[path]))
    .map((path) => ({
      path,
      value: now[path] ?? null,
      upon: base.held[path] ?? base.version,
      ...(isGiven(base, path, now) && { gives: true as const }),
    }));
  const given = changed.flatMap(({ path, gives }) => (gives ? [path] : []));
  const known = { ...base, given };
  if (changed.length === 0 && base.dismissed.length === 0) return { base: known, write: null };
  const turn = base.turn + 1;
  const write = { device: base.device, turn, epoch: base.epoch, changed, dismissed: [...base.dismissed] };
  return { base: { ...known, turn, sending: write }, write };
}

const isGiven = ({ given }: AnswersBase, path: string, now: Leaves): boolean =>
  given.includes(path) && (now[path] ?? null) === null;

/** A saved document has what stands here: the form is free for the next one, on every device, once that was sent. */
export const give = (base: AnswersBase, now: Leaves): AnswersBase => {
  const sent = base.sending?.changed.map(({ path }) => path) ?? [];
  return { ...base, given: [...new Set([...Object.keys({ ...base.leaves, ...now }), ...sent])] };
};

/**
 * The account has answered. What was not changed here since takes what the account has; what was stays, and goes on being
 * a change of the version that this device had seen, so that neither takes the other's place unnoticed.
 */
export function afterAnswer(
  base: AnswersBase,
  now: Leaves,
  account: AccountAnswers,
  sent: AnswersWrite | null,
): { base: AnswersBase; now: Leaves } {
  const seen: Record<string, unknown> = { ...base.leaves };
  // What was sent has been answered: the version that it was a change of is no longer what was last seen of it.
  const heldStill: Record<string, number> = { ...base.held };
  for (const { path, value } of sent?.changed ?? []) {
    if (value === null) delete seen[path];
    else seen[path] = value;
    if (isSameLeaf(account.leaves[path], value)) delete heldStill[path];
  }
  const next: Record<string, unknown> = { ...now };
  const leaves: Record<string, unknown> = { ...account.leaves };
  const held: Record<string, number> = {};
  for (const path of Object.keys({ ...seen, ...now, ...account.leaves })) {
    const theirs = account.leaves[path];
    if (isSameLeaf(now[path], theirs)) continue;
    if (isSameLeaf(now[path], seen[path])) {
      if (theirs === undefined) delete next[path];
      else next[path] = theirs;
    } else if (!isSameLeaf(theirs, seen[path]) || heldStill[path] !== undefined) {
      held[path] = heldStill[path] ?? base.version;
      if (seen[path] === undefined) delete leaves[path];
      else leaves[path] = seen[path];
    }
  }
  const dismissed = base.dismissed.filter((id) => !sent?.dismissed.includes(id));
  const told = new Set(sent?.changed.flatMap(({ path, gives }) => (gives ? [path] : [])));
  return {
    now: next,
    base: {
      ...base,
      epoch: account.epoch,
      version: account.version,
      leaves,
      held,
      others: account.others.filter(({ id }) => !dismissed.includes(id)),
      dismissed,
      given: base.given.filter((path) => !told.has(path)),
      sending: sent ? null : base.sending,
    },
  };
}

/** A person has decided about these. */
export const dismiss = (base: AnswersBase, ids: readonly string[]): AnswersBase => ({
  ...base,
  others: base.others.filter(({ id }) => !ids.includes(id)),
  dismissed: [...new Set([...base.dismissed, ...ids])].slice(-200),
});

/** What a browser has kept of it; null where that is nobody's, somebody else's, or no base. */
export function readBase(text: string | null, uid: string): AnswersBase | null {
  try {
    const base = JSON.parse(text ?? 'null') as Partial<AnswersBase> | null;
    const isBase =
      base?.uid === uid &&
      typeof base.device === 'string' &&
      Number.isInteger(base.turn) &&
      Number.isInteger(base.version) &&
      [base.leaves, base.held].every((part) => typeof part === 'object' && part !== null) &&
      [base.others, base.dismissed].every(Array.isArray);
    if (!isBase) return null;
    // Of before there were any.
    return { ...(base as AnswersBase), given: Array.isArray(base.given) ? base.given : [] };
  } catch {
    return null;
  }
}

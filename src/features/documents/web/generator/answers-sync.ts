import { Problem } from '#base/problem.ts';
import { randomText } from '#base/id.ts';
import { fromLeaves, isSameLeaf, leavesOf } from '#base/leaves.ts';
import {
  type AccountAnswers,
  afterAnswer,
  type AnswersBase,
  type AnswersWrite,
  dismiss,
  firstBase,
  forgotten,
  give,
  nextWrite,
  type OtherAnswer,
  readBase,
} from '#features/documents/rules/answers/merge-answers.ts';
import { answersBaseKey } from '#features/documents/rules/answers/kept-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { alone } from '#platform/web/leader.ts';
import { presentOwner } from '#platform/web/owner.ts';
import { readStored, writeStored } from '#platform/web/storage.ts';

/** Where the answers of a person who is known follow them to. */
export interface AnswersAccount {
  uid: string;
  /** Sends what changed, or only asks; rejects with a Problem. Left out: the answers stay on this device. */
  exchange?: (content: string, write: AnswersWrite | null, isLeaving: boolean) => Promise<AccountAnswers>;
}

interface SyncTools {
  name: string;
  remote: AnswersAccount;
  read: () => Answers;
  /** The answers of other devices among one's own. */
  take: (answers: Answers) => void;
  isAsked: (path: string) => boolean;
  showOthers: (others: readonly OtherAnswer[]) => void;
}

export type AnswersSync = ReturnType<typeof createAnswersSync>;

/** One document's answers, between this browser and the account; all tabs of a browser take turns. */
export function createAnswersSync({ name, remote, read, take, isAsked, showOthers }: SyncTools) {
  const key = answersBaseKey(name);
  // Where this browser keeps nothing, it lasts as long as the page.
  let atHand: AnswersBase | null = null;
  const base = (): AnswersBase =>
    readBase(readStored(key), remote.uid) ?? atHand ?? firstBase(remote.uid, randomText(20));
  const keep = (next: AnswersBase): void => {
    atHand = next;
    writeStored(key, JSON.stringify(next));
    showOthers(next.others);
  };
  const begin = (): AnswersWrite | null => {
    const step = nextWrite(base(), leavesOf(read()), isAsked);
    keep(step.base);
    return step.write;
  };

  /** Storage stands for whoever is here now: an answer that comes after a sign-out is nobody's. */
  const isTheirs = (): boolean => presentOwner() === remote.uid;

  /** True when all of it is in the account. */
  async function round(exchange: NonNullable<AnswersAccount['exchange']>, tries = 2): Promise<boolean> {
    if (!isTheirs()) return false;
    const write = begin();
    const known = base();
    const again = () => {
      keep(forgotten(known));
      return tries > 0 ? round(exchange, tries - 1) : false;
    };
    let account: AccountAnswers;
    try {
      account = await exchange(JSON.stringify(read()), write, false);
    } catch (error) {
      if (isTheirs() && error instanceof Problem && error.code === 'conflict') return again();
      throw error;
    }
    if (!isTheirs()) return false;
    const isAnotherHistory = known.epoch !== null && known.epoch !== account.epoch;
    if (!write && (isAnotherHistory || account.version < known.version)) return again();
    const before = leavesOf(read());
    const after = afterAnswer(base(), before, account, write);
    keep(after.base);
    if (!isSameLeaf(before, after.now)) take(fromLeaves(after.now));
    return nextWrite(after.base, leavesOf(read()), isAsked).write === null;
  }

  return {
    showKnown: () => isTheirs() && showOthers(base().others),
    /** True when nothing is left to be sent. */
    async sync(): Promise<boolean> {
      const { exchange } = remote;
      if (!exchange) return true;
      return alone(`hub.answers ${remote.uid} ${name}`, () => round(exchange));
    },
    /** A saved document has what stands here: kept before the form is emptied, so that it is told after a reload, too. */
    give(withOthers: boolean): void {
      if (!isTheirs()) return;
      const given = give(base(), leavesOf(read()));
      keep(
        withOthers
          ? dismiss(
              given,
              given.others.map(({ id }) => id),
            )
          : given,
      );
    },
    /** The page goes: nobody will hear the answer, and the next visit sends the same turn again. */
    leave(): void {
      const write = remote.exchange && isTheirs() ? begin() : null;
      if (write) remote.exchange?.(JSON.stringify(read()), write, true).catch(() => {});
    },
    decide: (id: string) => isTheirs() && keep(dismiss(base(), [id])),
  };
}

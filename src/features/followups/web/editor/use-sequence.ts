import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { countOf } from '#base/count.ts';
import { toast } from '#ui/toast.tsx';
import { type EndSplitBody, SequenceBody, type SequenceDetail } from '../../rules/contract.ts';
import { movedPlaces } from '../../rules/walk.ts';
import { endSplit as endSplitOf, type Saved, saveSequence, turnSequence } from '../calls.ts';
import { bodyOf, type Draft, soundDraft } from '../draft.ts';
import { callOf } from '../paths.ts';
import { peopleWords, problemWords } from '../say.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useDrafts } from '../use-drafts.ts';

/** The same text, whatever the order of its fields and the spaces at their ends. On or off isn’t part of it. */
const isSame = (mine: SequenceBody, theirs: SequenceBody): boolean => {
  const [one, other] = [
    SequenceBody.safeParse({ ...mine, isOn: false }),
    SequenceBody.safeParse({ ...theirs, isOn: false }),
  ];
  return one.success && other.success && JSON.stringify(one.data) === JSON.stringify(other.data);
};

/** People under way who wait before a step that is gone in the new version, and where they go on. */
export const movesOf = ({ sequence, waiting }: SequenceDetail, { steps }: SequenceBody) =>
  [...movedPlaces(sequence.steps, steps)].map(([id, to]) => ({ people: waiting[id] ?? 0, to }));

const savedWords = ({ moved, ended }: Saved, words: string): string =>
  [
    words,
    moved > 0 && `${peopleWords(moved)} ${moved === 1 ? 'goes' : 'go'} on with the next step.`,
    ended > 0 && `It ended for ${countOf(ended, 'person', 'people')}.`,
  ]
    .filter(Boolean)
    .join(' ');

/** One sequence: as the server has it, and as it is typed here. What is typed is saved on this device at once. */
export function useSequence(id: string) {
  const drafts = useDrafts('followups', soundDraft);
  const draft = drafts.all[id];
  // One that was never saved isn’t asked for, unless saving it has told that there is one.
  const [isProbed, setProbed] = useState(false);
  const answer = useAnswer<SequenceDetail>(draft?.version === 0 && !isProbed ? null : callOf('sequence', id));
  const [born, setBorn] = useState<SequenceDetail | null>(null);
  const detail = answer.value ?? born;
  const stored: Draft | null = detail && { version: detail.sequence.version, body: bodyOf(detail.sequence) };
  const base = useRef(stored);
  const detailNow = useRef(detail);
  useEffect(() => {
    base.current = stored;
    detailNow.current = detail;
  });
  const isOn = detail?.sequence.isOn ?? false;
  const now = draft ? { ...draft, body: { ...draft.body, isOn } } : stored;
  /** What was sent last: its answer may be lost. */
  const sent = useRef<SequenceBody | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Deleted elsewhere since it was read.
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { set, retry, value } = answer;
  const { put, drop, now: latest } = drafts;

  const edit = useCallback(
    (change: (body: SequenceBody) => SequenceBody) => {
      const from = latest()[id] ?? base.current;
      if (!from) return;
      const body = change(from.body);
      const isBase =
        base.current?.version === from.version &&
        JSON.stringify(base.current.body) === JSON.stringify({ ...body, isOn: base.current.body.isOn });
      if (isBase) drop(id);
      else put(id, { version: from.version, body });
    },
    [id, latest, put, drop],
  );

  const theirs = draft && detail && detail.sequence.version !== draft.version ? detail.sequence : null;
  const isMine = theirs !== null && draft !== undefined && isSame(draft.body, bodyOf(theirs));
  useEffect(() => {
    // The answer to a save was lost: it is there, and nobody else wrote it.
    if (isMine) drop(id);
    // And typing went on since: from there.
    else if (theirs && draft && sent.current && isSame(sent.current, bodyOf(theirs)))
      put(id, { version: theirs.version, body: draft.body });
  }, [isMine, theirs, draft, drop, put, id]);

  /** `turnOn`: with what is saved. Otherwise it is on or off as before. */
  async function save(words: string, { turnOn = false, over = false } = {}): Promise<boolean> {
    if (!now) return false;
    const { version } = over && detail ? detail.sequence : now;
    setBusy(true);
    setError(null);
    sent.current = now.body;
    try {
      const { isOn: _, ...text } = now.body;
      const saved = await saveSequence(id, text, version, turnOn || undefined);
      const { sequence } = saved;
      const next: SequenceDetail = detail
        ? { ...detail, sequence }
        : { sequence, waiting: {}, mails: {}, splits: {}, uplift: null, versions: [] };
      if (value) set(next);
      setBorn(next);
      const typed = latest()[id];
      // What was typed while it was saved goes on from the new version.
      if (typed && JSON.stringify(typed.body) !== JSON.stringify(draft?.body))
        put(id, { version: sequence.version, body: typed.body });
      else drop(id);
      retry();
      toast.success(savedWords(saved, words));
      return true;
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'conflict') {
        // Nothing may be lost while both versions are looked at.
        put(id, now);
        setProbed(true);
        retry();
      } else if (thrown instanceof Problem && thrown.code === 'not_found') {
        put(id, now);
        setGone(true);
      } else setError(problemWords(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** The test as it is shown is ended, or goes on; what is typed stays as it is. */
  async function endSplit(stepId: string, keep: EndSplitBody['keep']): Promise<void> {
    const before = detailNow.current?.splits[stepId];
    if (!before) return;
    try {
      const next = await endSplitOf(id, { stepId, keep, version: before.version });
      set(next);
      setBorn(next);
      const back = before.ended?.why === 'hand' ? before.ended.winner : 'both';
      if (keep === 'both') toast.success('The test goes on.');
      else
        toast.success(`The test has ended. Everybody gets ${keep.toUpperCase()} from now on.`, {
          action: { label: 'Undo', onAct: () => void endSplit(stepId, back) },
        });
    } catch (thrown) {
      toast.error(problemWords(thrown));
      retry();
    }
  }

  /** What is typed stays as it is, saved or not. */
  async function turn(wanted: boolean, isUndo = false): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const turned = await turnSequence(id, wanted);
      if (value) set({ ...value, sequence: turned });
      else if (born) setBorn({ ...born, sequence: turned });
      toast.success(
        wanted ? `“${turned.name}” is on.` : `“${turned.name}” is off. Everyone in it waits where they are.`,
        isUndo ? {} : { action: { label: 'Undo', onAct: () => void turn(!wanted, true) } },
      );
    } catch (thrown) {
      setError(problemWords(thrown));
    } finally {
      setBusy(false);
    }
  }

  /** It can be put back until something else is typed, or the page is left. */
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const discard = () => {
    setDiscarded(latest()[id] ?? null);
    drop(id);
  };
  const putBack = () => {
    if (discarded) put(id, discarded);
    setDiscarded(null);
  };

  return {
    detail,
    problem: answer.problem,
    retry,
    now,
    isChanged: draft !== undefined,
    /** What another device or another member’s tab has saved since. */
    theirs: isMine ? null : theirs,
    isGone: isGone || answer.problem?.code === 'not_found',
    isBusy,
    error,
    setError,
    edit,
    save,
    turn,
    endSplit,
    discard,
    discarded: draft ? null : discarded,
    putBack,
    isFull: drafts.isFull,
    drop: () => drop(id),
    keep: (before: Draft) => put(id, before),
  };
}
export type Sequence = ReturnType<typeof useSequence>;

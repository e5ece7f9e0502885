import { afterQuiet } from '#features/recovery/rules/sequence.ts';
import { hours } from '#base/clock.ts';
import { apart, type Sender } from './sending.ts';
import { type Facts, programOf, walk } from './walk.ts';
import type { SequenceBody } from './contract.ts';
import { conditionWords, meets } from './question.ts';
import { stepWords } from './words.ts';

/** Somebody made up, on their way through a sequence: what they get and when, by the very rules of the engine. */

export interface MadeUp {
  startedAt: Date;
  timeZone: string;
  tags: string[];
  fields: Record<string, string>;
  source: string;
  /** Before this sequence. */
  hasBought: boolean;
  /** Hours after the start at which they buy; null: they don't. */
  buysAfter: number | null;
  clicks: boolean;
}

export interface Line {
  at: Date;
  words: string;
  kind: 'mail' | 'text' | 'tag' | 'webhook' | 'bought' | 'end';
  stepId?: string;
}

const mostTurns = 500;

export function simulate(
  { steps, stopsOnPurchase, only = [] }: Pick<SequenceBody, 'only' | 'stopsOnPurchase' | 'steps'>,
  person: MadeUp,
  sender: Sender,
): Line[] {
  const before = person.hasBought ? new Date(person.startedAt.getTime() - 1) : null;
  const factsAt = (boughtAt: Date | null, hasClicked = false): Facts => ({
    tags,
    fields: person.fields,
    source: person.source,
    timeZone: person.timeZone,
    lastBoughtAt: boughtAt ?? before,
    hasClicked,
    startedAt: person.startedAt,
  });
  const tags = new Set(person.tags);
  const missed = only.find((one) => !meets([one], factsAt(null)));
  if (missed)
    return [
      {
        at: person.startedAt,
        words: `It doesn’t start: it is only for people who ${conditionWords(missed)}`,
        kind: 'end',
      },
    ];
  const program = programOf(steps);
  const lines: Line[] = [];
  const buysAt =
    person.buysAfter === null ? null : new Date(person.startedAt.getTime() + hours(person.buysAfter));
  let stepId = program.first;
  let at = person.startedAt;
  let mailedAt: Date | null = null;
  /** By email or text message: the pause between two counts over both. */
  let writtenAt: Date | null = null;
  const isBought = (when: Date) => buysAt !== null && buysAt <= when;
  let hasSaidBought = false;
  const buy = () => {
    if (buysAt && !hasSaidBought) lines.push({ at: buysAt, words: 'They buy', kind: 'bought' });
    hasSaidBought = true;
  };
  for (let turn = 0; turn < mostTurns && stepId !== null; turn += 1) {
    if (isBought(at)) {
      buy();
      if (stopsOnPurchase && buysAt)
        return [...lines, { at: buysAt, words: 'The sequence stops: they bought', kind: 'end' }];
    }
    const place = program.places.get(stepId);
    if (place?.step.kind === 'mail' || place?.step.kind === 'text') {
      const free: Date = writtenAt ? new Date(writtenAt.getTime() + hours(apart(sender))) : at;
      const when = afterQuiet(free > at ? free : at, sender);
      if (when > at) {
        at = when;
        continue;
      }
    }
    const facts = factsAt(isBought(at) ? buysAt : null, person.clicks && mailedAt !== null);
    const { acts, next } = walk(program, stepId, facts, at, sender.timeZone);
    for (const act of acts) {
      const id = 'step' in act ? act.step.id : act.stepId;
      const step = program.places.get(id)?.step;
      lines.push({ at, words: step ? stepWords(step) : '', kind: act.do, stepId: id });
      if (act.do === 'mail') mailedAt = at;
      if ('step' in act) writtenAt = at;
      if (act.do === 'tag') {
        if (act.add) tags.add(act.tag);
        else tags.delete(act.tag);
      }
    }
    stepId = next?.stepId ?? null;
    at = next?.at ?? at;
  }
  if (buysAt && !hasSaidBought && buysAt <= at) buy();
  return [...lines, { at, words: 'The end', kind: 'end' }];
}

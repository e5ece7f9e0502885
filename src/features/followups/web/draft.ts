import { soundWords } from '#features/letters/rules/sound.ts';
import type { SequenceBody, SequenceView } from '../rules/contract.ts';
import type { Condition } from '../rules/question.ts';
import { type Step, stepsInBlocks } from '../rules/steps.ts';

/** A sequence as it is typed, and the version that typing began from; 0 for one that was never saved. */
export interface Draft {
  version: number;
  body: SequenceBody;
}

export const bodyOf = (view: SequenceView): SequenceBody => {
  const { name, trigger, only, steps, stopsOnPurchase, again, holdOut, isOn } = view;
  return { name, trigger, ...(only && { only }), steps, stopsOnPurchase, again, holdOut, isOn };
};

const kinds = new Set(['wait', 'until', 'date', 'mail', 'tag', 'webhook', 'text', 'end', 'branch']);
const isBag = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Enough of a step to be shown: each field that is drawn has its kind. */
function isStep(given: unknown): given is Step {
  if (!isBag(given) || typeof given['id'] !== 'string' || !kinds.has(String(given['kind']))) return false;
  switch (given['kind']) {
    case 'mail':
      return (
        soundWords(given) !== null &&
        (given['other'] === undefined || (isBag(given['other']) && soundWords(given['other']) !== null))
      );
    case 'tag':
      return typeof given['tag'] === 'string';
    case 'text':
      return typeof given['text'] === 'string';
    case 'until':
      return Array.isArray(given['days']);
    case 'date':
      return typeof given['date'] === 'string';
    case 'branch':
      return (
        isBag(given['when']) &&
        [given['yes'], given['no']].every((arm) => Array.isArray(arm) && arm.every(isStep))
      );
    default:
      return true;
  }
}

/** As far as it was filled in. */
function isCondition(given: unknown): given is Condition {
  if (!isBag(given)) return false;
  const texts = { bought: [], tag: ['tag'], field: ['name', 'value'], source: ['contains'] };
  const is = given['is'] as keyof typeof texts;
  return Object.hasOwn(texts, is) && texts[is].every((field) => typeof given[field] === 'string');
}

/** What this or an earlier release kept on the device; null where it can't be shown. */
export function soundDraft(given: unknown): Draft | null {
  if (!isBag(given) || typeof given['version'] !== 'number' || !isBag(given['body'])) return null;
  const { name, trigger, only, steps, stopsOnPurchase, again, holdOut, isOn } = given['body'];
  const isSound =
    typeof name === 'string' &&
    isBag(trigger) &&
    typeof trigger['on'] === 'string' &&
    Array.isArray(steps) &&
    steps.every(isStep);
  if (!isSound) return null;
  return {
    version: given['version'],
    body: {
      name,
      trigger: trigger as SequenceBody['trigger'],
      ...(Array.isArray(only) && { only: only.filter(isCondition) }),
      steps: stepsInBlocks(steps),
      stopsOnPurchase: stopsOnPurchase !== false,
      again: again === true,
      holdOut: typeof holdOut === 'number' ? holdOut : 0,
      isOn: isOn === true,
    },
  };
}

import { countOf } from '#base/count.ts';
import { weekdays } from '#base/weekdays.ts';
import type { Block } from '#features/letters/rules/blocks.ts';
import { blocksOfFormer } from '#features/letters/rules/former.ts';
import type { SequenceBody, Trigger } from './contract.ts';
import { conditionWords, questionWords } from './question.ts';
import type { Step } from './steps.ts';

/** A sequence as sentences: how the list, the simulation and a person's page say it. */

const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export function waitWords(given: number): string {
  if (given % 168 === 0) return countOf(given / 168, 'week', 'weeks');
  return given % 24 === 0 ? countOf(given / 24, 'day', 'days') : countOf(given, 'hour', 'hours');
}

/** Its beginning: enough to know it by. */
export const shortText = (text: string): string => {
  const words = [...text.replace(/\s+/g, ' ').trim()];
  return words.length > 60 ? `${words.slice(0, 59).join('').trimEnd()}…` : words.join('');
};

export function stepWords(step: Step): string {
  switch (step.kind) {
    case 'wait':
      return `Wait ${waitWords(step.hours)}`;
    case 'until':
      return `Wait until ${daysWords(step.days)} ${hourWords(step.hour)}, where the reader is`;
    case 'date':
      return `Wait until ${step.date}, ${hourWords(step.hour)}`;
    case 'mail':
      return `Email “${step.subject}”`;
    case 'text':
      return `Text message “${shortText(step.text)}”`;
    case 'tag':
      return step.add ? `Add the tag “${step.tag}”` : `Remove the tag “${step.tag}”`;
    case 'webhook':
      return 'Tell your own program (webhook)';
    case 'end':
      return 'End here';
    case 'branch':
      return `If they ${questionWords(step.when)}`;
  }
}

function daysWords(given: readonly number[]): string {
  if (given.length === 0 || given.length === 7) return 'the next';
  const names = [...given].sort((a, b) => a - b).map((day) => weekdays[day] ?? '');
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Follows “starts when somebody”. */
function triggerWords(trigger: Trigger, funnelName: (id: string) => string = () => 'a funnel'): string {
  switch (trigger.on) {
    case 'lead':
      return `leaves their address in ${trigger.funnelId === '' ? 'any of your funnels' : funnelName(trigger.funnelId)}${trigger.step && `, on “${trigger.step}”`}`;
    case 'bought': {
      const which = { any: '', first: ' for the first time', again: ' again' }[trigger.which];
      const { minCents = 0, maxCents, currency } = trigger;
      const unit = currency ? ` ${currency}` : '';
      const least = minCents > 0 ? ` for ${minCents / 100}${unit} or more` : '';
      const most = maxCents === undefined ? '' : `${least && ','} for ${maxCents / 100}${unit} or less`;
      const paid = least + most || (currency ? ` in ${currency}` : '');
      return `buys ${trigger.contains === '' ? 'something' : `“${trigger.contains}”`}${which}${paid}`;
    }
    case 'refunded':
      return 'gets their money back';
    case 'agreement':
      return {
        sent: 'gets a document from you to sign',
        signed: 'signs a document',
        declined: 'declines to sign a document',
        overdue: 'hasn’t paid by a date in a signed document',
      }[trigger.what];
    case 'tag':
      return `gets the tag “${trigger.tag}”`;
    case 'date':
      return `${trigger.daysBefore === 0 ? 'reaches' : `is ${countOf(trigger.daysBefore, 'day', 'days')} before`} the date in ${trigger.field}${trigger.yearly ? ', every year' : ''}`;
    case 'event':
      return `does “${trigger.name}”, as your program reports it`;
    case 'hand':
      return 'is picked by you';
    case 'joined':
      return 'opens an account';
    case 'subscribed':
      return 'confirms the newsletter';
    case 'plan':
      return `${trigger.what === 'begun' ? 'begins' : 'ends'} ${trigger.plan === '' ? 'a paid plan' : `the plan ${trigger.plan}`}`;
    case 'gift':
      return `donates${trigger.minCents ? ` ${trigger.minCents / 100} USD or more` : ''}`;
  }
}

/** Follows “starts when somebody”: what starts it, and for whom where not for everybody. */
export const startWords = (
  { trigger, only = [] }: Pick<SequenceBody, 'trigger' | 'only'>,
  funnelName?: (id: string) => string,
): string =>
  [triggerWords(trigger, funnelName), only.length > 0 && `if they ${only.map(conditionWords).join(' and ')}`]
    .filter(Boolean)
    .join(', ');

/** What a change says before it is kept: who is under way, and where they go on. */
export function changeWords(
  moves: readonly { people: number; to: string | null }[],
  underWay: number,
): string {
  if (underWay === 0) return 'Nobody is in this sequence right now.';
  const moved = moves.reduce((sum, { people, to }) => sum + (to === null ? 0 : people), 0);
  const ended = moves.reduce((sum, { people, to }) => sum + (to === null ? people : 0), 0);
  const stay = underWay - moved - ended;
  return [
    `${countOf(underWay, 'person is', 'people are')} in this sequence.`,
    stay > 0 &&
      `${countOf(stay, 'stays', 'stay')} where they are and ${stay === 1 ? 'gets' : 'get'} the new version from their next step on.`,
    moved > 0 &&
      `${countOf(moved, 'waits', 'wait')} before a step you removed and ${moved === 1 ? 'goes' : 'go'} on with the step after it.`,
    ended > 0 && `For ${countOf(ended, 'person', 'people')} nothing follows: it ends for them.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** An email that is nothing but a text. */
export const plainText = (body: string): Block[] => blocksOfFormer({ body, button: '', link: '' });

export const firstSequence = (id: () => string): SequenceBody => ({
  name: 'Welcome',
  trigger: { on: 'lead', funnelId: '', step: '' },
  steps: [
    { id: id(), kind: 'wait', hours: 24 },
    {
      id: id(),
      kind: 'mail',
      subject: 'Did you find what you were looking for?',
      blocks: plainText(
        'Hello {{FirstName|there}},\n\nYou left your address with us yesterday. Did you get what you came for?\n\nIf you have a question, reply to this email: a person reads it.',
      ),
    },
    { id: id(), kind: 'wait', hours: 72 },
    {
      id: id(),
      kind: 'mail',
      subject: '[What you want to tell them]',
      blocks: plainText('Hello {{FirstName|there}},\n\n[Your text]'),
    },
  ],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: false,
});

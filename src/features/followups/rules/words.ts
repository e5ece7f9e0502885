import { countOf } from '#base/count.ts';
import type { SequenceBody, Trigger } from './contract.ts';
import type { Question, Step } from './steps.ts';

/** A sequence as sentences: how the list, the simulation and a person's page say it. */

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export function waitWords(given: number): string {
  if (given % 168 === 0) return countOf(given / 168, 'week', 'weeks');
  return given % 24 === 0 ? countOf(given / 24, 'day', 'days') : countOf(given, 'hour', 'hours');
}

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

/** Follows “if they”. */
export function questionWords(question: Question): string {
  switch (question.is) {
    case 'bought':
      return question.since === 'start' ? 'bought since this began' : 'ever bought';
    case 'clicked':
      return 'clicked a link in these emails';
    case 'tag':
      return `have the tag “${question.tag}”`;
    case 'field':
      return `have “${question.value}” in ${question.name}`;
  }
}

/** Follows “starts when somebody”. */
export function triggerWords(
  trigger: Trigger,
  funnelName: (id: string) => string = () => 'a funnel',
): string {
  switch (trigger.on) {
    case 'lead':
      return `leaves their address in ${trigger.funnelId === '' ? 'any of your funnels' : funnelName(trigger.funnelId)}${trigger.step && `, on “${trigger.step}”`}`;
    case 'bought': {
      const which = { any: '', first: ' for the first time', again: ' again' }[trigger.which];
      const least = trigger.minCents ? ` for ${trigger.minCents / 100} or more` : '';
      return `buys ${trigger.contains === '' ? 'something' : `“${trigger.contains}”`}${which}${least}`;
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

export const mergeFields = ['FirstName', 'Name', 'Email', 'Shop'] as const;

export interface MergeFacts {
  name: string;
  email: string;
  shop: string;
  fields: Readonly<Record<string, string>>;
}

/** What stands in two braces, closed or not. */
const holes = /\{\{([^{}]*)(?:\}\})?/g;

/**
 * A name as it may stand in a letter. Anybody can type one into a form, with somebody else's address: what looks like a link or
 * a message isn't a name, and the fallback is read instead.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isMessage =
    [...plain].length > 60 ||
    plain.split(' ').length > 6 ||
    /[/\\:@<>]|www\.|\d{4}|[\p{L}\p{N}][.。]\p{L}{2}/iu.test(plain);
  return isMessage ? '' : plain;
}

/** {{FirstName|there}}: what is not known is what stands after the bar. Nothing that a person typed is filled again. */
export function merge(template: string, { name: given, email, shop, fields }: MergeFacts): string {
  const name = plainName(given);
  const known: Record<string, string> = {
    FirstName: name.split(' ')[0] ?? '',
    Name: name,
    Email: email,
    Shop: shop,
  };
  return template.replaceAll(holes, (whole, inside: string) => {
    if (!whole.endsWith('}}')) return inside;
    const [word = '', ...rest] = inside.split('|');
    const key = word.trim();
    const value = Object.hasOwn(known, key) ? known[key] : Object.hasOwn(fields, key) ? fields[key] : '';
    return value || rest.join('|').trim();
  });
}

/** Why these words can't be filled for everybody; null when they can. */
export function mergeFault(text: string): string | null {
  for (const [whole, inside = ''] of text.matchAll(holes)) {
    if (!whole.endsWith('}}'))
      return `{{${inside.slice(0, 40)} isn’t closed: write {{${inside.trim().slice(0, 40)}}}.`;
    const key = inside.split('|')[0]?.trim() ?? '';
    if (!/^[a-zA-Z]\w{0,29}$/.test(key)) return `{{${inside.slice(0, 40)}}} isn’t a merge field.`;
  }
  return null;
}

/** Fields without a fallback: whoever has none there would read a gap. */
export const gaps = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(holes)]
      .map(([, inside = '']) => inside)
      .filter((inside) => !inside.includes('|'))
      .map((inside) => inside.trim())
      .filter((key) => key !== 'Email' && key !== 'Shop'),
  ),
];

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

export const firstSequence = (id: () => string): SequenceBody => ({
  name: 'Welcome',
  trigger: { on: 'lead', funnelId: '', step: '' },
  steps: [
    { id: id(), kind: 'wait', hours: 24 },
    {
      id: id(),
      kind: 'mail',
      subject: 'Did you find what you were looking for?',
      body: 'Hello {{FirstName|there}},\n\nYou left your address with us yesterday. Did you get what you came for?\n\nIf you have a question, reply to this email: a person reads it.',
      button: '',
      link: '',
    },
    { id: id(), kind: 'wait', hours: 72 },
    {
      id: id(),
      kind: 'mail',
      subject: '[What you want to tell them]',
      body: 'Hello {{FirstName|there}},\n\n[Your text]',
      button: '',
      link: '',
    },
  ],
  stopsOnPurchase: true,
  again: false,
  holdOut: 0,
  isOn: false,
});

/** What only its owner can say stands in brackets, and nothing goes out while it is there. */
export const isUnwritten = (text: string): boolean => /\[[^\]\n]{3,80}\](?!\()/.test(text);

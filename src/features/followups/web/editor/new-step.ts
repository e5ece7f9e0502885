import type { Step } from '../../rules/steps.ts';
import { plainText } from '../../rules/words.ts';

/** The kinds that can be added, in the order in which they are wanted. */
export const kinds = [
  ['mail', 'Email'],
  ['text', 'Text message'],
  ['wait', 'Wait for some time'],
  ['until', 'Wait until a day and hour'],
  ['date', 'Wait until a date'],
  ['branch', 'Choice: if …, otherwise …'],
  ['tag', 'Add or remove a tag'],
  ['webhook', 'Webhook: tell your own program'],
  ['end', 'End here'],
] as const;

export function newStep(kind: Step['kind'], id: string, today: string): Step {
  switch (kind) {
    case 'mail':
      return { id, kind, subject: '', blocks: plainText('Hello {{FirstName|there}},\n\n') };
    case 'text':
      return { id, kind, text: '' };
    case 'wait':
      return { id, kind, hours: 24 };
    case 'until':
      return { id, kind, days: [1, 2, 3, 4, 5], hour: 9 };
    case 'date':
      return { id, kind, date: today, hour: 9 };
    case 'branch':
      return { id, kind, when: { is: 'bought', since: 'start' }, yes: [], no: [] };
    case 'tag':
      return { id, kind, add: true, tag: '' };
    case 'webhook':
    case 'end':
      return { id, kind };
  }
}

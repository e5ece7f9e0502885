import type { SequenceBody } from '../rules/contract.ts';
import { firstSequence, plainText } from '../rules/words.ts';
import { blocksOfFormer } from '#features/letters/rules/former.ts';

/** What a new sequence begins with. Only what its owner alone can say stands in brackets. */

export interface Starter {
  id: 'welcome' | 'thanks' | 'win-back' | 'empty';
  name: string;
  words: string;
  body(id: () => string): SequenceBody;
}

const off = { again: false, holdOut: 0, isOn: false };

export const starters: readonly Starter[] = [
  {
    id: 'welcome',
    name: 'Welcome after a lead',
    words:
      'Someone leaves their email address in a funnel: a question the next day, your offer three days later.',
    body: firstSequence,
  },
  {
    id: 'thanks',
    name: 'Thank you after a purchase',
    words: 'Someone buys: thanks the next day, and two weeks later the question how it’s going.',
    body: (id) => ({
      ...off,
      name: 'Thank you',
      trigger: { on: 'bought', contains: '', which: 'first' },
      steps: [
        { id: id(), kind: 'wait', hours: 24 },
        {
          id: id(),
          kind: 'mail',
          subject: 'Thank you, {{FirstName|and welcome}}',
          blocks: plainText(
            'Hello {{FirstName|there}},\n\nThank you for buying from {{Shop}}.\n\n[How to get the most out of it, in two sentences]\n\nIf something isn’t right, reply to this email: a person reads it.',
          ),
        },
        { id: id(), kind: 'wait', hours: 24 * 14 },
        {
          id: id(),
          kind: 'mail',
          subject: 'How is it going?',
          blocks: plainText(
            'Hello {{FirstName|there}},\n\nYou’ve had it for two weeks now. Does it do what you bought it for?\n\nReply with one sentence: it helps us make it better.',
          ),
        },
      ],
      stopsOnPurchase: false,
    }),
  },
  {
    id: 'win-back',
    name: 'Win back',
    words:
      'Someone bought and hasn’t bought again in two months: one email, and a last one if they didn’t click.',
    body: (id) => ({
      ...off,
      name: 'Win back',
      trigger: { on: 'bought', contains: '', which: 'any' },
      steps: [
        { id: id(), kind: 'wait', hours: 24 * 60 },
        {
          id: id(),
          kind: 'mail',
          subject: '[What’s new since they bought]',
          blocks: blocksOfFormer({
            body: 'Hello {{FirstName|there}},\n\nIt’s been two months since you bought from {{Shop}}.\n\n[What’s new, and why it’s worth a look]',
            button: 'See what’s new',
            link: '',
          }),
        },
        { id: id(), kind: 'wait', hours: 24 * 7 },
        {
          id: id(),
          kind: 'branch',
          when: { is: 'clicked' },
          yes: [{ id: id(), kind: 'end' }],
          no: [
            {
              id: id(),
              kind: 'mail',
              subject: 'Should we stop writing to you?',
              blocks: plainText(
                'Hello {{FirstName|there}},\n\nThis is the last email of this kind.\n\nIf you’d like to hear from us, reply with one word. If not, you don’t have to do anything.',
              ),
            },
          ],
        },
      ],
      stopsOnPurchase: true,
      again: true,
    }),
  },
  {
    id: 'empty',
    name: 'Empty',
    words: 'You choose what starts it, and add every step.',
    body: () => ({
      ...off,
      name: 'New sequence',
      trigger: { on: 'lead', funnelId: '', step: '' },
      steps: [],
      stopsOnPurchase: true,
    }),
  },
];

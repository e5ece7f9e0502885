import { expect, test } from 'vitest';
import { firstSettings } from './automation.ts';
import { firstDelivery } from './sequence.ts';
import { settingWords } from './setting-words.ts';

const none = { name: '', address: '' };

test('each group of the settings says in a sentence what it is set to', () => {
  expect(settingWords(firstSettings(), firstDelivery(), none)).toEqual({
    when: 'The first reminder goes out 1 hour after the cart is abandoned, never between 22:00 and 08:00 (UTC).',
    what: 'Up to 3 reminders a cart, in the words of your campaign.',
    discount: 'Up to 25% off, where a reminder offers it.',
    who: 'Every buyer who agreed, at most one reminder in 20 hours.',
    sender: 'Reminders need a shop name and a postal address.',
  });
  const settings = {
    ...firstSettings(),
    emailDelay: 0,
    maxEmails: 1,
    aiPersonalization: true,
    multiChannel: true,
  };
  const delivery = {
    ...firstDelivery(),
    quietFrom: 3,
    quietTo: 3,
    capHours: 0,
    holdOut: 10,
    shopCode: 'BACK',
    shopName: 'Birch Press',
    replyTo: 'hi@birch.example',
  };
  expect(settingWords(settings, delivery, { name: 'Wren', address: '1 Mill Lane' })).toEqual({
    when: 'The first reminder goes out at once, at any hour.',
    what: 'Up to 1 reminder a cart, personalized with AI, announced to your other channels.',
    discount: 'Up to 25% off, where a reminder offers it, with the code BACK.',
    who: 'Every buyer who agreed, however often they leave a cart. 10% get none, to measure what reminders bring.',
    sender: 'From Birch Press, 1 Mill Lane. Replies go to hi@birch.example.',
  });
});

test('a discount that is off or nothing is no discount; what only one half of a sender lacks is named', () => {
  const off = [
    { ...firstSettings(), discountEnabled: false },
    { ...firstSettings(), maxDiscount: 0 },
  ];
  for (const settings of off)
    expect(settingWords(settings, null, none).discount).toBe('No reminder offers a discount.');
  const named = { ...firstDelivery(), shopName: ' Birch Press ' };
  expect(settingWords(firstSettings(), named, none).sender).toBe(
    'From Birch Press. Reminders need a postal address.',
  );
  const placed = { ...firstDelivery(), postalAddress: '1 Mill Lane' };
  expect(settingWords(firstSettings(), placed, none).sender).toBe('Reminders need a shop name.');
});

test('while nobody knows the branding, nothing is said to be missing of the sender', () => {
  expect(settingWords(firstSettings(), firstDelivery(), null).sender).toBe('');
});

test('without an account nothing is said of what only the server does', () => {
  expect(settingWords(firstSettings(), null, none)).toMatchObject({
    when: 'The first reminder goes out 1 hour after the cart is abandoned.',
    who: 'Every buyer who agreed.',
  });
});

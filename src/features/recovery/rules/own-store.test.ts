import { expect, test } from 'vitest';
import { type OwnStoreFacts, standingOf, stateWords } from './own-store.ts';
import { fill, ownCampaign } from './writing.ts';

const ready: OwnStoreFacts = {
  isOffInSite: false,
  choice: null,
  autoRecovery: true,
  mail: 'leaves',
  shopName: 'Birch & Sons',
  postalAddress: '1 Long Lane, Dublin',
  campaigns: { all: 0, on: 0 },
};
const bare: OwnStoreFacts = { ...ready, mail: 'stays here', shopName: ' ', postalAddress: '' };

test('[law] nobody chose: on with an SMTP server, a name and an address, and off without any of them', () => {
  expect(standingOf(ready)).toMatchObject({ isOn: true, reason: '' });
  for (const mail of ['leaves', 'stays here', 'waits'] as const)
    for (const shopName of ['', 'Birch'])
      for (const postalAddress of ['', '1 Long Lane'])
        expect(standingOf({ ...ready, mail, shopName, postalAddress }).isOn).toBe(
          mail === 'leaves' && shopName !== '' && postalAddress !== '',
        );
});

test('what is missing is said with where it is set, and is the reason of a message that is not sent', () => {
  expect(standingOf(bare)).toEqual({
    isOn: false,
    words: 'off until an SMTP server, your shop’s name and your postal address are set',
    advice: 'Set SMTP_URL; name in site/hub.md; seller (legalName, address, country, email) in site/hub.md.',
    reason: 'missing: an SMTP server, your shop’s name and your postal address',
  });
  expect(standingOf({ ...ready, postalAddress: '' })).toMatchObject({
    words: 'off until your postal address is set',
    reason: 'missing: your postal address',
  });
});

test('[law] the site’s key comes before every command, and an explicit off before being ready', () => {
  for (const choice of ['on', 'off', null] as const)
    for (const facts of [ready, bare])
      expect(standingOf({ ...facts, choice, isOffInSite: true })).toMatchObject({
        isOn: false,
        words: 'off, by cartReminders in site/hub.md',
        advice: 'That key comes before any command. Remove it to turn them on.',
      });
  expect(standingOf({ ...ready, choice: 'off' })).toMatchObject({ isOn: false, reason: 'switched off' });
});

test('[law] an explicit on puts nothing in place of what is missing where mail can leave', () => {
  expect(standingOf({ ...ready, choice: 'on' }).isOn).toBe(true);
  expect(standingOf({ ...ready, choice: 'on', postalAddress: '' }).isOn).toBe(false);
  expect(standingOf({ ...ready, choice: 'on', mail: 'waits' }).isOn).toBe(false);
  // Nothing leaves the machine: there it may be tried out as it is.
  expect(standingOf({ ...bare, choice: 'on' })).toMatchObject({
    isOn: true,
    words: 'on, to try out: email stays in the mailbox of this hub',
  });
});

test('campaigns that are all off, and the setting autoRecovery, keep it off and say so', () => {
  expect(standingOf({ ...ready, campaigns: { all: 2, on: 1 } }).isOn).toBe(true);
  expect(standingOf({ ...ready, campaigns: { all: 2, on: 0 } }).words).toContain(
    'none of your campaigns is on',
  );
  expect(standingOf({ ...ready, autoRecovery: false }).advice).toContain('recovery set autoRecovery true');
});

test('the default campaign has three messages, and gives no discount that the operator did not give', () => {
  const { steps, when } = ownCampaign();
  expect(steps).toHaveLength(3);
  expect(steps.map(({ discountPercent }) => discountPercent)).toEqual([0, 0, 0]);
  expect(when).toMatchObject({ minCents: 0, sources: [] });
  const facts = {
    name: 'Bea Bright',
    shop: 'Birch',
    totalCents: 1900,
    currency: 'USD',
    items: [{ name: 'Guide', quantity: 1 }],
    discountPercent: 0,
    discountCode: '',
    link: 'https://birch.example/r/x',
  };
  for (const { body } of steps) expect(fill(body, facts)).not.toMatch(/discount|save \d|\{\{/i);
});

test('a terminal that lacks the server’s settings says that the hub has them on', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  expect(stateWords(standingOf(ready), since)).toBe(
    'on, to buyers who ask for them at checkout, since 2026-11-21T12:00:00.000Z',
  );
  expect(stateWords(standingOf(ready), null)).toMatch(/, as soon as the hub runs$/);
  expect(stateWords(standingOf({ ...ready, mail: 'waits' }), since)).toBe(
    'off until an SMTP server is set, by the settings of this terminal; the hub has had them on since 2026-11-21T12:00:00.000Z',
  );
  expect(stateWords(standingOf({ ...ready, choice: 'off' }), null)).toBe('off');
});

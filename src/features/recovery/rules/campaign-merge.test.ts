import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaveWay, mergeCampaign } from './campaign-merge.ts';
import type { CampaignBody } from './contract.ts';
import { firstCampaign } from './writing.ts';

const fields = ['name', 'subject 0', 'body 0', 'subject 1', 'body 1'] as const;
type Field = (typeof fields)[number];
const read = ({ name, steps }: CampaignBody, field: Field): string | undefined => {
  if (field === 'name') return name;
  const [kind, at] = field.split(' ') as ['subject' | 'body', string];
  return steps[Number(at)]?.[kind];
};
const typed = (campaign: CampaignBody, field: Field, words: string): CampaignBody => {
  if (field === 'name') return { ...campaign, name: words };
  const [kind, at] = field.split(' ') as ['subject' | 'body', string];
  const steps = campaign.steps.map((step, n) => (n === Number(at) ? { ...step, [kind]: words } : step));
  return { ...campaign, steps };
};

const seen = firstCampaign();
const edits = (who: string) =>
  fc.uniqueArray(fc.constantFrom(...fields)).map((these) => these.map((field) => [field, who] as const));
const edited = (list: (readonly [Field, string])[]) =>
  list.reduce((campaign, [field, words]) => typed(campaign, field, words), seen);

test('every field that one of two devices changed is kept; of one that both changed, the later stands', () => {
  expect(seen.steps.length).toBeGreaterThan(1);
  fc.assert(
    fc.property(edits('mine'), edits('theirs'), (mine, theirs) => {
      const merged = mergeCampaign(seen, edited(mine), edited(theirs));
      for (const field of fields) {
        const last = [...theirs, ...mine].findLast(([each]) => each === field);
        expect(read(merged, field)).toBe(last?.[1] ?? read(seen, field));
      }
      // And what gave way is given back, with all that did not.
      const both = fields.filter((field) =>
        [mine, theirs].every((list) => list.some(([each]) => each === field)),
      );
      const back = gaveWay(seen, edited(mine), edited(theirs));
      expect(back === null).toBe(both.length === 0);
      for (const field of back ? fields : [])
        expect(read(back ?? seen, field)).toBe(both.includes(field) ? 'theirs' : read(merged, field));
    }),
  );
});

test('a message more on one device is kept whole, and the name that the other changed with it', () => {
  const [step] = seen.steps;
  if (!step) throw new Error('No message');
  const longer = { ...seen, steps: [...seen.steps, { ...step, subject: 'One more' }] };
  const merged = mergeCampaign(seen, longer, typed(seen, 'name', 'theirs'));
  expect(merged).toEqual({ ...longer, name: 'theirs' });
  expect(mergeCampaign(seen, typed(seen, 'name', 'mine'), longer)).toEqual({ ...longer, name: 'mine' });
});

test('switched on here, it is on, with what another device wrote meanwhile', () => {
  const theirs = { ...typed(seen, 'subject 0', 'theirs'), when: { ...seen.when, minCents: 500 } };
  expect(mergeCampaign(seen, { ...seen, isOn: true }, theirs as CampaignBody)).toEqual({
    ...theirs,
    isOn: true,
  });
});

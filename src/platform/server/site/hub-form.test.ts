import { systemClock } from '#base/clock.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { whoForm } from './hub-form.ts';
import { silentLog } from '../log.ts';
import { openSite } from './open.ts';
import { saveText, textFields } from './save-text.ts';
import type { SiteStore } from './site.ts';

type Form = Record<string, string>;

async function opened<T>(dir: string, work: (site: SiteStore) => Promise<T>): Promise<T> {
  const site = await openSite(dir, shippedDir, silentLog, systemClock);
  return work(site).finally(() => site.close());
}
const hubFields = (dir: string, typed?: Form) =>
  opened(dir, (site) => textFields(site.texts, whoForm(site), typed));
const saveHub = (dir: string, form: Form) => opened(dir, (site) => saveText(site.texts, whoForm(site), form));
const formOf = async (dir: string): Promise<Form> =>
  Object.fromEntries((await hubFields(dir)).map(({ name, value = '' }) => [name, value]));
const textOf = (dir: string) => readFile(join(dir, 'hub.md'), 'utf8');
const seller = {
  name: 'Birch & Sons',
  legalName: 'Birch & Sons Ltd',
  address: '1 Long Lane\n\n Dublin ',
  country: 'IE',
  email: 'hello@birch.example',
};

test('a first form makes the file, and the hub says it', async () => {
  await using site = await siteFolder();
  const form = await formOf(site.dir);
  expect(form).toMatchObject({ name: '', legalName: '', address: '' });
  const done = await saveHub(site.dir, { ...form, ...seller });
  expect(done.words).toBe('Saved: Name of your hub, Legal name, Postal address, Country, Email.');
  expect(await opened(site.dir, async (read) => read.words())).toMatchObject({
    name: 'Birch & Sons',
    isSample: false,
    seller: { legalName: 'Birch & Sons Ltd', address: ['1 Long Lane', 'Dublin'] },
  });
  expect(await saveHub(site.dir, await formOf(site.dir))).toEqual({
    words: 'Nothing was changed.',
    after: {},
  });
});

const own = `---
# Ours
name: "Birch"   # short
accent: '0B6E4F'
seller:
  # as registered
  legalName: Birch Ltd
  address:
    - 1 Long Lane
    - Dublin
  country: IE
  email: a@birch.example
  phone: +353 1 234567
support:
  answersWithin: one day
---
About us.
`;

const line = (most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.floor(most / 4) })
    .map((text) => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
    .filter((text) => text !== '' && text.length <= most);

test('[law] what is typed is read back, and every line that it doesn’t touch stays as somebody wrote it', async () => {
  const typed = fc.record(
    {
      name: line(60),
      tagline: line(120),
      legalName: line(120),
      address: fc.array(line(60), { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n')),
      country: fc.constantFrom('DE', 'FR', 'US'),
      registration: line(200),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(typed, async (changes) => {
      await using site = await siteFolder({ 'hub.md': own });
      await saveHub(site.dir, { ...(await formOf(site.dir)), ...changes });
      const now = await formOf(site.dir);
      for (const [name, value] of Object.entries(changes)) expect(now[name]).toBe(value);
      const text = await textOf(site.dir);
      for (const kept of [
        '# Ours',
        "accent: '0B6E4F'",
        '  # as registered',
        '  phone: +353 1 234567',
        'About us.',
      ])
        expect(text).toContain(kept);
      expect(text.includes('name: "Birch"   # short')).toBe(
        changes.name === undefined || changes.name === 'Birch',
      );
    }),
    { numRuns: 60 },
  );
});

const field = fc.constantFrom('name', 'tagline', 'legalName', 'registration');

/** Two opened the form; Ada has saved a change of the first field, and Tom is about to save one of the second. */
async function late(dir: string, first: string, second: string) {
  const [ada, tom] = [await formOf(dir), await formOf(dir)];
  await saveHub(dir, { ...ada, [first]: 'By Ada' });
  return { ...tom, [second]: 'By Tom' };
}

test('[law] two who type at once, into different fields: both stay', async () => {
  const two = fc.uniqueArray(field, { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(two, async ([first = '', second = '']) => {
      await using site = await siteFolder({ 'hub.md': own });
      await saveHub(site.dir, await late(site.dir, first, second));
      expect(await formOf(site.dir)).toMatchObject({ [first]: 'By Ada', [second]: 'By Tom' });
    }),
    { numRuns: 12 },
  );
});

test('[law] two who type at once, into the same field: it is told, and nobody’s words are lost', async () => {
  await fc.assert(
    fc.asyncProperty(field, async (name) => {
      await using site = await siteFolder({ 'hub.md': own });
      const form = await late(site.dir, name, name);
      await expect(saveHub(site.dir, form)).rejects.toThrow('Changed since you opened');
      expect((await formOf(site.dir))[name]).toBe('By Ada');
      const again = await hubFields(site.dir, form);
      const was = again.find((each) => each.name === 'was')?.value ?? '';
      expect(again.find((each) => each.name === name)?.mistake).toContain('By Ada');
      await saveHub(site.dir, { ...form, was });
      expect((await formOf(site.dir))[name]).toBe('By Tom');
    }),
    { numRuns: 8 },
  );
});

test('what the start would refuse is told at its field, and the file stays', async () => {
  await using site = await siteFolder({ 'hub.md': own });
  const form = await formOf(site.dir);
  const wrong = { country: 'Germany', email: 'no address', name: 'x'.repeat(61), address: '' };
  for (const [name, value] of Object.entries(wrong))
    await expect(saveHub(site.dir, { ...form, [name]: value }), name).rejects.toMatchObject({
      details: {
        fields: { [name]: expect.stringMatching(/^(Got .*expected|Up to 6 lines|This is needed)/) as string },
      },
    });
  expect(await textOf(site.dir)).toBe(own);
  // Edited by hand while the hub runs.
  await opened(site.dir, async (read) => {
    await site.put({ 'hub.md': 'no front matter' });
    await expect(saveText(read.texts, whoForm(read), form)).rejects.toThrow('until the file is corrected');
    await expect(textFields(read.texts, whoForm(read))).rejects.toThrow('until the file is corrected');
  });
});

// Long because: every act of the rooms is tried on one hub of few documents, which takes long to set up.
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { shippedDir as wholeDir, siteFolder } from '#testing/site-folder.ts';
import type { Asked, DeskPage } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { createLiveLibrary } from '../live-library.ts';
import { blankDocument } from './blank-document.ts';
import { documentRooms } from './rooms.ts';

const db = await useDatabase();
const blank = blankDocument('2026-11-28');
const loan = blank.replaceAll('New document', 'Bicycle loan');

/** A hub that ships three documents instead of forty: each start reads all of them. */
const shippedDir = await mkdtemp(join(tmpdir(), 'hub-ships-'));
afterAll(() => rm(shippedDir, { recursive: true }));
for (const name of ['hub.md', 'words.txt', 'pages', 'portfolio', 'brand', 'images'])
  await symlink(join(wholeDir, name), join(shippedDir, name));
for (const file of ['mutual-nda', 'one-way-nda', 'receipt']
  .map((name) => `documents/${name}.md`)
  .concat('templates/readme.md')) {
  await mkdir(dirname(join(shippedDir, file)), { recursive: true });
  await copyFile(join(wholeDir, file), join(shippedDir, file));
}
await mkdir(join(shippedDir, 'laws'));
await writeFile(
  join(shippedDir, 'laws/texas.yaml'),
  'law: texas\nname: Texas\nchecked: 2026-11-23\nfacts: { us: yes }\n',
);
await mkdir(join(shippedDir, 'bundles'));
await writeFile(
  join(shippedDir, 'bundles/talks.yaml'),
  'title: Talks\nfor: Who talks.\ndocuments: [one-way-nda, mutual-nda, receipt]\n',
);

async function desk(files: Record<string, string> = {}, offers?: Parameters<typeof documentRooms>[2]) {
  const folder = await siteFolder(files);
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-11-28T15:00:00Z') + 60_000 * minutes++) };
  const site = await openSite(folder.dir, shippedDir, silentLog, clock);
  let changes = 0;
  const open = () =>
    createLiveLibrary({ shippedDir, siteDir: folder.dir, log: silentLog, changed: () => (changes += 1) });
  const library = open();
  const parts = { db, site, clock, origin: () => 'https://hub.example' };
  const [documents, templates, bundles, laws] = documentRooms(parts as never, library, offers) as [
    DeskPage,
    DeskPage,
    DeskPage,
    DeskPage,
  ];
  const actOf = (room: DeskPage, name: string) => room.acts!.find((each) => each.name === name)!;
  return {
    site,
    library,
    documents,
    templates,
    bundles,
    laws,
    changes: () => changes,
    put: folder.put,
    dir: folder.dir,
    async form(room: DeskPage, name: string, id: string): Promise<Asked> {
      const { fields } = await actOf(room, name).ask(id);
      return Object.fromEntries(fields.map((field) => [field.name, field.value ?? '']));
    },
    does: (room: DeskPage, name: string, id: string, form: Asked = {}) => actOf(room, name).act(id, form),
    preview: (room: DeskPage, name: string, id: string, form: Asked = {}) =>
      actOf(room, name).preview?.(id, form),
    /** What a start with these files would read. */
    start: () => {
      const started = open();
      return { documents: [...started.contracts.keys()].sort(), bundles: started.bundles() };
    },
    async [Symbol.asyncDispose]() {
      site.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface Drawn {
  data: { html: string };
}

test('a document is made, looked at filled in, changed without a restart, deleted and put back', async () => {
  await using at = await desk();
  const form = { ...(await at.form(at.documents, 'new', '')), file: loan };
  const seen = await at.preview(at.documents, 'new', '', form);
  expect((seen as Drawn).data.html).toContain('Ada Moore</span> agrees.');
  expect(at.library.contracts.has('bicycle-loan')).toBe(false);

  const done = await at.does(at.documents, 'new', '', form);
  expect(done).toMatchObject({
    words: 'Document made: https://hub.example/documents/bicycle-loan',
    goOn: 'documents/bicycle-loan',
  });
  expect(at.library.contracts.get('bicycle-loan')?.title).toBe('Bicycle loan');
  expect(at.changes()).toBe(1);
  expect(JSON.stringify(await at.documents.list({}))).toContain('Bicycle loan');

  const edit = await at.form(at.documents, 'edit', 'bicycle-loan');
  expect(edit['file']).toBe(loan);
  await at.does(at.documents, 'edit', 'bicycle-loan', { ...edit, file: loan.replace('agrees', 'swears') });
  const html = async () => {
    const now = await at.form(at.documents, 'edit', 'bicycle-loan');
    return ((await at.preview(at.documents, 'edit', 'bicycle-loan', now)) as Drawn).data;
  };
  expect((await html()).html).toContain('swears');
  await at.does(at.documents, 'remove', 'bicycle-loan');
  expect(at.library.contracts.has('bicycle-loan')).toBe(false);
  const [last] = await at.site.texts.versions('documents/bicycle-loan.md');
  await at.does(at.documents, 'restore', `bicycle-loan@${last?.name}`);
  expect((await html()).html).toContain('swears');
  expect(at.start().documents).toContain('bicycle-loan');
});

test('what the start would refuse is told with its line, and nothing changes', async () => {
  await using at = await desk();
  const tries: [string, RegExp][] = [
    [loan.replace('minutes: 2', 'minutes: soon'), /^Line 5: minutes: got "soon", expected whole minutes$/],
    [loan.replace('{{who}}', '{{whom}}'), /^Line 31: .*whom/],
    [loan.replace('type: date', 'type: day'), /^Line 19: /],
    [loan.replace('---\n# ', '# '), /^Line 1: front matter/],
    [loan.replace('minutes: 2', 'minutes: x').replace('pages: 1', 'pages: y'), /^Line 5: .*\nLine 6: /],
    ['', /^Line 1: /],
    [`${loan}\0`, /broken/],
    [loan + 'x'.repeat(50_000), /50,000/],
  ];
  for (const [file, says] of tries)
    await expect(
      at.does(at.documents, 'new', '', { was: '', address: 'bicycle-loan', file }),
      String(says),
    ).rejects.toMatchObject({ details: { fields: { file: expect.stringMatching(says) as string } } });
  for (const address of ['mutual-nda', 'readme', '../x', 'A B'])
    await expect(
      at.does(at.documents, 'new', '', { was: '', address, file: loan }),
      address,
    ).rejects.toMatchObject({
      code: 'bad_request',
    });
  expect(at.changes()).toBe(0);
  expect(await at.site.texts.versions('documents/bicycle-loan.md')).toEqual([]);
});

test('a shipped document is duplicated, taken off with the bundles that it leaves empty, and put back', async () => {
  await using at = await desk();
  await at.does(at.documents, 'duplicate', 'mutual-nda', { title: 'Our NDA', address: '' });
  expect(at.library.contracts.get('our-nda')).toMatchObject({ title: 'Our NDA', short: 'Our NDA' });
  const before = at.start();
  await at.does(at.documents, 'hide', 'one-way-nda');
  await at.does(at.documents, 'hide', 'our-nda');
  expect(at.library.contracts.has('one-way-nda')).toBe(false);
  expect(at.library.bundles().flatMap(({ documents }) => documents)).not.toContain('one-way-nda');
  expect(at.start().documents).toEqual(
    before.documents.filter((slug) => !/^(?:one-way|our)-nda$/.test(slug)),
  );
  expect(JSON.stringify(await at.documents.list({}))).toContain('off the site');
  await at.does(at.documents, 'show', 'one-way-nda');
  await at.does(at.documents, 'show', 'our-nda');
  expect(at.start()).toEqual(before);
  await expect(at.does(at.documents, 'remove', 'mutual-nda')).rejects.toThrow('comes with the hub');
});

test('a copy stays off the site, is edited and looked at there, and is public once it is put on it', async () => {
  await using at = await desk();
  const form = { ...(await at.form(at.documents, 'duplicate', 'mutual-nda')), title: 'Our NDA' };
  const { words } = await at.does(at.documents, 'duplicate', 'mutual-nda', form);
  expect(words).toContain('until you put it on the site');
  const before = at.start();
  expect(before.documents).not.toContain('our-nda');
  expect(JSON.stringify(await at.documents.list({}))).toContain('"Our NDA"');
  const { text } = (await at.site.texts.read('documents/our-nda.md')) ?? { text: '' };
  const edited = text.replace('title: Our NDA', 'title: Our own NDA');
  const draft = await at.preview(at.documents, 'edit', 'our-nda', { was: '{}', file: edited });
  expect((draft as Drawn).data).toMatchObject({ title: 'Our own NDA' });
  await at.does(at.documents, 'edit', 'our-nda', { was: '{}', file: edited });
  expect(at.start()).toEqual(before);
  await at.does(at.documents, 'show', 'our-nda');
  expect(at.library.contracts.get('our-nda')).toMatchObject({ title: 'Our own NDA' });

  await at.does(at.documents, 'new', '', {
    was: '',
    address: 'bicycle-loan',
    file: loan,
    visitors: 'later',
  });
  expect(at.start().documents).not.toContain('bicycle-loan');
  await at.does(at.documents, 'show', 'bicycle-loan');
  expect((await at.site.texts.read('documents/bicycle-loan.md'))?.text.trim()).toBe(loan.trim());

  await at.does(at.documents, 'hide', 'one-way-nda');
  await expect(at.does(at.documents, 'edit', 'one-way-nda', { was: '{}', file: loan })).rejects.toThrow(
    'put it on the site first',
  );
});

test('a document that a bundle or law of the operator’s own names can’t be deleted before it', async () => {
  await using at = await desk({
    'documents/bicycle-loan.md': loan,
    'bundles/bikes.yaml': 'title: Bikes\nfor: Riders.\ndocuments:\n  - bicycle-loan\n  - receipt\n',
  });
  await expect(at.does(at.documents, 'remove', 'bicycle-loan')).rejects.toThrow('bikes.yaml');
  expect(at.start().documents).toContain('bicycle-loan');
  await rm(join(at.dir, 'bundles/bikes.yaml'));
  await at.does(at.documents, 'remove', 'bicycle-loan');
  expect(at.start().documents).not.toContain('bicycle-loan');
});

test('a work template is one of the generators’, and no document has its name', async () => {
  await using at = await desk();
  await at.does(at.templates, 'duplicate', 'readme', { title: 'Our readme', address: '' });
  expect(at.library.templates.get('our-readme')?.title).toBe('Our readme');
  expect(at.library.contracts.has('our-readme')).toBe(false);
  await expect(
    at.does(at.documents, 'new', '', { was: '', address: 'our-readme', file: loan }),
  ).rejects.toMatchObject({ details: { fields: { file: expect.stringContaining('no other') as string } } });
});

test('[law] whatever text is saved as a document, the hub starts with it, or nothing was saved', async () => {
  const lines = blank.split('\n');
  const more =
    '{{if who}}|{{end}}|{{each who}}|{{sign who}}|[[what]]|[[none]]|## {#what}|> x|1. {#a} b|hidden: true|title: 1|due:' +
    '|  - { is: ends, on: starts, words: "x" }|computed: []|\u202Ex|<script>';
  const piece = fc.constantFrom(...lines, ...more.split('|'));
  const body = lines.lastIndexOf('---') + 4;
  const change = fc.oneof(
    fc.record({ at: fc.nat(lines.length - 1), line: piece, how: fc.constantFrom(0, 1) }),
    fc.record({ at: fc.constant(body), line: fc.constantFrom('', 'Words.', '{{who}}'), how: fc.constant(0) }),
  );
  await using at = await desk({ 'documents/bicycle-loan.md': loan });
  const seen = { saved: 0, refused: 0, off: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const typed = [...lines];
      for (const { at: place, line, how } of changes) typed.splice(place, how, line);
      const before = (await at.site.texts.read('documents/bicycle-loan.md'))?.text;
      const file = typed.join('\n');
      const form = { was: '{}', file };
      const outcome = await at
        .does(at.documents, 'edit', 'bicycle-loan', form)
        .then(() => 'saved' as const)
        .catch(
          (error: { details?: { fields?: Record<string, string> } }) => error.details?.fields?.['file'] ?? '',
        );
      const now = (await at.site.texts.read('documents/bicycle-loan.md'))?.text;
      const isSaved = outcome === 'saved';
      seen[isSaved ? 'saved' : 'refused'] += 1;
      expect(now).toBe(isSaved ? `${file.trimEnd()}\n` : before);
      expect(outcome).toMatch(/^saved$|^Line \d+: /);
      expect(at.start().documents).toEqual([...at.library.contracts.keys()].sort());
      // Whatever was saved off the site can be put on it.
      if (isSaved && !at.library.contracts.has('bicycle-loan')) {
        seen.off += 1;
        await at.does(at.documents, 'show', 'bicycle-loan');
      }
      expect(at.start().documents.includes('bicycle-loan')).toBe(at.library.contracts.has('bicycle-loan'));
      expect(isSaved && !at.library.contracts.has('bicycle-loan')).toBe(false);
    }),
    { numRuns: 40 },
  );
  expect(Math.min(seen.saved, seen.refused)).toBeGreaterThan(2);
});

test('[law] each process reads what another one or an editor wrote; a mistake leaves what was there', async () => {
  await using at = await desk();
  const other = createLiveLibrary({ shippedDir, siteDir: at.dir, log: silentLog, changed() {} });
  const { contracts } = other;
  await at.does(at.documents, 'new', '', { was: '', address: 'bicycle-loan', file: loan });
  await other.reread();
  expect(contracts.get('bicycle-loan')?.title).toBe('Bicycle loan');
  const unchanged = contracts.get('mutual-nda');
  await at.put({ 'documents/bicycle-loan.md': loan.replace('pages: 1', 'pages: many') });
  await other.reread();
  expect(contracts.get('bicycle-loan')?.pages).toBe(1);
  expect(other.revision()).toBe(1);
  await at.put({ 'documents/bicycle-loan.md': loan.replace('pages: 1', 'pages: 3') });
  await other.reread();
  expect(contracts.get('bicycle-loan')?.pages).toBe(3);
  // What stayed as it is isn't read anew.
  expect(contracts.get('mutual-nda')).toBe(unchanged);
});

test('a law is changed for every document at once, told its wrong line, and given back to the hub', async () => {
  await using at = await desk();
  const { laws } = at;
  const form = await at.form(laws, 'edit', 'texas');
  const rule =
    'rules:\n  - documents: mutual-nda\n    field: years\n    holds: years\n    words: "<b>Ask</b>"\n    source: S\n';
  const file = `${form['file'] ?? ''}${rule}`;
  await expect(
    at.does(laws, 'edit', 'texas', { ...form, file: file.replace('field: years', 'felt: x') }),
  ).rejects.toMatchObject({
    details: { fields: { file: expect.stringMatching(/^Line \d+: rules\.1\./) as string } },
  });
  await expect(
    at.does(laws, 'edit', 'texas', { ...form, file: file.replace('mutual-nda', 'no-such') }),
  ).rejects.toMatchObject({
    details: { fields: { file: expect.stringContaining('there is no document "no-such"') as string } },
  });
  const named = `${form['file'] ?? ''}`.replace('name: Texas', 'name: Texas, 2026');
  await at.does(laws, 'edit', 'texas', { ...form, file: named });
  expect(at.library.laws().map(({ name }) => name)).toEqual(['Texas, 2026']);
  expect(JSON.stringify(await laws.list({}))).toContain('Texas, 2026');
  await at.does(laws, 'remove', 'texas');
  expect(at.library.laws().map(({ name }) => name)).toEqual(['Texas']);
  const [last] = await at.site.texts.versions('laws/texas.yaml');
  const seen = (await at.preview(laws, 'restore', `texas@${last?.name}`)) as Drawn;
  expect(seen.data.html).toContain('no rules yet');
  await at.does(laws, 'restore', `texas@${last?.name}`);
  expect(at.library.laws().map(({ name }) => name)).toEqual(['Texas, 2026']);
});

test('[law] a document that a product on sale sells isn’t taken away by any act, in words that lead to it', async () => {
  const onSale = new Map([
    ['bicycle-loan', { title: 'Loan pack', path: '/product/loan-pack', price: 900, documents: 1 }],
  ]);
  await using at = await desk({ 'documents/bicycle-loan.md': loan }, async () => onSale);
  const hidden = loan.replace('---\n', '---\nhidden: true\n');
  const edit = await at.form(at.documents, 'edit', 'bicycle-loan');
  for (const [name, form] of [
    ['hide', {}],
    ['remove', {}],
    ['edit', { ...edit, file: hidden }],
  ] as const)
    await expect(at.does(at.documents, name, 'bicycle-loan', form), name).rejects.toThrow(
      'Loan pack is on sale',
    );
  expect(at.library.contracts.has('bicycle-loan')).toBe(true);
  const act = at.documents.acts?.find(({ name }) => name === 'hide');
  expect(JSON.stringify(await act?.ask('bicycle-loan'))).toContain('/products/loan-pack');
  // Its words can still be changed, and off sale it goes.
  await at.does(at.documents, 'edit', 'bicycle-loan', { ...edit, file: loan.replace('agrees', 'swears') });
  onSale.clear();
  await at.does(at.documents, 'hide', 'bicycle-loan');
  expect(at.library.contracts.has('bicycle-loan')).toBe(false);
});

test('[law] a mistake made by hand stops its own document and no other, and is named at the desk', async () => {
  const other = blank.replaceAll('New document', 'Boat loan');
  await using at = await desk({ 'documents/bicycle-loan.md': loan, 'documents/boat-loan.md': other });
  await at.put({ 'documents/bicycle-loan.md': loan.replace(/^title:.*$/m, 'title:') });
  const edit = await at.form(at.documents, 'edit', 'boat-loan');
  const changed = { ...edit, file: other.replace('Boat loan', 'Ship loan') };
  await at.does(at.documents, 'edit', 'boat-loan', changed);
  expect(at.library.contracts.get('boat-loan')?.title).toBe('Ship loan');
  // As it was read last.
  expect(at.library.contracts.get('bicycle-loan')?.title).toBe('Bicycle loan');
  expect(JSON.stringify(await at.documents.list({}))).toContain('bicycle-loan.md');
  expect(JSON.stringify(await at.templates.list({}))).not.toContain('To be corrected');
  const broken = await at.form(at.documents, 'edit', 'bicycle-loan');
  await expect(at.does(at.documents, 'edit', 'bicycle-loan', { ...broken, file: 'x' })).rejects.toThrow(/./);
  await at.does(at.documents, 'edit', 'bicycle-loan', { ...broken, file: loan });
  expect(JSON.stringify(await at.documents.list({}))).not.toContain('To be corrected');
});

test('a bundle is made of titles and names, ordered, previewed, taken off, deleted and put back', async () => {
  await using at = await desk();
  const form = {
    ...(await at.form(at.bundles, 'new', '')),
    title: 'Hire: “bikes”',
    for: 'Who lends # them.',
    documents: 'Receipt\n\n /documents/mutual-nda \n',
  };
  const { data } = (await at.preview(at.bundles, 'new', '', form)) as unknown as {
    data: { bundles: { slug: string; documents: string[] }[] };
  };
  expect(data.bundles.map(({ slug }) => slug)).toEqual(['hire-bikes', 'talks']);
  expect(at.start().bundles.map(({ slug }) => slug)).toEqual(['talks']);
  await at.does(at.bundles, 'new', '', form);
  const made = () => at.library.bundles().find(({ slug }) => slug === 'hire-bikes');
  expect(made()).toEqual({
    slug: 'hire-bikes',
    title: 'Hire: “bikes”',
    for: 'Who lends # them.',
    documents: ['receipt', 'mutual-nda'],
  });
  const edit = await at.form(at.bundles, 'edit', 'hire-bikes');
  expect(edit['documents']).toBe('receipt\nmutual-nda');
  await at.does(at.bundles, 'edit', 'hire-bikes', { ...edit, documents: 'mutual-nda\nreceipt' });
  expect(made()?.documents).toEqual(['mutual-nda', 'receipt']);

  const on = at.start();
  await at.does(at.bundles, 'hide', 'hire-bikes');
  await at.does(at.bundles, 'hide', 'talks');
  expect(at.start().bundles).toEqual([]);
  expect(JSON.stringify(await at.bundles.list({}))).toMatch(/Hire: “bikes”.*off the site/);
  // A shipped one that is off has no words of its own to be edited.
  await expect(at.form(at.bundles, 'edit', 'talks')).rejects.toThrow('put it on the site first');
  await at.does(at.bundles, 'show', 'hire-bikes');
  await at.does(at.bundles, 'show', 'talks');
  expect(at.start()).toEqual(on);
  expect(await at.site.texts.read('bundles/talks.yaml')).toMatchObject({ from: 'shipped' });

  await at.does(at.bundles, 'duplicate', 'talks', { title: 'Our talks', address: '', visitors: 'later' });
  expect(at.start().bundles.map(({ slug }) => slug)).not.toContain('our-talks');
  await at.does(at.bundles, 'show', 'our-talks');
  expect(at.start().bundles.map(({ title }) => title)).toContain('Our talks');

  await at.does(at.bundles, 'remove', 'hire-bikes');
  expect(made()).toBeUndefined();
  await expect(at.does(at.bundles, 'remove', 'talks')).rejects.toThrow('comes with the hub');
  const versions = await at.site.texts.versions('bundles/hire-bikes.yaml');
  await at.does(at.bundles, 'restore', `hire-bikes@${versions.at(-1)?.name}`);
  expect(made()?.documents).toEqual(['receipt', 'mutual-nda']);
});

test('what is wrong with a bundle is told at its field; one with too few documents left is still there', async () => {
  await using at = await desk();
  const right = {
    was: '',
    title: 'Bikes',
    for: 'Riders.',
    documents: 'receipt\none-way-nda',
    address: 'bikes',
  };
  const tries: [Partial<typeof right>, string, RegExp][] = [
    [{ title: '' }, 'title', /needed/],
    [{ title: 'x'.repeat(61) }, 'title', /60/],
    [{ for: '' }, 'for', /needed/],
    [{ documents: 'receipt' }, 'documents', /at least two/i],
    [
      { documents: 'receipt\nno-such\nnor-this' },
      'documents',
      /no document "no-such".*no document "nor-this"/i,
    ],
    [{ documents: 'receipt\nReceipt' }, 'documents', /“receipt” is there twice/],
    [{ documents: 'receipt\n<b>\0' }, 'documents', /./],
    [{ address: '../x' }, 'address', /Lowercase/],
    [{ address: 'talks' }, 'address', /Another bundle/],
  ];
  for (const [wrong, field, says] of tries)
    await expect(
      at.does(at.bundles, 'new', '', { ...right, ...wrong }),
      JSON.stringify(wrong),
    ).rejects.toMatchObject({ details: { fields: { [field]: expect.stringMatching(says) as string } } });
  expect(at.changes()).toBe(0);
  await at.does(at.bundles, 'new', '', right);
  await at.does(at.documents, 'hide', 'one-way-nda');
  expect(at.start().bundles.map(({ slug }) => slug)).toEqual(['talks']);
  expect(JSON.stringify(await at.bundles.list({}))).toMatch(/Bikes.*fewer than two of its documents/);
  expect(JSON.stringify(await at.bundles.one?.('bikes'))).toContain('Bikes');
  await expect(at.preview(at.bundles, 'edit', 'bikes', { was: '{}' })).rejects.toThrow('Fewer than two');
});

test('[law] a mistake made by hand in a bundle stops that one alone, and is named at the desk', async () => {
  const bikes = 'title: Bikes # ours\nfor: Riders.\ndocuments: [receipt, mutual-nda]\n';
  await using at = await desk({ 'bundles/bikes.yaml': bikes, 'documents/bicycle-loan.md': loan });
  for (const wrong of ['titel: Bikes\n', bikes.replace('receipt', 'no-such'), 'a: [', `${bikes}\uFFFD`]) {
    await at.put({ 'bundles/bikes.yaml': wrong });
    await at.library.reread();
    expect(
      at.library.bundles().map(({ title }) => title),
      wrong,
    ).toEqual(['Bikes', 'Talks']);
    expect(JSON.stringify(await at.bundles.list({})), wrong).toMatch(/To be corrected.*bikes\.yaml:\d/);
    const edit = await at.form(at.documents, 'edit', 'bicycle-loan');
    const file = loan.replace('agrees', `says ${wrong.length}`);
    await at.does(at.documents, 'edit', 'bicycle-loan', { ...edit, file });
    await at.does(at.bundles, 'hide', 'talks');
    expect(
      at.library.bundles().map(({ title }) => title),
      wrong,
    ).toEqual(['Bikes']);
    await at.does(at.bundles, 'show', 'talks');
  }
  await at.put({ 'bundles/bikes.yaml': bikes });
  await at.library.reread();
  const edit = await at.form(at.bundles, 'edit', 'bikes');
  await at.does(at.bundles, 'edit', 'bikes', { ...edit, for: 'Whoever rides.' });
  // What an editor wrote beside it stays.
  expect((await at.site.texts.read('bundles/bikes.yaml'))?.text).toBe(
    bikes.replace('for: Riders.', 'for: Whoever rides.'),
  );
});

test('[law] whatever is typed as a bundle, the hub starts with it as it was typed, or nothing was saved', async () => {
  await using at = await desk({
    'bundles/bikes.yaml': '# Ours\ntitle: Bikes\nfor: Riders.\ndocuments: [receipt, mutual-nda]\n',
  });
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    fc.constantFrom(
      'null',
      'yes',
      '#x',
      '- a',
      '---',
      '{',
      '"',
      ' x: y ',
      '...',
      '\uFEFF',
      '&a *a',
      '__proto__',
    ),
  );
  const names = fc.array(fc.constantFrom('receipt', 'mutual-nda', 'one-way-nda', 'Receipt', 'no-such', ''), {
    maxLength: 4,
  });
  const seen = { saved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(word, word, names, async (title, whom, documents) => {
      const before = (await at.site.texts.read('bundles/bikes.yaml'))?.text;
      const typed = { was: '{}', title, for: whom, documents: documents.join('\n') };
      const isSaved = await at.does(at.bundles, 'edit', 'bikes', typed).then(
        () => true,
        () => false,
      );
      seen[isSaved ? 'saved' : 'refused'] += 1;
      const after = (await at.site.texts.read('bundles/bikes.yaml'))?.text;
      expect(after).toBe(isSaved ? after : before);
      const started = at.start().bundles;
      expect(started).toEqual(at.library.bundles());
      const now = started.find(({ slug }) => slug === 'bikes');
      // A browser sends a field of one line without line breaks.
      const sent = (text: string) => text.replace(/[\r\n]/g, '').trim();
      expect(now).toMatchObject(isSaved ? { title: sent(title), for: sent(whom) } : { slug: 'bikes' });
    }),
    { numRuns: 60 },
  );
  expect(Math.min(seen.saved, seen.refused)).toBeGreaterThan(2);
});

test('documents whose folder is made while the hub runs are followed too', async () => {
  const at = await desk();
  const stop = at.library.watch();
  onTestFinished(stop);
  await at.put({ 'documents/bicycle-loan.md': loan });
  await vi.waitFor(() => expect(at.library.contracts.has('bicycle-loan')).toBe(true), 10_000);
  await at.put({ 'documents/bicycle-loan.md': loan.replace('---\n', '---\nhidden: true\n') });
  await vi.waitFor(() => expect(at.library.contracts.has('bicycle-loan')).toBe(false), 10_000);
});

// Draws the pictures of the shipped products from their own files, so that a picture shows what is really inside:
//   node_modules/.bin/node scripts/draw-catalogue.mjs [product ...]
// What it makes is committed. The desk is see-through: a picture stands well in both themes.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { Marked } from 'marked';
import { ensureBrowser, launchArgs } from './browser.mjs';
import { drawSmallPictures } from './small-pictures.mjs';
import { smallPng } from './small-png.mjs';
import { metrics } from './spreadsheets/metrics.mjs';
import { pricing } from './spreadsheets/pricing.mjs';

const root = new URL('..', import.meta.url);
const catalogue = new URL('catalog/', root);
const text = (path) => readFile(new URL(path, catalogue), 'utf8');

const font = async (family, file, weight) => {
  const bytes = await readFile(new URL(`node_modules/${file}`, root));
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${bytes.toString('base64')})}`;
};
const faces = (
  await Promise.all([
    font(
      'Sans',
      '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2',
      '400 900',
    ),
    font('Paper Serif', '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2', '400'),
    font('Paper Serif', '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2', '600'),
    font('Mono', '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2', '400'),
  ])
).join('\n');

const style = `${faces}
* { margin: 0; padding: 0; box-sizing: border-box }
body { width: 1200px; height: 900px; overflow: hidden; position: relative; background: transparent; color: #15191E; font: 400 22px/33px 'Paper Serif' }
.sheet { position: absolute; background: #fff; border: 1px solid #D5D9D2; padding: 64px 72px; overflow: hidden }
.sheet > * + * { margin-top: 15px }
h1 { font: 600 42px/48px 'Paper Serif'; letter-spacing: -.012em }
h2 { font: 600 29px/36px 'Paper Serif'; margin-top: 30px !important }
h3 { font: 600 23px/32px 'Paper Serif' }
b, strong { font-weight: 600 }
ul, ol { padding-left: 1.3em }
li + li { margin-top: 9px }
li:has(> input) { list-style: none; margin-left: -1.3em; padding-left: 42px; position: relative }
input { appearance: none; position: absolute; left: 0; top: 5px; width: 23px; height: 23px; border: 2px solid #7A837C; border-radius: 4px }
li.done > input { background: #15191E; border-color: #15191E }
li.done > input::after { content: ''; position: absolute; left: 6px; top: 1px; width: 6px; height: 12px; border: solid #fff; border-width: 0 2.5px 2.5px 0; rotate: 42deg }
blockquote { padding-left: 20px; border-left: 2px solid #7A837C; color: #565F66; font-size: 20px; line-height: 30px }
table { border-collapse: collapse; width: 100%; font: 400 18px/26px Sans }
th, td { text-align: left; vertical-align: top; padding: 8px 10px 8px 0; border-bottom: 1px solid #D5D9D2 }
th { font-weight: 600; font-size: 16px; color: #565F66 }
code, pre { font: 400 18px/28px Mono }
pre { white-space: pre-wrap; background: #F6F7F5; border: 1px solid #D5D9D2; padding: 20px 24px }
mark { background: #FFE98A; border-bottom: 2px solid #15191E; padding: 0 4px; font: 400 .84em Mono; color: inherit }
.code { background: #15191E; border-color: #15191E; color: #E9ECEE; padding: 48px 52px }
.code pre { background: none; border: 0; padding: 0; font: 400 19px/31px Mono; white-space: pre }
.code i { font-style: normal; color: #93ABFF } .code u { text-decoration: none; color: #6CCF9B } .code s { text-decoration: none; color: #8C959D }
.grid { padding: 0; font: 400 18px/25px Sans }
.grid table { font: inherit } .grid th, .grid td { padding: 9px 14px; border: 1px solid #D5D9D2; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.grid .head { background: #ECEEEA; font-weight: 600 } .grid .n { text-align: right; font: 400 17px/25px Mono }
.grid .in { background: #FFF6CF; color: #1D43C6 } .grid .sum { font-weight: 700; border-top: 2px solid #15191E } .grid .note { color: #565F66; font-style: italic; font-size: 16px }
.grid .title { font: 600 29px/40px Sans; padding-top: 22px } .grid td.edge { background: #F6F7F5; color: #565F66; width: 44px; text-align: center; font: 400 15px/25px Mono; padding-inline: 6px }`;

const marked = new Marked({ gfm: true });
const html = (markdown, { done = 0 } = {}) => {
  let ticks = done;
  return marked
    .parse(markdown)
    .replace(/\{\{([^}]+)\}\}/g, '<mark>$1</mark>')
    .replace(/<li>(?=<input)/g, () => (ticks-- > 0 ? '<li class="done">' : '<li>'));
};
const sheet = (place, inside, kind = '') => `<div class="sheet ${kind}" style="${place}">${inside}</div>`;
/** From a heading on, so that a picture can show the middle of a file. */
const from = (markdown, heading) => markdown.slice(Math.max(0, markdown.indexOf(heading)));

const escape = (code) => code.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const coloured = (code) =>
  escape(code)
    .replace(/(^|\n)(\s*)(\/\/[^\n]*|\/\*\*[^\n]*)/g, '$1$2<s>$3</s>')
    .replace(/('[^'\n]*'|`[^`]*`)/g, '<u>$1</u>')
    .replace(
      /\b(import|export|from|function|const|return|async|await|if|throw|new)\b(?![^<]*<\/[su]>)/g,
      '<i>$1</i>',
    );

const shownAs = {
  money: (v) => (v < 0 ? '-' : '') + '$' + Math.abs(Math.round(v)).toLocaleString('en-US'),
  percent: (v) => `${(v * 100).toFixed(1)}%`,
  number: (v) => v.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
};
function spreadsheet({ rows }, { columns, first = 0, count = 22 }) {
  const line = (row, y) => {
    const cells = Array.from({ length: columns }, (_, x) => {
      const { v = row[x] ?? '', s = 'plain' } = typeof row[x] === 'object' ? row[x] : {};
      const unit = /Money|^money|^total$/.test(s)
        ? 'money'
        : /ercent/.test(s)
          ? 'percent'
          : /umber/.test(s)
            ? 'number'
            : null;
      const shown = typeof v === 'number' ? (unit ? shownAs[unit](v) : v.toLocaleString('en-US')) : v;
      const kind = [
        typeof v === 'number' ? 'n' : '',
        /^input/.test(s) ? 'in' : '',
        /^total/.test(s) ? 'sum' : '',
        ['head', 'title', 'note'].includes(s) ? s : '',
      ].join(' ');
      return `<td class="${kind}"${s === 'title' || s === 'note' ? ` colspan="${columns - x}"` : ''}>${escape(String(shown))}</td>`;
    });
    const wide = typeof row[0] === 'object' && ['title', 'note'].includes(row[0].s);
    return `<tr><td class="edge">${first + y + 1}</td>${wide ? cells[0] : cells.join('')}</tr>`;
  };
  return `<table>${rows
    .slice(first, first + count)
    .map(line)
    .join('')}</table>`;
}

const page = 'left:120px;top:64px;width:960px;height:900px';
const left = 'left:64px;top:56px;width:660px;height:900px;padding:52px 56px';
const right = 'left:560px;top:150px;width:600px;height:900px;padding:52px 56px';
const workbook = 'left:64px;top:64px;width:1180px;height:900px';

const drawings = {
  'saas-launch-checklist/cover': async () =>
    sheet(page, html(await text('saas-launch-checklist/files/launch-checklist.md'), { done: 4 })),
  'saas-launch-checklist/runsheet': async () =>
    sheet(
      'left:64px;top:64px;width:1072px;height:900px',
      html(await text('saas-launch-checklist/files/launch-day-runsheet.md')),
    ),
  'node-postgres-starter/cover': async () =>
    sheet(
      'left:64px;top:64px;width:1200px;height:900px',
      `<pre>${coloured((await text('node-postgres-starter/files/node-postgres-starter/src/notes.js')).split('\n').slice(3, 32).join('\n'))}</pre>`,
      'code',
    ),
  'node-postgres-starter/tests': async () => {
    const names = [
      ...(await text('node-postgres-starter/files/node-postgres-starter/test/api.test.js')).matchAll(
        /\ntest\('([^']+)'/g,
      ),
    ].map(([, name]) => name);
    const lines = [
      '<s>$ npm test</s>',
      '',
      ...names.map((name) => `<u>✔</u> ${escape(name)}`),
      '',
      `<s>tests ${names.length}   pass ${names.length}   fail 0</s>`,
    ];
    return sheet(
      'left:64px;top:64px;width:1072px;height:772px',
      `<pre style="line-height:44px;font-size:21px">${lines.join('\n')}</pre>`,
      'code',
    );
  },
  'freelance-pricing-calculator/cover': () =>
    sheet(workbook, spreadsheet(pricing[2], { columns: 3 }), 'grid'),
  'freelance-pricing-calculator/project': () =>
    sheet(workbook, spreadsheet(pricing[3], { columns: 6, count: 26 }), 'grid'),
  'client-onboarding-kit/cover': async () =>
    sheet(left, html(await text('client-onboarding-kit/files/01-welcome-letter.md'))) +
    sheet(right, html(await text('client-onboarding-kit/files/03-kickoff-agenda.md'))),
  'client-onboarding-kit/friday-note': async () =>
    sheet(page, html(await text('client-onboarding-kit/files/06-friday-note.md'))),
  'invoice-proposal-pack/cover': async () =>
    sheet(
      page,
      html(
        from(await text('invoice-proposal-pack/files/proposal-that-gets-signed.md'), '## 2. Where').replace(
          /^/,
          '# Proposal: {{project_name}}\n\n',
        ),
      ),
    ),
  'invoice-proposal-pack/reminders': async () =>
    sheet(page, html(from(await text('invoice-proposal-pack/files/payment-reminders.md'), '## 2. One'))),
  'cold-email-sequences/cover': async () =>
    sheet(page, html(await text('cold-email-sequences/files/01-freelancer-to-company.md'))),
  'cold-email-sequences/answers': async () =>
    sheet(page, html(await text('cold-email-sequences/files/07-answers-to-answers.md'))),
  'saas-metrics-workbook/cover': () => sheet(workbook, spreadsheet(metrics[2], { columns: 9 }), 'grid'),
  'saas-metrics-workbook/cohorts': () => sheet(workbook, spreadsheet(metrics[3], { columns: 14 }), 'grid'),
  'incident-runbooks/cover': async () =>
    sheet(page, html(await text('incident-runbooks/files/02-database-slow.md'))),
  'incident-runbooks/status': async () =>
    sheet(page, html(await text('incident-runbooks/files/08-status-messages.md'))),
  'solo-founder-security/cover': async () =>
    sheet(page, html(await text('solo-founder-security/files/security-checklist.md'), { done: 3 })),
  'solo-founder-security/bad-day': async () =>
    sheet(page, html(await text('solo-founder-security/files/bad-day-page.md'))),
};

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
const wanted = (name) =>
  process.argv.length < 3 || process.argv.slice(2).some((product) => name.startsWith(`${product}/`));
const place = (name) => fileURLToPath(new URL(name.replace('/', '/images/') + '.png', catalogue));

const drawing = await browser.newPage({ viewport: { width: 1200, height: 900 } });
for (const [name, draw] of Object.entries(drawings).filter(([key]) => wanted(key))) {
  await drawing.setContent(`<style>${style}</style>${await draw()}`);
  await drawing.evaluate('document.fonts.ready');
  await writeFile(place(name), smallPng(await drawing.screenshot({ omitBackground: true })));
}

if (wanted('landing-page-starter/')) {
  const address = new URL('landing-page-starter/files/landing-page/index.html', catalogue).href;
  const desk = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme: 'light' });
  await desk.goto(address);
  await writeFile(place('landing-page-starter/cover'), smallPng(await desk.screenshot()));
  const phones = [];
  for (const colorScheme of ['light', 'dark']) {
    const phone = await browser.newPage({
      viewport: { width: 390, height: 836 },
      colorScheme,
      deviceScaleFactor: 1.5,
    });
    await phone.goto(address);
    phones.push((await phone.screenshot()).toString('base64'));
  }
  await drawing.setContent(
    `<style>${style} img { position: absolute; top: 64px; width: 390px; border: 1px solid #D5D9D2; border-radius: 8px }</style>${phones.map((bytes, n) => `<img src="data:image/png;base64,${bytes}" style="left:${170 + n * 470}px">`).join('')}`,
  );
  await writeFile(
    place('landing-page-starter/phone'),
    smallPng(await drawing.screenshot({ omitBackground: true })),
  );
}
await browser.close();
await drawSmallPictures(fileURLToPath(catalogue), wanted);

if (wanted('desk-icons/')) {
  const folder = new URL('desk-icons/icons/', catalogue);
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.svg') && name !== 'sprite.svg')
    .sort();
  const inside = new Map(
    await Promise.all(
      names.map(async (name) => [
        name,
        (await readFile(new URL(name, folder), 'utf8')).replace(/^<svg[^>]*>|<\/svg>\s*$/g, ''),
      ]),
    ),
  );
  const icon = (name, x, y, size, colour = '#15191E') =>
    `<g transform="translate(${x} ${y}) scale(${size / 24})" stroke="${colour}">${inside.get(name)}</g>`;
  const svg = (body) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><g fill="none" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${body}</g></svg>\n`;
  const paper = '<path d="M64 64h1072v772H64z" fill="#fff" stroke="#D5D9D2" stroke-width="1"/>';
  const all = names.map((name, n) =>
    icon(name, 120 + (n % 8) * 128, 112 + Math.floor(n / 8) * 102, 64, n === 11 ? '#1D43C6' : undefined),
  );
  await writeFile(new URL('desk-icons/images/cover.svg', catalogue), svg(paper + all.join('')));
  const rows = ['invoice', 'handshake', 'cohort', 'webhook', 'rocket', 'lifebuoy'].map((name, n) => {
    const y = 96 + n * 120;
    return [16, 24, 48, 96]
      .map((size, at) => icon(`${name}.svg`, [170, 330, 540, 830][at], y + (112 - size) / 2, size))
      .join('');
  });
  await writeFile(new URL('desk-icons/images/sizes.svg', catalogue), svg(paper + rows.join('')));
}

// Draws the shipped icons and the sharing picture from content/brand/mark.svg and our type. Run after changing either:
//   node_modules/.bin/node scripts/draw-brand.mjs
// What it makes is committed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureBrowser, launchArgs } from './browser.mjs';

const root = new URL('..', import.meta.url);
const brand = new URL('content/brand/', root);
const mark = await readFile(new URL('mark.svg', brand), 'utf8');

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

/** The mark, taking a share of the square; on ground where the picture must not be see-through. */
const icon = (share, ground) => `<style>
  body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${ground} }
  svg { width: ${share}vw; height: ${share}vw }
</style>${mark}`;

const blank = (words) => `<span class="blank">${words}</span>`;
// No hub's name stands in it: it is right for everybody who has not drawn one of their own.
const sharing = `<style>
  ${faces}
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; overflow: hidden; background: #F6F7F5; color: #15191E; font-family: Sans; position: relative }
  .words { position: absolute; left: 80px; top: 80px; bottom: 72px; width: 540px; display: flex; flex-direction: column }
  .words svg { width: 72px; height: 72px; margin-left: -9px }
  h1 { margin-top: 44px; font-size: 68px; line-height: 74px; letter-spacing: -0.032em; font-weight: 600 }
  .words p { margin-top: auto; font-size: 25px; line-height: 36px; text-wrap: balance; color: #565F66 }
  .sheet { position: absolute; left: 676px; top: 72px; width: 452px; height: 640px; padding: 52px 48px; background: #fff; border: 1px solid #D5D9D2; font: 400 19px/30px 'Paper Serif' }
  .sheet h2 { font: 600 28px/36px 'Paper Serif'; margin-bottom: 22px }
  .sheet p + p { margin-top: 14px }
  .sheet p { text-wrap: pretty }
  .sheet b { font-weight: 600 }
  .blank { background: #FFE98A; border-bottom: 2px solid #15191E; padding: 1px 6px 0; white-space: nowrap }
  .key { font: 400 16px/30px Mono }
  .sign { display: flex; gap: 32px; margin-top: 70px; color: #565F66; font-size: 16px; line-height: 24px }
  .sign div { flex: 1; border-top: 1px solid #15191E; padding-top: 6px; position: relative }
  .sign svg { position: absolute; left: 4px; bottom: 100%; width: 128px; height: 52px }
</style>
<div class="words">${mark}
  <h1>Write it. Sell it. Win it back.</h1>
  <p>Contracts in two minutes, digital products, funnels and recovered carts, on a hub that is yours.</p>
</div>
<div class="sheet">
  <h2>Mutual non-disclosure agreement</h2>
  <p>Between ${blank('Northwind Studio')} and ${blank('<span class="key">client</span>')}, who want to talk about ${blank('a payment API')}.</p>
  <p><b>1. What is secret.</b> Everything that one side shows the other and that a sensible person would keep to themselves.</p>
  <p><b>2. How long.</b> Each side keeps it for ${blank('three years')}.</p>
  <div class="sign">
    <div><svg viewBox="0 0 128 52" fill="none" stroke="#1D43C6" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M4 42C18 38 30 6 38 8s-12 34-3 34 14-22 21-22-3 20 4 20 9-14 15-14 1 14 8 14 10-6 14-9 6 6 23-1"/></svg>Northwind Studio</div>
    <div>Client</div>
  </div>
</div>`;

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
const draw = async (name, width, height, html) => {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await writeFile(new URL(name, brand), await page.screenshot({ omitBackground: true }));
  await page.close();
  console.log(fileURLToPath(new URL(name, brand)));
};
await draw('favicon.png', 48, 48, icon(100, 'transparent'));
await draw('icon-192.png', 192, 192, icon(92, 'transparent'));
await draw('icon-512.png', 512, 512, icon(92, 'transparent'));
await draw('icon-maskable-512.png', 512, 512, icon(58, '#F6F7F5'));
await draw('apple-touch-icon.png', 180, 180, icon(70, '#F6F7F5'));
await draw('og.png', 1200, 630, sharing);
await browser.close();

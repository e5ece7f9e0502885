import { escapeHtml } from '#base/escape.ts';
import type { FrameLink, Funnel, Step } from '../contract.ts';
import { pictureValue } from '../make.ts';
import { drawBlocks, type Around } from './blocks.ts';
import { hrefOf, stepPath } from './link.ts';
import { countdownScript, formScript, pageScript } from './script.ts';
import { publishedStyle } from './style/index.ts';
import { themeOf, themeTable } from './themes.ts';
import { firstFiles } from './type.ts';

function drawLinks(links: readonly FrameLink[], label: string, { funnel, step }: Around): string {
  const drawn = links.flatMap(({ words, to }) => {
    const href = hrefOf(to, funnel, step);
    const isHere =
      !href?.startsWith('#') || step.blocks.some(({ type }) => `#${type}` === href.replace('form', 'optin'));
    return words && href && isHere ? [`<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`] : [];
  });
  return drawn.length > 0 ? `<nav aria-label="${label}">${drawn.join('')}</nav>` : '';
}

/** What stands above the blocks: who this is from. */
function drawHeader(around: Around): string {
  const { style, frame } = around.funnel;
  const logo = pictureValue(style.logo);
  const name = escapeHtml(style.company);
  const face = logo ? `<img src="${escapeHtml(logo)}" alt="${name}">` : name && `<span>${name}</span>`;
  const links = frame ? drawLinks(frame.links, 'Pages', around) : '';
  return face || links ? `<header><div class="w">${face || '<span></span>'}${links}</div></header>` : '';
}

/** And below them: who answers for it. */
function drawFooter(around: Around): string {
  const { frame } = around.funnel;
  const legal = frame?.legal ? `<p>${escapeHtml(frame.legal)}</p>` : '';
  const links = frame ? drawLinks(frame.footer, 'Legal', around) : '';
  return legal || links ? `<footer><div class="w">${legal}${links}</div></footer>` : '';
}

/** The inside of a page: the same text in the editor and on the published page. */
export function drawInside(around: Around): string {
  const blocks = drawBlocks(around);
  const main = around.marks ? `<div data-main>${blocks}</div>` : `<main>${blocks}</main>`;
  return drawHeader(around) + main + drawFooter(around);
}

export const titleOf = (step: Step, funnel: Funnel): string =>
  step.seo.title ||
  step.blocks.map((block) => block.values['title']).find(Boolean) ||
  `${step.name} – ${funnel.name}`;

const descriptionOf = (step: Step): string =>
  step.seo.description ||
  (step.blocks
    .map((block) => block.values['lead'] ?? block.values['body'])
    .find(Boolean)
    // More than is shown, for what is taken away; a bracket that never ends is looked for no further.
    ?.slice(0, 1000)
    .replace(/[*[\]]|\([^()]*\)/g, '')
    .slice(0, 200) ??
    '');

/** A published page, whole. */
export function drawPage(around: Around, origin: string): string {
  const { funnel, step } = around;
  const esc = escapeHtml;
  const title = esc(titleOf(step, funnel));
  const description = esc(descriptionOf(step));
  const address = esc(origin + stepPath(funnel, step));
  const picture = step.blocks
    .map((block) => pictureValue(block.values['picture'] ?? ''))
    .find((src) => src.startsWith('/'));
  const inside = drawInside(around);
  const needsScript = /data-play=|name="token"/.test(inside);
  const files = firstFiles(themeTable[themeOf(funnel.style)].first);
  return [
    `<!doctype html><html lang="${esc(funnel.settings.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title>`,
    description && `<meta name="description" content="${description}">`,
    step.seo.isHidden && '<meta name="robots" content="noindex">',
    `<link rel="canonical" href="${address}"><link rel="icon" href="/favicon.svg">`,
    `<meta property="og:title" content="${title}"><meta property="og:type" content="website"><meta property="og:url" content="${address}">`,
    description && `<meta property="og:description" content="${description}">`,
    picture && `<meta property="og:image" content="${esc(origin + picture)}">`,
    ...files.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    `<style>html,body{margin:0;height:100%}${publishedStyle(funnel.style, step.blocks)}</style></head>`,
    `<body class="f"><div>${inside}</div>`,
    needsScript && `<script>${pageScript}</script>`,
    inside.includes('name="token"') && `<script>${formScript}</script>`,
    inside.includes('data-until=') && `<script>${countdownScript}</script>`,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('');
}

/** A page of few words in the same look: a form to send once more, an offer that has ended. */
export const drawNote = (style: Funnel['style'], language: string, title: string, inside: string): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style>html,body{margin:0;height:100%}${publishedStyle(style)}</style></head><body class="f"><div><main><section><div class="w"><h1>${escapeHtml(title)}</h1>${inside}</div></section></main></div>${inside.includes('name="token"') ? `<script>${formScript}</script>` : ''}</body></html>`;

import { escapeHtml } from '#base/escape.ts';
import type { Funnel, Step } from '../contract.ts';
import { pictureValue } from '../make.ts';
import { drawBlocks, type Around } from './blocks.ts';
import { stepPath } from './link.ts';
import { pageScript } from './script.ts';
import { pageStyle } from './style.ts';

/** What stands above the blocks: who this is from. */
function drawHeader({ style }: Funnel): string {
  const logo = pictureValue(style.logo);
  const name = escapeHtml(style.company);
  const face = logo ? `<img src="${escapeHtml(logo)}" alt="${name}">` : name;
  return face ? `<header><div class="w">${face}</div></header>` : '';
}

/** The inside of a page: the same text in the editor and on the published page. */
export const drawInside = (around: Around): string =>
  `${drawHeader(around.funnel)}${around.marks ? drawBlocks(around) : `<main>${drawBlocks(around)}</main>`}`;

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
    `<style>html,body{margin:0;height:100%}${pageStyle(funnel.style, step.blocks)}</style></head>`,
    `<body class="f"><div>${inside}</div>`,
    needsScript && `<script>${pageScript}</script>`,
    '</body></html>',
  ]
    .filter(Boolean)
    .join('');
}

/** A page of few words in the same look: a form to send once more, an offer that has ended. */
export const drawNote = (style: Funnel['style'], language: string, title: string, inside: string): string =>
  `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style>html,body{margin:0;height:100%}${pageStyle(style)}</style></head><body class="f"><div><main><section><div class="w"><h1>${escapeHtml(title)}</h1>${inside}</div></section></main></div></body></html>`;

import { createHash } from 'node:crypto';
import type { Side } from '#base/split-test.ts';
import { checkFunnel, measured, refusalOf, weightKey } from '../rules/check.ts';
import type { Funnel, Step } from '../rules/contract.ts';
import { type ProductWords, yesOf } from '../rules/render/blocks.ts';
import { hrefOf, stepPath } from '../rules/render/link.ts';
import { drawPage } from '../rules/render/page.ts';
import { measureOf, shareOf, sidesOf, splitKeyOf, versionOf } from '../rules/split.ts';
import type { Tested } from './splits.ts';
import type { FunnelTables, PageFacts } from './tables.ts';

/** A product of the catalogue as an offer needs it. */
export type OfferedProduct = ProductWords & { path: string };

export interface DrawTask {
  /** As JSON: a text goes to a thread at once, thousands of small objects do not. */
  doc: string;
  products: [id: string, product: OfferedProduct][];
  /** Of those that its forms promise, the ones its owner has. */
  files: string[];
  origin: string;
  /** When it is asked: a date that has passed is told. */
  at: number;
  hasSeen: boolean;
}

export type DrawnPage = Pick<
  FunnelTables['funnel_page'],
  'step_id' | 'slug' | 'position' | 'html' | 'etag'
> & {
  facts: string;
  bytes: number;
  other_html?: string;
  other_etag?: string;
  other_facts?: string;
};

/** Every page as a visitor would get it, or why they may not be published. */
export type Drawn = { refusal: string } | { refusal: null; pages: DrawnPage[]; tested: Tested[] };

/** Of all pages of one funnel, as they are sent. */
const mostPublished = 12 * 1024 * 1024;
const tooMuch = `The pages of this funnel add up to more than ${mostPublished / 1_048_576} MB, including the logo on each. Use a smaller logo or smaller images, then publish again.`;

export function drawFunnel({ doc: text, products: given, files, origin, at, hasSeen }: DrawTask): Drawn {
  const doc = JSON.parse(text) as Funnel;
  const products = new Map(given);
  const drawn = new Map<string, string>();
  let bytes = 0;
  const product = (wanted: string) => products.get(wanted) ?? null;
  for (const step of doc.steps)
    for (const side of sidesOf(step)) {
      const html = drawPage({ funnel: doc, step: versionOf(step, side), product }, origin);
      bytes += Buffer.byteLength(html);
      if (bytes > mostPublished) return { refusal: tooMuch };
      drawn.set(weightKey(step, side), html);
    }
  const weights = new Map([...drawn].map(([step, page]) => [step, measured(page)]));
  const isOnSale = (wanted: string) => products.has(wanted);
  const hasFile = (name: string) => files.includes(name);
  const findings = checkFunnel(doc, { isOnSale, hasFile }, weights, new Date(at));
  const refusal = refusalOf(doc, findings, hasSeen);
  if (refusal !== null) return { refusal };
  const version = (step: Step, side: Side) => {
    const html = drawn.get(weightKey(step, side)) ?? '';
    return {
      html,
      etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      facts: JSON.stringify(factsOf(doc, versionOf(step, side), products)),
      bytes: Buffer.byteLength(html),
    };
  };
  const pages = doc.steps.map((step, position): DrawnPage => {
    const page = { step_id: step.id, slug: step.slug, position, ...version(step, 'a') };
    if (!step.other) return page;
    const { html, etag, facts, bytes: more } = version(step, 'b');
    return { ...page, other_html: html, other_etag: etag, other_facts: facts, bytes: page.bytes + more };
  });
  return { refusal, pages, tested: doc.steps.flatMap((step) => testedOf(doc, step)) };
}

function testedOf(doc: Funnel, step: Step): Tested[] {
  const key = splitKeyOf(doc, step);
  if (key === null) return [];
  const nextSteps = [...new Set([step.next, step.decline])].filter((id) => id !== null);
  return [{ stepId: step.id, key, share: shareOf(step), measure: measureOf(doc, step), nextSteps }];
}

function factsOf(
  funnel: Funnel,
  step: Step,
  products: ReadonlyMap<string, { path: string; title: string }>,
): PageFacts {
  const target = (id: string | null) => {
    const found = funnel.steps.find((one) => one.id === id);
    return found ? stepPath(funnel, found) : null;
  };
  const go: PageFacts['go'] = {};
  const forms: PageFacts['forms'] = {};
  for (const block of step.blocks) {
    const { values } = block;
    if (block.type === 'optin')
      forms[block.id] = {
        consent: values['consent'] ?? '',
        ...(values['gift'] && { gift: { value: values['gift'], words: values['giftWords'] ?? '' } }),
      };
    if (block.type === 'decision') {
      const way = { bumpHref: null, product: null, isWay: true };
      const no = { ...way, isNo: true, offer: values['no'] ?? '' };
      go[block.id] = { ...no, href: target(step.decline ?? step.next) };
      const yes = { ...way, isNo: false, offer: values['yes'] ?? '' };
      go[yesOf(block.id)] = { ...yes, href: target(step.next) };
    }
    if (block.type !== 'offer') continue;
    const product = values['product'] || null;
    go[block.id] = {
      href: product ? (products.get(product)?.path ?? null) : hrefOf(values['link'] ?? '', funnel, step),
      bumpHref: product ? null : hrefOf(values['bumpLink'] ?? '', funnel, step),
      product,
      bumpProduct: product ? values['bumpProduct'] || null : null,
      isNo: false,
      offer: values['title'] || (product ? products.get(product)?.title : '') || '',
    };
  }
  return {
    kind: step.kind,
    name: step.name,
    next: target(step.next),
    go,
    forms,
    doubleOptIn: funnel.settings.doubleOptIn,
    language: funnel.settings.language,
    // A logo may be large; the few pages that use this do without.
    style: { ...funnel.style, logo: '' },
    funnelName: funnel.name,
  };
}

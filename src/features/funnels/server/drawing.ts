import { createHash } from 'node:crypto';
import { checkFunnel, measured, refusalOf } from '../rules/check.ts';
import type { Funnel, Step } from '../rules/contract.ts';
import { type ProductWords, yesOf } from '../rules/render/blocks.ts';
import { hrefOf, stepPath } from '../rules/render/link.ts';
import { drawPage } from '../rules/render/page.ts';
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
};

/** Every page as a visitor would get it, or why they may not be published. */
export type Drawn = { refusal: string } | { refusal: null; pages: DrawnPage[] };

/** Of all pages of one funnel, as they are sent. */
const mostPublished = 12 * 1024 * 1024;
const tooMuch = `The pages of this funnel add up to more than ${mostPublished / 1_048_576} MB, including the logo on each. Use a smaller logo or smaller images, then publish again.`;

export function drawFunnel({ doc: text, products: given, files, origin, at, hasSeen }: DrawTask): Drawn {
  const doc = JSON.parse(text) as Funnel;
  const products = new Map(given);
  const drawn = new Map<string, string>();
  let bytes = 0;
  for (const step of doc.steps) {
    const html = drawPage({ funnel: doc, step, product: (wanted) => products.get(wanted) ?? null }, origin);
    bytes += Buffer.byteLength(html);
    if (bytes > mostPublished) return { refusal: tooMuch };
    drawn.set(step.id, html);
  }
  const weights = new Map([...drawn].map(([step, page]) => [step, measured(page)]));
  const isOnSale = (wanted: string) => products.has(wanted);
  const hasFile = (name: string) => files.includes(name);
  const findings = checkFunnel(doc, { isOnSale, hasFile }, weights, new Date(at));
  const refusal = refusalOf(doc, findings, hasSeen);
  if (refusal !== null) return { refusal };
  const pages = doc.steps.map((step, position) => {
    const html = drawn.get(step.id) ?? '';
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const facts = JSON.stringify(factsOf(doc, step, products));
    return { step_id: step.id, slug: step.slug, position, html, etag, facts, bytes: Buffer.byteLength(html) };
  });
  return { refusal, pages };
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

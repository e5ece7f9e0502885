import { countOf } from '#base/count.ts';
import { contrast, textOn } from '#features/branding/rules/contrast.ts';
import type { Block, Funnel, Step } from './contract.ts';
import { specOf } from './blocks.ts';
import { reachable } from './layout.ts';
import { readMoment } from './make.ts';
import { isDrawing } from './render/drawings.ts';
import { hrefOf, readLink, readVideo } from './render/link.ts';

/** What a visitor would stumble over, told before it is published. */
export interface Finding {
  stepId: string | null;
  blockId: string | null;
  /** `stop`: nobody could use the page; `look`: worth a look. */
  weight: 'stop' | 'look';
  words: string;
}

/** The HTML of a page with its style and script, not counting pictures. */
export const pageBudget = 60 * 1024;
export const pictureBudget = 500 * 1024;

export interface Measured {
  bytes: number;
  pictureBytes: number;
}

/** Of a page as `drawPage` gives it. */
export function measured(html: string): Measured {
  const carried = [...html.matchAll(/data:image[^"]*/g)].reduce((sum, [text]) => sum + text.length, 0);
  return { bytes: html.length - carried, pictureBytes: Math.round(carried * 0.75) };
}

/**
 * Why a funnel is not published, in a sentence; null when it may be. What stops a visitor stops it; what is worth a look is
 * published by who has seen it.
 */
export function refusalOf(funnel: Funnel, findings: readonly Finding[], hasSeen: boolean): string | null {
  const stops = findings.filter(({ weight }) => weight === 'stop');
  const [first] = stops.length > 0 ? stops : hasSeen ? [] : findings;
  if (!first) return null;
  const on = funnel.steps.find(({ id }) => id === first.stepId);
  const others = (stops.length > 0 ? stops.length : findings.length) - 1;
  const more = others > 0 ? ` The check found ${countOf(others, 'more thing')}.` : '';
  return [
    stops.length > 0 ? 'This would block visitors.' : 'The check found something to review.',
    `${on ? `“${on.name}”: ` : ''}${first.words}${more}`,
    stops.length > 0 ? 'Change it, then publish again.' : 'Review it under Publish, then publish anyway.',
  ].join(' ');
}

export function checkFunnel(
  funnel: Funnel,
  products: { isOnSale(id: string): boolean },
  weights: ReadonlyMap<string, Measured>,
  now: Date | null = null,
): Finding[] {
  const found = reachable(funnel);
  const findings: Finding[] = [];
  if (contrast(textOn(funnel.style.accent), funnel.style.accent) < 4.5)
    findings.push(
      look(null, null, 'Text on the accent color is hard to read. Choose a darker or lighter color.'),
    );
  for (const [place, links] of [
    ['Header', funnel.frame?.links],
    ['Footer', funnel.frame?.footer],
  ] as const)
    for (const { words, to } of links ?? [])
      if (hrefOf(to, funnel, funnel.steps[0] as Step) === null)
        findings.push(stop(null, null, `${place} link “${words}” leads nowhere. Change it under Settings.`));
  for (const [place, step] of funnel.steps.entries()) {
    const twin = funnel.steps.slice(0, place).find(({ slug }) => slug === step.slug);
    if (twin)
      findings.push(
        stop(
          step,
          null,
          `It has the same address as “${twin.name}”, /${step.slug}, so only one of them can be reached. Change it.`,
        ),
      );
    if (!found.has(step.id))
      findings.push(look(step, null, 'No step leads to this page, so nobody will see it.'));
    findings.push(...checkStep(funnel, step, products, now));
    const weight = weights.get(step.id);
    if (weight && weight.bytes > pageBudget)
      findings.push(
        look(step, null, `The page weighs ${kilobytes(weight.bytes)}; ${kilobytes(pageBudget)} is good.`),
      );
    if (weight && weight.pictureBytes > pictureBudget)
      findings.push(
        look(
          step,
          null,
          `Its pictures weigh ${kilobytes(weight.pictureBytes)}; ${kilobytes(pictureBudget)} is good.`,
        ),
      );
  }
  return findings;
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

const finding =
  (weight: Finding['weight']) =>
  (step: Step | null, block: Block | null, words: string): Finding => ({
    stepId: step?.id ?? null,
    blockId: block?.id ?? null,
    weight,
    words,
  });
const stop = finding('stop');
const look = finding('look');

function checkStep(
  funnel: Funnel,
  step: Step,
  products: { isOnSale(id: string): boolean },
  now: Date | null,
): Finding[] {
  const findings: Finding[] = [];
  if (step.blocks.length === 0) findings.push(stop(step, null, 'The page is empty.'));
  else if (!step.blocks.some((block) => block.values['title'] || block.values['product']))
    findings.push(look(step, null, 'The page has no heading.'));
  for (const block of step.blocks) findings.push(...checkBlock(funnel, step, block, products, now));
  const [hole] = holesIn([step.seo.title, step.seo.description]);
  if (hole) findings.push(stop(step, null, holeWords(hole)));
  const has = (type: Block['type']) => step.blocks.some((block) => block.type === type);
  if (step.kind === 'optin' && !has('optin')) findings.push(stop(step, null, 'An opt-in step needs a form.'));
  if (step.kind === 'checkout' && !has('offer'))
    findings.push(stop(step, null, 'A checkout step needs an offer.'));
  if ((step.kind === 'upsell' || step.kind === 'downsell') && !has('decision'))
    findings.push(look(step, null, 'There is no way to say no. Add “Yes or no”.'));
  if (leavesUnpaid(funnel, step))
    findings.push(
      stop(
        step,
        null,
        'This offer is sold on another site, so buyers leave before they pay for your earlier offer.',
      ),
    );
  if (step.kind !== 'thank-you' && !leadsOn(funnel, step))
    findings.push(stop(step, null, 'Dead end: nothing on this page leads to the next step.'));
  return findings;
}

/** Offers of this hub are paid at the end, as one order: an offer of another shop in between leads away from it. */
const leavesUnpaid = ({ steps }: Funnel, step: Step): boolean => {
  const isExtra = ({ kind }: Step) => kind === 'upsell' || kind === 'downsell';
  const offers = (one: Step) => one.blocks.filter(({ type }) => type === 'offer');
  return (
    isExtra(step) &&
    offers(step).some(({ values }) => !values['product'] && values['link']) &&
    steps.some((one) => one !== step && !isExtra(one) && offers(one).some(({ values }) => values['product']))
  );
};

function leadsOn(funnel: Funnel, step: Step): boolean {
  return step.blocks.some((block) => {
    if (block.type === 'optin') return step.next !== null;
    if (block.type === 'decision') return step.next !== null || step.decline !== null;
    if (block.type === 'offer')
      return Boolean(block.values['product']) || hrefOf(block.values['link'] ?? '', funnel, step) !== null;
    if (block.type === 'pricing')
      return block.items.some((item) => /^(?!#)./.test(hrefOf(item['link'] ?? '', funnel, step) ?? ''));
    if (block.type === 'hero')
      return (
        Boolean(block.values['button']) &&
        !/^(#.*)?$/.test(hrefOf(block.values['link'] ?? '', funnel, step) ?? '')
      );
    return [...Object.values(block.values), ...block.items.flatMap((item) => Object.values(item))].some(
      (text) =>
        [...text.matchAll(/\]\(([^()\s]+)\)/g)].some(([, to = '']) => hrefOf(to, funnel, step) !== null),
    );
  });
}

/** What other programs fill in. Nothing fills it in here, so a visitor would read it as it stands. */
const holesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(/\{\{[^{}\n]{0,60}\}\}/g)].map(([hole]) => hole));
/** What a template leaves for its owner to say. A link is no such place. */
export const placeholdersIn = (text: string): string[] =>
  text.match(/\[Your [^\][\n]{1,120}\](?!\()|^Replace this (?:with|too)[^\n]{0,120}/g) ?? [];
const holeWords = (hole: string): string =>
  `“${hole}” isn’t filled in on a published page. Write the text yourself.`;

function checkBlock(
  funnel: Funnel,
  step: Step,
  block: Block,
  products: { isOnSale(id: string): boolean },
  now: Date | null,
): Finding[] {
  const findings: Finding[] = [];
  const spec = specOf(block.type);
  const [hole] = holesIn([block.values, ...block.items].flatMap((values) => Object.values(values)));
  if (hole) findings.push(stop(step, block, holeWords(hole)));
  const parts = [
    { fields: spec.fields, values: block.values },
    ...block.items.map((values) => ({ fields: spec.items?.fields ?? [], values })),
  ];
  for (const { fields, values } of parts) {
    for (const { name, label, kind } of fields) {
      const value = values[name] ?? '';
      if (
        kind === 'picture' &&
        value &&
        !values['alt'] &&
        !isDrawing(value) &&
        fields.some((one) => one.name === 'alt')
      )
        findings.push(look(step, block, 'An image has no alt text.'));
      if (kind === 'video' && !readVideo(value))
        findings.push(
          stop(step, block, value ? 'This video link isn’t supported.' : 'The video has no link.'),
        );
      if (kind !== 'link' || !value) continue;
      if (readLink(value) === null)
        findings.push(stop(step, block, `${label}: “${value}” is not a valid link.`));
      else if (hrefOf(value, funnel, step) === null)
        findings.push(
          stop(step, block, `${label}: there is no ${value === 'next' ? 'next step' : `step “${value}”`}.`),
        );
    }
  }
  if (block.type === 'countdown' && !block.values['until'])
    findings.push(stop(step, block, 'The countdown has no date.'));
  const until = readMoment(block.values['until'] ?? '');
  if (until && now && until <= now)
    findings.push(look(step, block, 'The countdown’s date has passed. Visitors read the text for after it.'));
  if (block.type === 'hero' && block.values['button'] && !block.values['link'])
    findings.push(stop(step, block, `The button “${block.values['button']}” has no link. Add one.`));
  for (const [at, values] of [block.values, ...block.items].entries()) {
    const [place] = Object.values(values).flatMap(placeholdersIn);
    const where = at === 0 ? spec.label : `${spec.label}, ${spec.items?.label.toLowerCase() ?? ''} ${at}`;
    if (place)
      findings.push(stop(step, block, `${where}: “${place}” is a placeholder. Write your own text.`));
  }
  const product = block.values['product'];
  if (block.type === 'offer') {
    if (product && !products.isOnSale(product))
      findings.push(stop(step, block, 'The product of this offer is not on sale.'));
    if (!product && !block.values['link'])
      findings.push(stop(step, block, 'The offer has no checkout. Choose a product or add a link.'));
    if (block.values['bump'] && !product && !block.values['bumpLink'])
      findings.push(stop(step, block, 'The order bump has no checkout link for both.'));
    if (block.values['bumpProduct'] && !products.isOnSale(block.values['bumpProduct']))
      findings.push(stop(step, block, 'The product of the order bump is not on sale.'));
    if (block.values['bump'] && product && !block.values['bumpProduct'])
      findings.push(look(step, block, 'Choose a product for the order bump. Text alone isn’t shown.'));
  }
  if (block.type === 'optin') {
    if (step.next === null)
      findings.push(stop(step, block, 'Nothing comes after the form. Connect a next step.'));
    if (!block.values['consent'])
      findings.push(
        look(
          step,
          block,
          'The form doesn’t ask for consent. You need it to send anything beyond what was requested.',
        ),
      );
  }
  return findings;
}

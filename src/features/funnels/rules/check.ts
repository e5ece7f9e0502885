import { countOf } from '#base/count.ts';
import type { Side } from '#base/split-test.ts';
import { contrast, textOn } from '#features/branding/rules/contrast.ts';
import type { Block, Funnel, Step } from './contract.ts';
import { specOf } from './blocks.ts';
import { checkBlock, holesIn, holeWords } from './check-block.ts';
import { reachable } from './layout.ts';
import { type Finding, type Known, look, placeName, stop } from './finding.ts';
import { readGift } from './gift.ts';
import { hrefOf } from './render/link.ts';
import { samplesIn } from './samples.ts';
import { allBlocks, saysTheSame, sidesOf, versionOf } from './split.ts';

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
  const more =
    others > 0 ? ` ${countOf(others, 'more thing')} to ${stops.length > 0 ? 'fix' : 'check'}.` : '';
  return [
    stops.length > 0 ? 'Not ready to publish.' : 'Something is worth checking first.',
    `${on ? `${placeName(`“${on.name}”`, first.side)}: ` : ''}${first.words}${more}`,
    stops.length > 0 ? 'Change it, then publish again.' : 'Check it under Publish, then publish anyway.',
  ].join(' ');
}

export function checkFunnel(
  funnel: Funnel,
  products: Known,
  weights: ReadonlyMap<string, Measured>,
  now: Date | null = null,
): Finding[] {
  const found = reachable(funnel);
  const findings: Finding[] = [];
  if (contrast(textOn(funnel.style.accent), funnel.style.accent) < 4.5)
    findings.push(
      look(
        null,
        null,
        'Text on the accent color is hard to read. Choose a darker or lighter color.',
        'theme',
      ),
    );
  if (asksForAddress(funnel) && !isNamed(funnel))
    findings.push(
      stop(
        null,
        null,
        'A form asks for an email address, but no page says who is asking. Enter your company or name under Settings.',
        'company',
      ),
    );
  for (const [place, links] of [
    ['Header', funnel.frame?.links],
    ['Footer', funnel.frame?.footer],
  ] as const)
    for (const { words, to } of links ?? [])
      if (hrefOf(to, funnel, funnel.steps[0] as Step) === null)
        findings.push(
          stop(null, null, `${place} link “${words}” leads nowhere. Change it under Settings.`, 'frame'),
        );
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
    if (saysTheSame(step))
      findings.push(
        look(step, null, 'Version B says the same as A, so there is nothing to find out. Change it.'),
      );
    for (const side of sidesOf(step)) {
      const page = versionOf(step, side);
      const here = [
        ...checkStep(funnel, page, products, now),
        ...weightFindings(page, weights.get(weightKey(step, side))),
      ];
      findings.push(...(step.other ? ofSide(side, here) : here));
    }
  }
  return findings;
}

/** What search engines read is the same for both, and said once. */
const ofSide = (side: Side, findings: Finding[]): Finding[] =>
  findings.flatMap((one) => (one.at !== 'search' ? [{ ...one, side }] : side === 'a' ? [one] : []));

/** Under which name the weight of a version is given. */
export const weightKey = ({ id }: Pick<Step, 'id'>, side: Side): string =>
  side === 'a' ? id : `${id} ${side}`;

function weightFindings(step: Step, weight: Measured | undefined): Finding[] {
  const findings: Finding[] = [];
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
  return findings;
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

function checkStep(funnel: Funnel, step: Step, products: Known, now: Date | null): Finding[] {
  const findings: Finding[] = [];
  if (step.blocks.length === 0) findings.push(stop(step, null, 'The page is empty.'));
  else if (!step.blocks.some((block) => block.values['title'] || block.values['product']))
    findings.push(look(step, null, 'The page has no heading.'));
  for (const block of step.blocks)
    findings.push(...promised(step, block), ...checkBlock(funnel, step, block, products, now));
  findings.push(...untouched(step));
  const [hole] = holesIn([step.seo.title, step.seo.description]);
  if (hole) findings.push(stop(step, null, holeWords(hole), 'search'));
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

const asksForAddress = ({ steps }: Funnel): boolean =>
  steps.some((step) => allBlocks(step).some(({ type }) => type === 'optin'));

/** Whoever agrees to get email agrees to get it from somebody: the name above the pages, or the legal line below them. */
const isNamed = ({ style, frame }: Funnel): boolean =>
  style.company.trim() !== '' || (frame?.legal.trim() ?? '') !== '';

/** What a template promised in the owner's name. */
function promised(step: Step, block: Block): Finding[] {
  const promise = samplesIn(block, step).find(({ isPromise }) => isPromise);
  if (!promise) return [];
  const words = `${specOf(block.type).label}: “${short(promise.text)}” is the template’s sample text. Write your own.`;
  return [stop(step, block, words)];
}

/** The rest of its words, once a page: they may be true, or not. */
function untouched(step: Step): Finding[] {
  const samples = step.blocks.flatMap((block) =>
    samplesIn(block, step).map((sample) => ({ block, ...sample })),
  );
  const rest = samples.filter(({ block }) => !samples.some((one) => one.block === block && one.isPromise));
  const [first] = rest;
  if (!first) return [];
  const more = rest.length > 1 ? ` and ${countOf(rest.length - 1, 'other text')} are` : ' is';
  const words = `“${short(first.text)}”${more} the template’s sample text. Make sure it’s true for you.`;
  return [look(step, first.block, words)];
}

const short = (text: string): string => {
  const [line = ''] = text.replace(/^- /, '').split('\n');
  return line.length > 60 ? `${line.slice(0, 57).trimEnd()}…` : line;
};

/** Offers of this hub are paid at the end, as one order: an offer of another shop in between leads away from it. */
const leavesUnpaid = ({ steps }: Funnel, step: Step): boolean => {
  const isExtra = ({ kind }: Step) => kind === 'upsell' || kind === 'downsell';
  const offers = (one: Step) => one.blocks.filter(({ type }) => type === 'offer');
  return (
    isExtra(step) &&
    offers(step).some(({ values }) => !values['product'] && values['link']) &&
    steps.some(
      (one) => one.id !== step.id && !isExtra(one) && offers(one).some(({ values }) => values['product']),
    )
  );
};

function leadsOn(funnel: Funnel, step: Step): boolean {
  return step.blocks.some((block) => {
    if (block.type === 'optin') return step.next !== null || readGift(block.values['gift'] ?? '') !== null;
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

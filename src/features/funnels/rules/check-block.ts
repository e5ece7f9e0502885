import { specOf } from './blocks.ts';
import type { Block, Funnel, Step } from './contract.ts';
import { type Finding, type Known, look, stop } from './finding.ts';
import { hasAddress, readGift } from './gift.ts';
import { readMoment } from './make.ts';
import { isDrawing } from './render/drawings.ts';
import { hrefOf, readLink, readVideo } from './render/link.ts';

/** What other programs fill in. Nothing fills it in here, so a visitor would read it as it stands. */
export const holesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(/\{\{[^{}\n]{0,60}\}\}/g)].map(([hole]) => hole));

/** What a template leaves for its owner to say. A link is no such place. */
export const placeholdersIn = (text: string): string[] =>
  text.match(/\[Your [^\][\n]{1,120}\](?!\()|^Replace this (?:with|too)[^\n]{0,120}/g) ?? [];
export const holeWords = (hole: string): string =>
  `“${hole}” isn’t filled in on a published page. Write the text yourself.`;

export function checkBlock(
  funnel: Funnel,
  step: Step,
  block: Block,
  products: Known,
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
    const gift = readGift(block.values['gift'] ?? '');
    if (gift && products.hasFile?.(gift.file) === false)
      findings.push(
        stop(step, block, `The file “${gift.name}” isn’t in your account. Upload it again, or remove it.`),
      );
    if (gift && hasAddress(gift.name))
      findings.push(
        stop(step, block, `The file’s name, “${gift.name}”, looks like a link. Rename the file.`),
      );
    if (gift && hasAddress(block.values['giftWords'] ?? ''))
      findings.push(stop(step, block, 'What the email says has a link or an email address. Remove it.'));
    // Whoever is promised a file is told where to look for it; anyone else would stand before nothing.
    if (step.next === null && !gift)
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

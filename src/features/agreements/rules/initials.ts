import { Problem } from '#base/problem.ts';
import { inside } from './places.ts';
import { type Block, runsText, type Signature } from '#features/documents/rules/assembly/doc.ts';

/** Beside a clause that needs to be seen, somebody puts their initials. */
export const isInitialsLine = ({ label }: Pick<Signature['lines'][number], 'label'>): boolean =>
  /^initials?\b/i.test(label.trim());

/** Only for initials: it stands beside a clause, and nobody signs there. */
export const isForInitials = ({ lines }: Signature): boolean =>
  lines.length > 0 && lines.every(isInitialsLine);

/** The signature blocks of a document in reading order: an agreement's people are matched to them by number. */
export function signatureBlocks(blocks: readonly Block[]): Signature[] {
  return blocks.flatMap((block) =>
    block.b === 'signatures'
      ? block.parties.filter((party) => !isForInitials(party))
      : inside(block).flatMap((part) => signatureBlocks(part)),
  );
}

const nameOf = ({ heading }: Signature): string =>
  runsText(heading).replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whose initials go here, as the number of a signature block: that of the same name, else the one in the same position.
 * Two blocks of one name are told apart by their position as well.
 */
export function initialsOwner(party: Signature, position: number, signatures: readonly Signature[]): number {
  const same = signatures.flatMap((one, at) => (nameOf(one) === nameOf(party) ? [at] : []));
  if (same.length === 1) return same[0] ?? position;
  return same.length === 0 || same.includes(position) ? position : (same[0] ?? position);
}

/** Beside what the initials of this signature block go, in words; empty where the text asks for none. */
export function initialPlaces(blocks: readonly Block[], party: number | null): string[] {
  const signatures = signatureBlocks(blocks);
  const places: string[] = [];
  let above = '';
  for (const block of party === null ? [] : blocks) {
    if (block.b === 'clause' || block.b === 'part' || block.b === 'title') above = titleOf(block);
    if (block.b !== 'signatures') continue;
    for (const [position, one] of block.parties.entries()) {
      const isOwn = isForInitials(one)
        ? initialsOwner(one, position, signatures) === party
        : signatures.indexOf(one) === party && one.lines.some(isInitialsLine);
      if (isOwn) places.push(above);
    }
  }
  return places;
}

/** What they put there; null where the text asks for none. */
export function initialsGiven(places: readonly string[], typed: string | undefined): string | null {
  if (places.length === 0) return null;
  if (typed !== undefined) return typed;
  throw new Problem('bad_request', 'Enter your initials.', { fields: { initials: 'Enter your initials.' } });
}

const titleOf = (block: Extract<Block, { b: 'clause' | 'part' | 'title' }>): string =>
  block.b === 'clause'
    ? `${block.number === '' ? '' : `${block.number.replace(/\.$/, '')}. `}${runsText(block.heading)}`
    : runsText(block.runs);

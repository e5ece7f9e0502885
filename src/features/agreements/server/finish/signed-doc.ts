import type { Block, Doc, SignedLine } from '#features/documents/server/public.ts';
import { runsText } from '#features/documents/rules/assembly/doc.ts';
import { drawingPath } from '../../rules/drawing.ts';
import { initialsOwner, isForInitials, isInitialsLine, signatureBlocks } from '../../rules/initials.ts';
import type { Finished } from '../finishing.ts';

type Signer = Finished['people'][number];
type Party = Extract<Block, { b: 'signatures' }>['parties'][number];
type Line = Party['lines'][number];

const labels = {
  signature: /^(signature|signed|sign here|by)\b/i,
  name: /^((full|print|printed) )?name\b/i,
  date: /^(date|dated|signed on)\b/i,
  // What only the signer knows stays open.
  other: /^(role|title|position|place|company|address|email|witness)\b/i,
};

/** The document with each signature on its line. What the text already says on a line stays. */
export function signedDoc(doc: Doc, people: readonly Signer[]): Doc {
  const blocks = signatureBlocks(doc.blocks);
  const signed = (block: Block): Block => {
    switch (block.b) {
      case 'signatures':
        return {
          ...block,
          parties: block.parties.map((party, position) => {
            const at = isForInitials(party) ? initialsOwner(party, position, blocks) : blocks.indexOf(party);
            const signer = people.find((one) => one.party === at && one.signature !== null);
            return signer ? signedParty(party, signer, doc) : party;
          }),
        };
      case 'clause':
      case 'sub':
        return { ...block, blocks: block.blocks.map(signed) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(signed) })),
        };
      default:
        return block;
    }
  };
  return { ...doc, blocks: doc.blocks.map(signed) };
}

function signedParty(party: Party, signer: Signer, doc: Doc): Party {
  const isOpen = ({ runs }: Line): boolean => runsText(runs).replace(/[\s\u00a0_.…]/g, '') === '';
  const open = party.lines.filter(isOpen);
  const isOther = ({ label }: Line): boolean => Object.values(labels).some((known) => known.test(label));
  const place =
    open.find(({ label }) => labels.signature.test(label)) ??
    open.find((line) => !isOther(line) && !isInitialsLine(line));
  const mark = (line: Line): SignedLine | undefined => {
    if (isInitialsLine(line))
      return open.includes(line) && signer.initials !== null ? { words: signer.initials } : undefined;
    if (line === place) return signatureOf(signer);
    if (!open.includes(line)) return undefined;
    if (labels.name.test(line.label)) return { words: signer.signedName };
    if (labels.date.test(line.label) && signer.at) return { words: dayOf(signer.at, doc.made) };
    return undefined;
  };
  return {
    ...party,
    lines: party.lines.map((line) => {
      const signed = mark(line);
      return signed ? { ...line, signed } : line;
    }),
  };
}

function signatureOf({ signature, signedName, at }: Signer): SignedLine | undefined {
  if (!signature) return undefined;
  const by = [signedName, at ? `${utcMinute(at)} UTC` : ''].filter(Boolean).join(' · ');
  return signature.kind === 'typed'
    ? { by, typed: signature.text }
    : { by, drawn: drawingPath(signature.drawing) };
}

/** In the way of the document's own date: a day in the United States begins with its month. */
function dayOf(at: Date, made = ''): string {
  const locale = /^[A-Z][a-z]+ \d/.test(made) ? 'en-US' : 'en-GB';
  return at.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export const utcMinute = (at: Date | string): string =>
  new Date(at).toISOString().slice(0, 16).replace('T', ' ');
export const utcSecond = (at: Date | string): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** As the press takes it. */
export const strokesOf = (signature: NonNullable<Signer['signature']>) =>
  signature.kind === 'typed' ? { typed: signature.text } : { drawn: drawingPath(signature.drawing) };

import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';

// A number as papers carry it: with at least one digit, perhaps with letters, dashes and strokes.
const code = String.raw`((?=[\p{L}\d/._-]*\d)[\p{L}\d](?:[\p{L}\d/._-]*[\p{L}\d])?)`;
const numbered = String.raw`(?: ?(?:number|num\.?|no\.?|nr\.?|n°|nº|núm\.?|#|is|:|=)){0,3} ?#?`;
const paper = 'invoice|inv\\.?|bill|rechnung|rechnungsnr\\.?|rechnungsnummer|facture|factura|rg\\.?';
const ranks = [
  /^(?:first|erste|premi|primer)/i,
  /^(?:second|zweite|deuxi|segund)/i,
  /^(?:third|dritte|troisi|tercer)/i,
  /^(?:fourth|vierte|quatri|cuart)/i,
  /^(?:fifth|fünfte|cinqui|quint)/i,
];

const after = (words: string, text: string): string | null =>
  pattern(
    String.raw`(?<!\p{L})(?:${words})${numbered}${code}(?![\p{L}\d])(?!,\d| ?(?:%|hours?|days?|h\b|€|\$|£))`,
    'iu',
  ).exec(text)?.[1] ?? null;

/** The numbers by which papers are known: of an invoice, an order, an amendment, a clause. */
export function references({ text, dates }: Stated): Record<string, string | null> {
  const invoice = after(paper, text);
  // "1,250" after "invoice" is an amount; "2026" alone is a year.
  const counts =
    /(?<!\p{L})(?:amendment|addendum|nachtrag|avenant|sow|work order|change order|statement of work)(?: (?:no\.?|nr\.?|n°|number))? ?#?(\d{1,3})(?![\d.,])/iu.exec(
      text,
    )?.[1];
  const ordinal =
    /(?<!\p{L})(\p{L}{5,9}) (?:amendment|addendum|nachtrag|avenant|sow|work order|enmienda)/iu.exec(
      text,
    )?.[1];
  const rank = ordinal ? ranks.findIndex((named) => named.test(ordinal)) + 1 : 0;
  const at = /(?:\bnumber\b|numéro|número|\bno\.|\bno(?= \d)|\bnr\.?(?= ?\d)|n°|nº|#)(?: is)? ?#?/iu.exec(
    text,
  );
  const plain = at ? pattern(`^${code}`, 'u').exec(text.slice(at.index + at[0].length))?.[1] : null;
  const isDay = (words: string | null | undefined) =>
    dates.some(({ at: from, end }) => words && text.slice(from, end).includes(words));
  return {
    invoice: isDay(invoice) ? null : invoice,
    number: counts ?? (rank > 0 ? String(rank) : isDay(plain) ? null : (plain ?? invoice)),
    reference: after(
      'p\\.?o\\.?|purchase order|bestellnr\\.?|bestellnummer|bestellung|bon de commande|their ref(?:erence)?|pedido',
      text,
    ),
    clause: after('clause|section|§|ziffer|article|cláusula', text),
  };
}

/** The contract that is spoken of, by what people call it. */
export const titleOf = (text: string): string | null =>
  /"([^"]{0,60}(?:agreement|contract|vertrag|contrat|contrato)[^"]{0,60})"/iu.exec(text)?.[1] ??
  /\b(?:our|my|the|this|under|(?:signed|have|made|closed|concluded) an?|to the|(?:addendum|amendment) to) (?:(?:our|the) )?((?:[a-z]+ ){1,4}(?:agreement|contract|subscription|deal))\b/i.exec(
    text,
  )?.[1] ??
  /(?<!\p{L})(?:unser\p{L}*|mein\p{L}*|de[nmrs]|zum) (\p{Lu}\p{L}*?vertrag)(?:s|es)?(?!\p{L})/u.exec(
    text,
  )?.[1] ??
  /(?<!\p{L})(?:notre|mon|le|du|au|nuestro|mi|el|del|al) ((?:contrat|contrato) (?:de |d')\p{L}+)/u.exec(
    text,
  )?.[1] ??
  null;

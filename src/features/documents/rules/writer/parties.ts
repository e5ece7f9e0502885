import { allFields, type Template } from '../template/template.ts';
import { addressOf } from './addresses.ts';
import type { Stated } from './facts.ts';

/** The parties of a document, whoever fills it in first. */
export const sidesOf = (template: Template): string[] =>
  allFields(template)
    .flatMap(({ name, kind }) => (kind.type === 'party' ? [{ name, isOurs: kind.isOurs === true }] : []))
    .sort((a, b) => Number(b.isOurs) - Number(a.isOurs))
    .map(({ name }) => name);

/** Somebody by their name, with the address that stands behind it. */
export function partyNamed(name: string, { text, mails }: Stated) {
  const address = addressOf(name, text);
  const end = text.indexOf(name) + name.length;
  const email = mails.find(({ at }) => at >= end && at - end <= 3)?.value;
  return {
    name,
    ...(isPerson(name) && { kind: 'person' }),
    ...(address && { address }),
    ...(email && { email }),
  };
}

const isPerson = (name: string): boolean =>
  /^\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{Ll}'-]+$/u.test(name) &&
  !/\b(?:Ltd|Limited|Inc|LLC|LLP|GmbH|AG|UG|SA|SAS|SARL|SL|BV|AS|AB|Oy|Corp|PLC|plc|SpA|Studio|Labs?|Media|Software|Digital|Bank|Group|Analytics|Systems|Industries|Foods|Clinics|Data|Apps|Company|Corp|Central|Nine|Agency|Solutions|Partners|One|Design|Consulting|Hosting|Cucina|Hotels?|Capital|Ventures|Studios|School|University|Foundation|Health|Energy|Motors|Services|Technologies|Works)\b/u.test(
    name,
  );

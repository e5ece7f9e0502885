import { pattern } from './plain.ts';

const legal = String.raw`(?:Ltd|Limited|GmbH(?: & Co\.? KG)?|gGmbH|UG(?: \(haftungsbeschränkt\))?|AG|KGaA|KG|OHG|GbR|SE|Inc|LLC|LLP|LP|Corp|Corporation|CIC|Co\.?,? Ltd|Co|PLC|plc|SARL|SAS|SASU|EURL|SA|SCOP|SL|SLU|SRL|Lda|BV|NV|VOF|AS|ASA|A\/S|AB|ApS|Oy|Oyj|Pty(?:\.? Ltd)?|SpA|Srl|SRL|Kft|OÜ|UAB|SIA|d\.o\.o\.?|Sp\. z o\.o|eG|mbH)(?![\p{L}\p{N}])\.?|(?:e\.V\.|e\.K\.|e\.G\.|a\.s\.|s\.r\.o\.|d\.o\.o\.|(?:\p{Lu}\.){2,3}(?:\p{L}\.)?)`;
const suffix = String.raw`(?:${legal})`;
/** A name that ends with the form of a company. */
export const isFirm = (said: string): boolean => pattern(` ${suffix}$`).test(said);
const word = String.raw`(?!(?:\p{Lu}\.){2})(?:\p{Lu}[\p{L}\p{N}'-]*|\p{Lu}\.|&|\+|\d+(?:\.\d+)*)`;
const core = String.raw`\p{Lu}[\p{L}\p{N}'-]*(?: (?:(?:of|de|van|von|der|del|la|den|du|do|da|dos|ter|bin|al) )*${word}){0,4}`;
// Most of these begin with a capital and are words of the name anyway; here stand those that a comma, a stop or small letters part from it.
const apart = String.raw`(?:Inc|Ltd|LLC|LLP|Corp|Co|AG|SA|plc|eG|mbH|e\.V\.|e\.K\.|a\.s\.|s\.r\.o\.|d\.o\.o\.|(?:\p{Lu}\.){2,3}(?:\p{L}\.)?)(?![\p{L}\p{N}])\.?`;
const name = String.raw`(?:${core}(?: \(haftungsbeschränkt\)|\.?,? ${apart})?)`;

// Capitalised without being anybody's name; German nouns of the trade as well.
const notNames =
  /^(?:I|Case|Press|Landing|Post|Plan|Release|Zwei|Drei|Vier|Deux|Trois|Dos|Tres|Gründer(?:in|innen)?|Dear|Kind|Best|Name|We're|I'm|You|Nr|Third|Second|First|Three|Two|One|Both|Either|Please|Rg|PO|HR|Customer|Client|Candidate|Employment|Title|Comp|Start|Parties|Purpose|Subject|From|To|Formal|Work|Because|Since|If|When|Price|Name|Payment|Einseitige|Zahlungsziel|Bitte|Wartung|Hi|Hello|Hey|So|Me|And|But|Need|Our|Umbrella|We|He|She|They|It|My|Our|The|This|A|An|NDA|DPA|SOW|MSA|SOP|CLA|GDPR|VAT|API|App|PDF|README|URL|EUR|USD|GBP|CHF|CAD|AUD|SaaS|LinkedIn|TypeScript|JavaScript|Node|Please|Make|Write|Draft|Create|Law|Courts?|Contract|Invoice|Freelance|Agreement|Quote|Irish|English|German|French|Dutch|Scottish|Spanish|Swiss|Italian|American|British|England|Scotland|Ireland|Germany|France|Delaware|California|New York|Ontario|Netherlands|Spain|January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|Mai|Juni|Juli|Oktober|Dezember|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Euro|Euros|Prozent|Tage|Jahre|Monate|Wochen|Rechnung|Vertrag|Vertrags|Webdesign|Recht|Frist|Angebot|Mahnung|Ich|Wir|Und|Non|Job|SOP|Web|Website|Entwicklung)$/u;

const isName = (text: string): boolean => {
  const first = text.replace(/^The (?=\p{Lu})/u, '').split(' ')[0] ?? '';
  return text.length > 1 && !notNames.test(first) && !notNames.test(text) && !/^(?:INV|R|Q)-?\d/.test(text);
};

/** Words that are nobody's name by themselves: "they've", "need", "Le". */
const nobody =
  /^(?:(?:i|we|you|they|he|she|it|us|them|him|her|me|who|this|that|these|those|somebody|someone|anyone|everybody|everyone|nobody|people|both|each|all|our|my|their|his|ich|wir|sie|er|es|je|nous|vous|ils|elle|il|yo|nosotros|ellos|ella|usted)(?:'\p{L}+)?|need|needs|want|wants|please|make|write|draft|get|give|keep|come|can|can't|could|will|would|should|must|not|no|and|or|but|so|if|to|for|with|at|on|am|bitte|brauche|besoin|necesito)(?= |$)|^(?:le|la|les|el|los|las|der|die|das|den|dem|ein|eine|une?|una?|the|an?|exists)$/iu;
export const isNobody = (words: string): boolean => nobody.test(words);

/** Whose names a request holds, in the order they were said. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(pattern(`(?<![\\p{L}\\p{N}.@])${name}`, 'gu'))]
      .map(([found]) => trimmed(found))
      .filter(isName),
  ),
];

/** How somebody is addressed, or called for short, before the name; a sentence ends, a year or a law follows: no part of it. */
const trimmed = (found: string): string =>
  found
    .replace(/'s$/u, '')
    .replace(
      /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Firma|Kundin|Kunden?|Mitarbeiter(?:in)?|Messrs|Madame|Monsieur|Unsere?[mnrs]?|Lieferant(?:in)?|Agentur|Auftragnehmer(?:in)?|Entwickler(?:in)?|Dienstleister|Mme|Mlle|M|Señora?|Sra|Sr|Don|Doña|Customer|Client|Company)\.? )+(?=\p{Lu})/u,
      '',
    )
    .replace(
      /^(?:(?:Die|Der|Den|Dem|Das|Ein|Eine|Einen|Einem|Einer|Employee|Candidate|Freelancer|Contractor|Developer|Designer|Customer|Client|\p{Lu}\p{Ll}*(?:erin|orin|istin|berater|entwickler|texter|tester|designer|programmierer|fotograf\p{Ll}*|leiter|mitarbeiter|praktikant\p{Ll}*|gründer)) )+(?=\p{Lu}[\p{L}'-]+ \p{Lu})/u,
      '',
    )
    .replace(pattern(`^The (?=.* ${suffix}$)`), '')
    .replace(/ (?:\d+|I|We|She|He|They|Law|&|\+)$/u, '')
    .replace(/(?<!(?:\p{L}\.)+\p{L}|\b(?:Inc|Ltd|Co|Corp))\.$|(?<![,'-])[,'-]+$/u, '')
    .trim();

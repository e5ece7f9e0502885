import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';

export interface Names {
  us: string | null;
  them: string | null;
  /** In the order they were said. */
  all: string[];
}

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

/** Whether a capitalised word or several may be what somebody is called. */
export const isName = (text: string): boolean => {
  const first = text.replace(/^The (?=\p{Lu})/u, '').split(' ')[0] ?? '';
  if (isNobody(text)) return false;
  return text.length > 1 && !notNames.test(first) && !notNames.test(text) && !/^(?:INV|R|Q)-?\d/.test(text);
};

const us = String.raw`(?:\b(?:[Ww]e|[Ww]ir|[Nn]ous|[Nn]osotros|[Uu]s|[Mm]e|I|[Oo]urselves|[Uu]ns|[Oo]urs) ?(?:\(|=|:|is)|\b(?:run|operated|made|published|owned) by|\b(?:betrieben von|exploité par|operad[oa] por|édité par)|\b[Ww]e are|\b[Ww]e're|\b[Ww]e,|\b(?:[Ww]e|I) (?:process|host|store|handle|run|work|provide|build|supply)[^.;()]{0,40}\(|\bI am|\bI'm|\b[Mm]y company(?: is|,)?|\b[Oo]ur company(?: is|,)?|\b[Ww]ir sind|\b[Nn]ous sommes|\b[Ss]omos)`;
const them = String.raw`(?:\bw\/|\b(?:[Ww]ith|[Oo]n|[Tt]ell|[Pp]ay|[Ll]et|[Bb]y|[Bb]ei|[Cc]hez|[Mm]it|[Aa]vec|[Cc]on|(?<![Rr]eports? |[Rr]eporting )[Tt]o|[Aa]n|[Ff]or|[Ff]ür|[Pp]our|[Pp]ara|[Cc]lient|[Cc]ustomer|[Cc]ontractor,?|[Cc]alled|[Nn]amed|[Hh]ire|[Ee]ngage|[Ii]nvoice|[Bb]ill|[Rr]emind|[Aa]dvise|ist|[Ff]rom|[Dd]eveloper|[Ss]ervers,|over to))`;

const match = (source: string, text: string): RegExpExecArray | null => pattern(source).exec(text);

const read = new WeakMap<Pick<Stated, 'text'>, Names>();

/** Words that are nobody's name by themselves: "they've", "need", "Le". */
const nobody =
  /^(?:(?:i|we|you|they|he|she|it|us|them|him|her|me|who|this|that|these|those|somebody|someone|anyone|everybody|everyone|nobody|people|both|each|all|our|my|their|his|ich|wir|sie|er|es|je|nous|vous|ils|elle|il|yo|nosotros|ellos|ella|usted)(?:'\p{L}+)?|need|needs|want|wants|please|make|write|draft|get|give|keep|come|can|can't|could|will|would|should|must|not|no|and|or|but|so|if|to|for|with|at|on|am|bitte|brauche|besoin|necesito)(?= |$)|^(?:le|la|les|el|los|las|der|die|das|den|dem|ein|eine|une?|una?|the|an?|exists)$/iu;
export const isNobody = (words: string): boolean => nobody.test(words);

/** How people call what they ask for, which a name may hold ("Paper & Letter Ltd") but not be. */
const paper =
  /^(?:(?:the|our|my|an?|simple|short|new|job|offer|gym|phone|freelance|framework) )*(?:nda|dpa|msa|sow|sop|cla|contracts?|agreements?|invoices?|bills?|quotes?|offers?|letters?|notices?|reminders?|receipts?|proposals?|policy|terms|hourly|monthly|fixed|vertrag|rechnung|angebot|contrat|facture|devis|contrato|factura)$/iu;
export const isPaper = (words: string): boolean => paper.test(words.trim());

/** Whose names a request holds, and who of them writes it. */
export function namesIn(facts: Pick<Stated, 'text'>): Names {
  const names = read.get(facts) ?? readNames(facts);
  read.set(facts, names);
  return names;
}

function readNames({ text }: Pick<Stated, 'text'>): Names {
  const all = [...text.matchAll(pattern(`(?<![\\p{L}\\p{N}.@])${name}`, 'gu'))]
    .map(([found]) => trimmed(found))
    .filter(isName);
  const own = trimmed(
    match(`${us}(?: |(?<=[(=:]))(?:the |an? [a-z]+ |der |die )?(${name})`, text)?.[1] ??
      match(
        `\\b(?:us|me|I|ourselves|my company|our company|uns|nous|nosotros)(?: \\(|, | ?[:=] ?)(${name})`,
        text,
      )?.[1] ??
      '',
  );
  const pair = match(
    `(?:[Bb]etween|[Zz]wischen|[Ee]ntre)(?:,? (?:the|our|two|[a-z]+),?){0,3} (${name})(?: \\([^)]*\\)|,[^,]{0,60},|,)? (?:and|und|et|y|&) (?:(?:the|a|an|our|named|called|[a-z]+) ){0,5}(${name})`,
    text,
  );
  if (pair) return { us: trimmed(pair[1] ?? ''), them: trimmed(pair[2] ?? ''), all };
  const doing = match(
    `(?:^|[.!?:,] )(${name}) (?:has|have|hires?|hired|engages?|commissions?|asks?|pays?|lets?|wants?|beauftragt|engage|contrata) (${name})`,
    text,
  );
  if (doing && isName(trimmed(doing[1] ?? '')))
    return { us: trimmed(doing[1] ?? ''), them: trimmed(doing[2] ?? ''), all };
  const listed = match(`(?:1|[Aa])[.)] ?(${name})[,;.\\s]+(?:and )?(?:2|[Bb])[.)] ?(${name})`, text);
  if (listed) return { us: trimmed(listed[1] ?? ''), them: trimmed(listed[2] ?? ''), all };
  const fromTo = match(
    `\\b[Ff]rom (?:[a-z]+ ){0,3}(${name}) to (?:us,? \\(?|our company,? \\(?|the [a-z]+ )?(${name})`,
    text,
  );
  if (fromTo && /assign|transfer|rights|disclos|share/i.test(text))
    return { us: trimmed(fromTo[1] ?? ''), them: trimmed(fromTo[2] ?? ''), all };
  const started = match(`(?:^|[.!?,] )(${name}) (?:and|&|und|et|y) (${name})(?=[,.]|$)`, text);
  if (started && isName(trimmed(started[1] ?? '')))
    return { us: trimmed(started[1] ?? ''), them: trimmed(started[2] ?? ''), all };
  const signed = trimmed(
    match(
      `(?:[Rr]egards|[Ss]incerely|[Cc]heers|[Tt]hanks|[Tt]hank you|[Gg]rüßen?|[Cc]ordialement|[Ss]aludos|[Aa]tentamente),?\\s+(?:\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{L}+)*,? )?(?:from |at |von |de )?(${name})\\s*$`,
      text,
    )?.[1] ?? '',
  );
  const ours = [own, signed].find((one) => isName(one)) ?? null;
  const explicit = match(
    `\\b(?:(?:client|customer|contractor|recipient|debtor|them|other (?:side|party))s?(?: is|:|,| ?=| \\()?|(?:Name|Client|Customer|Contractor|Recipient|Debtor|Them|Candidate)(?: is|:| ?=)) ?(${name})`,
    text,
  );
  const led = [
    ...text.matchAll(pattern(`${them}(?: |(?<=\\/))(?:[\\p{Ll}][\\p{L}'-]* ){0,4}\\(?(${name})`, 'gu')),
  ]
    .map((found) => trimmed(found[1] ?? ''))
    .filter(
      (one) =>
        isName(one) &&
        one !== ours &&
        !/^(?:\p{L}+-)?(?:Software|App|Tool|Plattform|Platform|Website|Shop) /u.test(one),
    );
  const company = all.find((one) => one !== ours && pattern(` ${suffix}$`).test(one));
  const addressed = trimmed(
    match(
      `(?:Frau|Herrn?|Mr|Mrs|Ms|Mme|Madame|Monsieur|Señora?|Sra|Sr)\\.? (?:(?:Dr|Prof)\\.? )*(${name})`,
      text,
    )?.[1] ?? '',
  );
  const subject = trimmed(
    match(
      `(?:^|\\s)(${name}) (?:still |also |now )?(?:owes?|has|have|hasn't|haven't|did|didn't|wants?|will|needs?|gets?|signs?|does|makes?|designs?|should|must|refuses?|schuldet|hat|will|soll|doit|veut|debe|quiere)(?![\\p{L}])`,
      text,
    )?.[1] ?? '',
  );
  const person = all.find((one) => one !== ours && /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(one));
  return {
    us: ours,
    them:
      (explicit && isName(trimmed(explicit[1] ?? '')) ? trimmed(explicit[1] ?? '') : null) ??
      (led[0]?.includes(' ') ? led[0] : company) ??
      (isName(addressed) ? addressed : null) ??
      (isName(subject) && subject !== ours ? subject : null) ??
      person ??
      led[0] ??
      all.find((one) => one !== ours && one.includes(' ') && text.includes(`: ${one},`)) ??
      null,
    all,
  };
}

const sides: Record<string, string> = {
  assignee: 'buyer|assignee|new owner|erwerber|käufer|acheteur|comprador',
  assignor: 'author|assignor|seller|maker|urheber(?:in)?|verkäufer|auteur|vendeur|autora?',
  buyer: 'buyer|customer|client|bill to|kunde|kundin|cliente?',
  client: 'client|customer|kunde|kundin|auftraggeber(?:in)?|cliente',
  contractor: 'contractor|freelancer|supplier|auftragnehmer(?:in)?|prestataire|autónomo',
  contributor: 'contributor',
  controller:
    'controller|publisher|operator|company|verantwortlicher?|betreiber|responsable|éditeur|responsable del tratamiento',
  customer: 'customer|client|kunde|kundin|cliente?',
  debtor: 'debtor|customer|client|schuldner(?:in)?|kunde|kundin|cliente?',
  employer: 'employer|arbeitgeber|employeur|empleador',
  operator: 'operator|publisher|owner|company|betreiber|éditeur|exploitant',
  person: 'candidate|employee|kandidat(?:in)?|candidate?|candidat[oa]',
  processor: 'processor|auftragsverarbeiter|sous-traitant|encargado',
  project: 'foundation|maintainer',
  provider: 'provider|anbieter|fournisseur|proveedor',
  recipient: 'recipient|receiver|empfänger(?:in)?|destinataire|destinatario',
  discloser: 'discloser',
  seller: 'seller|supplier|verkäufer|vendeur|vendedor',
  sender: 'sender|absender(?:in)?|expéditeur|remitente',
  supplier: 'supplier|contractor|agency|auftragnehmer(?:in)?|lieferant(?:in)?|agentur|prestataire|proveedor',
};

/** How a side of a paper is called in a request, as a pattern; null where nobody would name it so. */
export const calledAs = (side: string): string | null => sides[side] ?? null;

/** The side that a request names by its part in the paper: "supplier Loop & Lattice", "Cloverfield School (controller)". */
export function namedAs(side: string, { text }: Pick<Stated, 'text'>): string | null {
  const words = sides[side]?.replace(
    /(^|\|)(\p{Ll})/gu,
    (_, bar: string, letter: string) => `${bar}[${letter.toUpperCase()}${letter}]`,
  );
  if (!words) return null;
  const found = trimmed(
    match(`(?<!\\p{L})(?:${words})(?: is| will be| ist| est| es|:|,| =)? (${name})`, text)?.[1] ??
      match(`(${name}),? \\((?:the |der |le |el )?(?:${words})\\)`, text)?.[1] ??
      '',
  );
  return isName(found) ? found : null;
}

const people = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(\p{Lu}[\p{L}'-]*(?: (?:van|von|de|der|del|da|dos|bin|al|\p{Lu}[\p{L}'-]*))*),? ?(?:\(|has |gets |holds |takes |with |-|:|=|hält |bekommt )?(\d{1,3}(?:[.,]\d)?) ?(?:%|percent|prozent|pour cent)`,
  'gu',
);

/** Who holds how much: "Ola Berg 40%, Sam Ito 35%". Two names with "55/45" are read in their order. */
export function sharesIn(facts: Pick<Stated, 'text'>): { name: string; share: string | null }[] {
  const { text } = facts;
  const stated = [...text.matchAll(people)]
    .map(([, who, share]) => ({ name: trimmed(who ?? ''), share: (share ?? '').replace(',', '.') }))
    .filter(({ name: who }) => isName(who));
  const { all, us: ours, them: theirs } = namesIn(facts);
  const inFull = (who: string) => all.find((one) => one.startsWith(`${who} `)) ?? who;
  if (stated.length > 1) return stated.map(({ name: who, share }) => ({ name: inFull(who), share }));
  const split = /(?<![\d/.])(\d{2}) ?[/:-] ?(\d{2})(?: ?[/:-] ?(\d{2}))?(?![\d/.])/.exec(text);
  const persons = all
    .flatMap((one) => one.split(' & '))
    .filter(
      (one) => /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)+$/u.test(one) && !pattern(` ${suffix}$`).test(one),
    );
  const shares = split?.slice(1).filter(Boolean) ?? [];
  const isCompany = isFirm(theirs ?? '');
  const named = ours && theirs && !isCompany && persons.length < 3 ? [ours, theirs] : persons;
  return shares.reduce((sum, one) => sum + Number(one), 0) === 100 && named.length === shares.length
    ? named.map((who, at) => ({ name: who, share: shares[at] ?? null }))
    : named.map((who) => ({ name: who, share: null }));
}

/** Who gives and who gets rights: "she signs it over to Emberline Ltd". */
export function handedOver(facts: Pick<Stated, 'text'>): { by: string; to: string } | null {
  const { text } = facts;
  const { all } = namesIn(facts);
  const to = trimmed(
    match(
      `(?:\\b(?:to|an|a|zugunsten)|à) (?:(?:the|my|our|us|die|der|la|el|le|company|firm|us,|me) ?){0,3}\\(?(${name})`,
      text,
    )?.[1] ?? '',
  );
  const buyer = namedAs('assignee', facts);
  const maker = namedAs('assignor', facts);
  if (buyer && maker) return { by: maker, to: buyer };
  const by = maker ?? all.find((one) => one !== to && !to.startsWith(one) && one.includes(' '));
  return isName(to) && by ? { by, to } : null;
}

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

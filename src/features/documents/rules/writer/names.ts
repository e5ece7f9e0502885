import type { Stated } from './facts.ts';

export interface Names {
  us: string | null;
  them: string | null;
  /** In the order they were said. */
  all: string[];
}

const suffix = String.raw`(?:Ltd|Limited|GmbH|UG|AG|KG|OHG|SE|Inc|LLC|LLP|Corp|Corporation|Co|PLC|plc|SARL|SAS|SA|SL|SLU|BV|NV|AS|AB|ApS|Oy|Pty|SpA|Srl|SRL)\b\.?`;
const word = String.raw`(?:\p{Lu}[\p{L}\p{N}'-]*|\p{Lu}\.|&|\+|\d+(?:\.\d+)*)`;
const name = String.raw`(?:\p{Lu}[\p{L}\p{N}'-]*(?: (?:of |de |van |von |del |la )?${word}){0,4}(?: (?:plc|e\.V\.|eG)\b)?)`;

// Capitalised without being anybody's name; German nouns of the trade as well.
const notNames =
  /^(?:I|Hi|Hello|Hey|So|Me|And|But|Need|Our|Umbrella|We|He|She|They|It|My|Our|The|This|A|An|NDA|DPA|SOW|MSA|SOP|CLA|GDPR|VAT|API|App|PDF|README|URL|EUR|USD|GBP|CHF|CAD|AUD|SaaS|LinkedIn|TypeScript|JavaScript|Node|Please|Make|Write|Draft|Create|Law|Courts?|Contract|Invoice|Freelance|Agreement|Quote|Irish|English|German|French|Dutch|Scottish|Spanish|Swiss|Italian|American|British|England|Scotland|Ireland|Germany|France|Delaware|California|New York|Ontario|Netherlands|Spain|January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|Mai|Juni|Juli|Oktober|Dezember|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Euro|Euros|Prozent|Tage|Jahre|Monate|Wochen|Rechnung|Vertrag|Vertrags|Webdesign|Recht|Frist|Angebot|Mahnung|Ich|Wir|Und|Non|Job|SOP|Web|Website|Entwicklung)$/u;

const isName = (text: string): boolean => {
  const first = text.split(' ')[0] ?? '';
  return text.length > 1 && !notNames.test(first) && !notNames.test(text) && !/^(?:INV|R|Q)-?\d/.test(text);
};

const us = String.raw`(?:\b[Ww]e are|\b[Ww]e're|\b[Ww]e,|\bI am|\bI'm|\b[Mm]y company(?: is|,)?|\b[Oo]ur company(?: is|,)?|\b[Ww]ir sind|\b[Nn]ous sommes|\b[Ss]omos)`;
const them = String.raw`(?:\b(?:[Ww]ith|[Mm]it|[Aa]vec|[Cc]on|[Tt]o|[Aa]n|[Ff]or|[Ff]ür|[Pp]our|[Pp]ara|[Cc]lient|[Cc]ustomer|[Cc]ontractor,?|[Cc]alled|[Nn]amed|[Hh]ire|[Ee]ngage|[Ii]nvoice|[Bb]ill|[Rr]emind|[Aa]dvise|ist|[Ff]rom|[Dd]eveloper|[Ss]ervers,|over to))`;

const match = (source: string, text: string): RegExpExecArray | null => new RegExp(source, 'u').exec(text);

/** Whose names a request holds, and who of them writes it. */
export function namesIn({ text }: Pick<Stated, 'text'>): Names {
  const all = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}.@])${name}(?: ${suffix})?`, 'gu'))]
    .map(([found]) => trimmed(found))
    .filter(isName);
  const own = trimmed(
    match(`${us} (?:an? [a-z]+ )?(${name})`, text)?.[1] ??
      match(
        `\\b(?:us|me|ourselves|my company|our company|uns|nous|nosotros)(?: \\(|, | ?[:=] ?)(${name})`,
        text,
      )?.[1] ??
      '',
  );
  const pair = match(
    `(?:[Bb]etween|[Zz]wischen|[Ee]ntre)(?:,? (?:the|our|two|[a-z]+),?){0,3} (${name})(?: \\([^)]*\\)|,[^,]{0,60},|,)? (?:and|und|et|y|&) (?:(?:the|a|an|our|named|called|[a-z]+) ){0,5}(${name})`,
    text,
  );
  if (pair) return { us: trimmed(pair[1] ?? ''), them: trimmed(pair[2] ?? ''), all };
  const fromTo = match(
    `\\b[Ff]rom (?:[a-z]+ ){0,3}(${name}) to (?:us,? \\(?|our company,? \\(?|the [a-z]+ )?(${name})`,
    text,
  );
  if (fromTo && /assign|transfer|rights|disclos|share/i.test(text))
    return { us: trimmed(fromTo[1] ?? ''), them: trimmed(fromTo[2] ?? ''), all };
  const started = match(`(?:^|[.!?,] )(${name}) (?:and|&|und|et|y) (${name})(?=[,.]|$)`, text);
  if (started && isName(trimmed(started[1] ?? '')))
    return { us: trimmed(started[1] ?? ''), them: trimmed(started[2] ?? ''), all };
  const ours = isName(own) ? own : null;
  const explicit = match(
    `\\b(?:[Cc]lient|[Cc]ustomer|[Cc]ontractor|[Rr]ecipient|[Dd]ebtor|[Tt]hem|[Oo]ther (?:side|party))(?: is|:| ?=)? (${name})`,
    text,
  );
  const led = [
    ...text.matchAll(
      new RegExp(
        `${them} (?:(?:our|my|the|a|an|client|customer|contractor|freelance[r]?|developer|designer) ){0,3}(${name})`,
        'gu',
      ),
    ),
  ]
    .map((found) => trimmed(found[1] ?? ''))
    .filter((one) => isName(one) && one !== ours);
  const company = all.find((one) => one !== ours && new RegExp(` ${suffix}$`, 'u').test(one));
  const person = all.find((one) => one !== ours && /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(one));
  return {
    us: ours,
    them:
      (explicit && isName(trimmed(explicit[1] ?? '')) ? trimmed(explicit[1] ?? '') : null) ??
      (led[0]?.includes(' ') ? led[0] : (company ?? led[0])) ??
      person ??
      null,
    all,
  };
}

/** How somebody is addressed, or called for short, before the name; a sentence ends, a year or a law follows: no part of it. */
const trimmed = (found: string): string =>
  found
    .replace(
      /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Firma|Kundin|Kunde|Messrs|Madame|Monsieur|Unsere?[mnrs]?|Lieferant(?:in)?|Agentur|Auftragnehmer(?:in)?|Entwickler(?:in)?|Dienstleister|Mme|Mlle|M|Señora?|Sra|Sr|Don|Doña|Customer|Client|Company)\.? )+(?=\p{Lu})/u,
      '',
    )
    .replace(/ (?:\d+|I|We|She|He|They|Law|&|\+)$/u, '')
    .replace(/[.,'-]+$/u, '')
    .trim();

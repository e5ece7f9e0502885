import { folded } from './plain.ts';

/** As documents call them, and in words for one that does not offer them. */
const laws: [RegExp, string, string?][] = [
  [
    /\b(?:english law|england|(?<!new south )wales|inglaterra|angleterre|droit anglais|englisch\w* recht|ley inglesa|english courts?|british law|uk law)\b/,
    'england',
  ],
  [/\b(?:scot(?:tish|s|land)(?: law)?|ecosse|escocia|schottisch\w*)\b/, 'scotland'],
  [/\b(?:irish law|ireland|irland|irlande|irlanda|irish courts?|irisch\w*|droit irlandais)\b/, 'ireland'],
  [
    /\b(?:german law|germany|allemagne|alemania|german courts?|deutsch\w+ recht|deutschland|droit allemand|ley alemana)\b/,
    'germany',
  ],
  [
    /\b(?:dutch law|netherlands|niederlande|pays-bas|paises bajos|holanda|droit neerlandais|holland|niederlandisch\w* recht)\b/,
    'netherlands',
  ],
  [
    /\b(?:french law|law of france|france|frankreich|francia|ley francesa|french courts?|droit francais|franzosisch\w* recht)\b/,
    'france',
  ],
  [/\b(?:new york(?: state)?(?: law)?|ny law|law of ny)\b/, 'newyork'],
  [/\b(?:delaware(?: law)?)\b/, 'delaware'],
  [/\b(?:california\w*(?: law)?)\b/, 'california'],
  [/\b(?:texas law|law of texas)\b/, 'texas', 'the State of Texas, United States'],
  [/\b(?:spanish law|derecho espanol|ley espanola|spanisch\w* recht)\b/, 'spain', 'Spain'],
  [/\b(?:ontario(?: law)?)\b/, 'ontario'],
  [/\b(?:new south wales|australian law)\b/, 'australia'],
];
const elsewhere: [RegExp, string][] = [
  [/\b(?:swiss law|schweizer recht|droit suisse)\b/, 'Switzerland'],
  [/\b(?:austrian law|osterreichisch\w* recht)\b/, 'Austria'],
  [/\b(?:italian law)\b/, 'Italy'],
  [/\b(?:indian law|law of india)\b/, 'India'],
];

/** The law that shall hold, as a choice of the documents, or the name of another place. */
export function lawIn(text: string): { listed: string | null; other: string | null } {
  const low = folded(text);
  const near = /.{0,30}\b(?:law|recht|droit|ley|derecho)\b.{0,34}/.exec(low)?.[0];
  for (const where of near ? [near, low] : [low]) {
    const known = laws.find(([pattern]) => pattern.test(where));
    if (known) return { listed: known[1], other: known[2] ?? null };
    const other = elsewhere.find(([pattern]) => pattern.test(where))?.[1] ?? null;
    if (other) return { listed: null, other };
  }
  return { listed: null, other: null };
}

import { pattern } from './plain.ts';

/** What is spoken rather than written, put as the rules read it: numbers in words, slips put right in the same breath, shouting. */

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const value: Record<string, number> = {};
ones.forEach((word, at) => (value[word] = at));
tens.forEach((word, at) => (value[word] = (at + 2) * 10));
// Of other languages only whole words that stand before a unit.
const foreign: Record<number, string> = {
  1: 'ein eine einem einen einer un une uno una',
  2: 'zwei deux dos',
  3: 'drei trois tres',
  4: 'vier quatre cuatro',
  5: 'fünf cinq cinco',
  6: 'sechs seis',
  7: 'sieben sept siete',
  8: 'acht huit ocho',
  9: 'neun neuf nueve',
  10: 'zehn dix diez',
  12: 'zwölf douze doce',
  14: 'vierzehn quatorze catorce',
  15: 'fünfzehn quinze quince',
  18: 'achtzehn dieciocho',
  20: 'zwanzig vingt veinte',
  24: 'vierundzwanzig',
  30: 'dreißig dreissig trente treinta',
  45: 'fünfundvierzig',
  60: 'sechzig soixante sesenta',
  90: 'neunzig noventa',
};
const foreignValue: Record<string, number> = {};
for (const [number, words] of Object.entries(foreign))
  for (const word of words.split(' ')) foreignValue[word] = Number(number);

const scale: Record<string, number> = { hundred: 100, thousand: 1000 };
const english = [...Object.keys(value), ...Object.keys(scale)].join('|');
const spokenNumber = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:an? (?=hundred|thousand))?(?:${english})(?:(?:[ -]| and )(?:${english}))*|\\d{1,3} (?:hundred|thousand))(?![\\p{L}\\p{N}])`,
  'giu',
);
const counted =
  /^[ -](?:(?:per ?cent|prozent|us|canadian|australian|business|working|full|whole|us-|gross|spot) ?)*(?:dollars?|euros?|pounds?|quid|bucks|francs?|franken|kronor|usd|eur|gbp|chf|hours?|hrs?|days?|weeks?|months?|mths?|years?|yrs?|an hour|per|%|users?|seats?|people|pages?|units?|pieces?|rounds?|minutes?|tagen?|wochen?|monaten?|jahren?|stunden|jours?|semaines?|mois|ans?|heures|días?|semanas?|mes(?:es)?|años?|horas)\b/iu;

function inFigures(words: string): number {
  let whole = 0;
  let part = 0;
  for (const word of words.toLowerCase().split(/[ -]|and /)) {
    const times = scale[word];
    if (times === 100) part = (part || 1) * 100;
    else if (times) {
      whole += (part || 1) * times;
      part = 0;
    } else part += value[word] ?? (Number(word) || 0);
  }
  return whole + part;
}

const halves: [RegExp, string][] = [
  [
    /\bhalf(?: (?:of )?(?:it|that|this|the (?:\w+ )?(?:fee|price|money|total|sum|amount)))?(?= (?:(?:is |to be |gets )?(?:paid |due )?(?:up ?front|at the start|to start|at signing)|in advance|now|first|before|on signing|as (?:a )?deposit|deposit))/gi,
    '50 %',
  ],
  [
    /\b(?:a|one) third(?= (?:up ?front|in advance|now|before|on signing|as (?:a )?deposit|deposit))/gi,
    '33 %',
  ],
  [
    /\b(?:a|one) quarter(?= (?:up ?front|in advance|now|before|on signing|as (?:a )?deposit|deposit))/gi,
    '25 %',
  ],
  [
    /\bla moitié (?=à la commande|d'avance|à la signature)|\bla mitad (?=por adelantado|de anticipo)/gi,
    '50 % ',
  ],
  [
    /\bun tiers (?=à la commande|d'avance|à la signature)|\bein drittel (?=bei|als anzahlung|im voraus)/gi,
    '33 % ',
  ],
  [/\bdie hälfte (?=bei|als anzahlung|vorab|im voraus)/gi, '50 % '],
];

/** "The lease... no, the support contract", "9 euros, sorry, 10": what was taken back goes. */
const takenBack =
  /(?:\b(?:the|an?|our|my|this) (?:\p{L}+ ){0,2}\p{L}+|[$€£]? ?\d[\d.,]*(?: ?(?:[$€£%]|\p{L}+))?|\p{L}+)(?:\.{2,3}|,| -)? (?:no,? sorry,?|no,? wait,?|no,? (?=the |our |my |an? )|sorry,?|scratch that,?|correction:?|nein,? doch|pardon,?) ?(?=\p{L}|\d|[$€£])/giu;
const saidAnew = /(?<=^|[,;:.(\n])[^,;:.(\n]{1,60}?(?:\.{2,3}|,| lol| -)? \bi mean (?=\p{L}|\d|[$€£])/giu;

/** A request in capitals alone says no names by its capitals: each word then begins with one, but for the words of the trade. */
function quietly(text: string): string {
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  if (letters.length < 20 || capitals.length < letters.length * 0.8) return text;
  return text.replace(/\p{Lu}{2,}/gu, (word) =>
    trade.test(word)
      ? word.toLowerCase()
      : short.test(word)
        ? word
        : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
const short = /^(?:USD|EUR|GBP|CHF|CAD|AUD|NDA|SOW|MSA|DPA|CLA|SOP|LLC|LLP|VAT|SLA|UG|AG|KG|SA|BV)$/;
const trade =
  /^(?:need|want|please|make|write|draft|send|contracts?|agreements?|invoice|bill|quote|offer|letter|proposal|reminder|notice|policy|terms|for|with|to|from|the|an|and|or|of|in|on|at|by|until|per|our|my|we|is|are|will|who|he|she|they|it|this|that|not|no|due|days?|weeks?|months?|years?|hours?|an|hourly|starts?|starting|ends?|pay|paid|fixed|price|rate|law|developer|designer|bookkeeper|freelancer?|consultant|contractor|photographer|writer|editor|translator|plumber|client|customer|one|two|three|four|five|six|seven|eight|nine|ten|euros?|dollars?|pounds?|between|mutual|both|sides|ein|eine|für|mit|und|der|die|das|rechnung|vertrag|angebot|bitte)$/i;

const days =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const dayInWords = new RegExp(
  `\\b(${days.join('|')}) of (?=jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`,
  'gi',
);

export function spoken(text: string): string {
  let said = quietly(text).replace(saidAnew, '').replace(takenBack, '');
  for (const [words, by] of halves) said = said.replace(words, by);
  said = said.replace(spokenNumber, (words: string, at: number, all: string) => {
    const after = all.slice(at + words.length, at + words.length + 30);
    const isCounted = counted.test(after);
    const many = words.trim().split(/[ -]/).length > 1;
    return isCounted || (many && /hundred|thousand/i.test(words)) ? String(inFigures(words)) : words;
  });
  said = said.replace(
    pattern(`(?<![\\p{L}\\p{N}-])(${Object.keys(foreignValue).join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
    (word: string, _: string, at: number, all: string) =>
      counted.test(all.slice(at + word.length, at + word.length + 30))
        ? String(foreignValue[word.toLowerCase()])
        : word,
  );
  return said
    .replace(dayInWords, (_, word: string) => `${days.indexOf(word.toLowerCase()) + 1} `)
    .replace(/\b(\d{1,3}(?:[.,]\d{1,2})?) ?grand\b/gi, '$1k')
    .replace(/\b(?:half a year|ein halbes jahr|medio año|un semestre|half-year)\b/gi, '6 months')
    .replace(
      /\b(?:a year and a half|(?:one|1) and a half years|anderthalb jahre|un an et demi|año y medio)\b/gi,
      '18 months',
    )
    .replace(/\ba couple of (?=days|weeks|months|years)/gi, '2 ')
    .replace(/\b(?:a |an |in a )?fortnight\b/gi, '14 days')
    .replace(/\bnet (\d{2})\b(?! ?(?:days|[$€£]))/gi, 'payable within $1 days');
}

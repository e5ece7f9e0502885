import type { Field } from '../template/template.ts';
import { currencyNamed, type Money, type Stated } from './facts.ts';
import type { Put, Said } from './said.ts';

const hourly =
  /^ ?(?:\/|per|an|a|pro|par|por|die|de|l')? ?(?:l')?(?:h\b|hr\b|ph\b|hour|stunde|heure|hora|hourly)/;
const daily =
  /^ ?(?:\/|per|a|each|pro|am|par|por|al|le|el)? ?(?:working |booked )?(?:day\b|daily|tag\b|jour\b|dia\b)/;
const dailyBefore =
  /\b(?:day rate|daily(?: rate| fee)?|tagessatz|(?:taux|tarif) journalier|tarifa (?:diaria|por dia))[^.;]{0,16}$/;
const ceiling =
  /\b(?:up to|not more than|no more than|at most|max(?:imum)?(?: of)?|capped at|ceiling of|hochstens|jusqu'a)[^.;,]{0,12}$/;

/** What is paid, for what, for how long, and what of it when. */
export function money(fields: Map<string, Field>, facts: Stated, put: Put): void {
  const { money: said, percents, low } = facts;
  const extra = said.find((one) =>
    /\b(?:extra|additional|further|more|over(?:age|time)?|zusatzlich\w*|supplementaires?|adicional\w*)\b[^.;,]{0,16}$/.test(
      one.before,
    ),
  );
  put('extra', extra?.value.amount);
  const liable = said.find((one) => /(?:liab\w*|haftung\w*|responsab\w+)\b[^.;]{0,40}$/.test(one.before));
  if (liable) put('general', 'sum');
  put('generalSum', liable?.value.amount);
  put(
    'cover',
    said.find((one) => /(?:insur\w*|cover\w*|versicher\w*|assurance|seguro)\b[^.;,]{0,30}$/.test(one.before))
      ?.value.amount,
  );
  const caps = said.filter((one) => one !== liable && ceiling.test(one.before));
  const perHour = said.filter(
    (one) =>
      !caps.includes(one) &&
      one !== extra &&
      (hourly.test(one.after) || /\b(?:hourly|stundensatz|tarifa|taux horaire)[^.;]{0,16}$/.test(one.before)),
  );
  const ways = fields.get('billing')?.kind;
  const offers = (way: string) => ways?.type === 'choice' && ways.options.some(({ value }) => value === way);
  const perDay = said.filter(
    (one) =>
      offers('day') &&
      !caps.includes(one) &&
      one !== extra &&
      one !== liable &&
      (daily.test(one.after) || dailyBefore.test(one.before)),
  );
  const total = said.filter(
    ({ after }) =>
      !/^ ?(?:per|a|each|pro|par|por) ?(?:head|user|seat|person|employee|nutzer|kopf|tete|utilisateur|usuario)\b/.test(
        after,
      ),
  );
  const main =
    (total.length > 0 ? total : said).find(
      (one) =>
        one !== extra &&
        one !== liable &&
        !caps.includes(one) &&
        !perHour.includes(one) &&
        !perDay.includes(one),
    ) ?? null;
  const rate = perHour[0] ?? perDay[0] ?? null;
  const isDaily = perHour.length === 0 && perDay.length > 0;
  put('currency', (rate ?? main ?? caps[0])?.value.currency);
  put('currency', said.find(({ value }) => value.currency)?.value.currency ?? currencyNamed(low));
  const isHourly = rate !== null || (/\bhourly\b|by the hour/.test(low) && main === null);
  const isMilestones = /milestones?|meilensteine?|jalons?|hitos?/.test(low);
  const paidBy = (): string => {
    if (isDaily) return 'day';
    if (isHourly) return 'hour';
    return offers('month') && perOf(main) === 'month' ? 'month' : 'fixed';
  };
  if (rate ?? main ?? isHourly)
    put('billing', isMilestones && fields.has('milestones') ? 'milestone' : paidBy());
  else if (isMilestones) put('billing', 'milestone');
  put('rate', rate?.value.amount);
  put('cap', caps[0]?.value.amount);
  if (main && !isHourly && !(isMilestones && fields.has('milestones'))) put('fee', main.value.amount);
  if (fields.has('works') && /\b(?:shares?|equity|stake)\b/.test(low)) put('paid', 'shares');
  put('price', (main ?? rate)?.value.amount);
  put('amount', main?.value.amount);
  put('pay', (main ?? rate)?.value.amount);
  const per = perOf(rate ?? main);
  put('per', per);
  put('period', per);
  put('estimate', facts.counts[0]?.value);
  put(
    'deposit',
    percents.find(({ before, after }) =>
      /deposit|upfront|up front|advance|anzahlung|vorab|im voraus|acompte|a la commande|a la firma|anticipo|adelantado|al empezar|al inicio|au demarrage|zu beginn|bei beginn|bei auftrag|when (?:we|work|i) (?:start|begin)|at (?:the )?start|on order|\bfirst\b|before (?:\w+ )?(?:start|begin)\w*|now\b/.test(
        `${before.slice(-24)} ${after.slice(0, 24)}`,
      ),
    )?.value,
  );
  put(
    'taxRate',
    percents.find(({ before, after }) =>
      /\b(?:vat|tax|mwst|mehrwertsteuer|umsatzsteuer|ust|tva|iva|gst|moms|btw)\b/.test(
        `${before.slice(-10)} ${after.slice(0, 16)}`,
      ),
    )?.value,
  );
}

const perWords: [word: string, pattern: RegExp][] = [
  ['hour', hourly],
  [
    'month',
    /^ ?(?:\/|per|an?|im|pro|par|por|al|each|every)? ?(?:gross )?(?:months?\b|monthly|mo\b|monatlich|mensuel|monat|mois|mes\b|mensual)/,
  ],
  [
    'year',
    /^ ?(?:\/|per|an?|im|pro|par|por|al|each|every|gross|brutto)? ?(?:gross )?(?:yr\b|years?\b|yearly|annual|annum|p\.a|jahr|ans?\b|ano)/,
  ],
];

/** For how long an amount pays. */
const perOf = (price: Said<Money> | null): string | null =>
  price === null
    ? null
    : (perWords.find(([, pattern]) => pattern.test(price.after))?.[0] ??
      (/\b(?:yearly|annual(?:ly)?|per year|every year|jahrlich|annuel\w*|anual\w*)\b[^.;,\d]{0,16}$/.test(
        price.before,
      )
        ? 'year'
        : /\b(?:monthly|per month|every month|monatlich|mensuel\w*|mensual\w*)\b[^.;,\d]{0,16}$/.test(
              price.before,
            )
          ? 'month'
          : null));

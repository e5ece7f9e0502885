import { allFields, type Field, type Template } from '../template.ts';
import { type Answers, readAnswer } from '../values.ts';
import { currencyNamed, type Money, type Said, type Stated } from './facts.ts';
import { addressOf, officeIn } from './addresses.ts';
import { briefFacts } from './brief.ts';
import { besideTheirWord } from './figures.ts';
import { kindWords } from './kind-words.ts';
import { handedOver, namedAs, namesIn, sharesIn, speaksFor } from './names.ts';
import { dateWords, durationWords, workIn } from './phrases.ts';
import { worded } from './labels.ts';
import { wishes } from './wishes.ts';
import { rowsIn } from './rows.ts';
import { references } from './references.ts';
import { courtsIn, lawIn } from './places.ts';
import { subjectFacts } from './subject.ts';

/** The answers that a request states, for the questions of one document; nothing is guessed. */
export function fill(template: Template, facts: Stated): Answers {
  const fields = new Map(allFields(template).map((field) => [field.name, field]));
  const found: Record<string, unknown> = {};
  const put = (name: string, value: unknown) => {
    const field = fields.get(name);
    if (!field || value === null || value === undefined || name in found) return;
    const read = readAnswer(field.kind, value);
    if (read.ok && read.value !== undefined) found[name] = value;
  };
  parties(template, facts, put);
  money(fields, facts, put);
  durations(template, facts, put);
  dates(fields, facts, put);
  const mail = facts.mails[0]?.value;
  const keeper = /[Cc]onta(?:ct|cto|kt)(?: is|:)? (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)+),? (?=\S+@)/u.exec(
    facts.text,
  )?.[1];
  put('contact', mail && keeper && `${keeper}, ${mail}`);
  for (const name of ['mail', 'contact']) put(name, mail);
  const law = lawIn(facts.text);
  if (law.listed) put('law', law.listed);
  else put('law', law.other);
  put('office', officeIn(facts.text));
  put('place', courtsIn(facts.text));
  for (const [field, answer, pattern] of wishes) {
    const type = fields.get(field)?.kind.type;
    if ((type === 'choice' || type === 'yesno') && pattern.test(facts.low)) put(field, answer);
  }
  if (fields.has('kind') && fields.has('breach')) {
    const isBreach =
      /breach|\bbroke\b|\bbroken\b|for cause|\bnot (?:delivered|paid|performed|done)|has(?:n't| not) delivered|never (?:came|delivered)|leaked|failed to|missed|verletz|manquement|incumpl/.exec(
        facts.low,
      );
    put(
      'kind',
      isBreach ? 'breach' : facts.durations.length > 0 || /notice/.test(facts.low) ? 'notice' : null,
    );
  }
  for (const [name, value] of worded(fields.values(), facts.text))
    if (name !== 'goal' || !fields.has('supplier')) put(name, value);
  const work = workIn(facts);
  for (const name of ['services', 'goal', 'scope', 'deliverable', 'project'])
    if (name !== 'goal' || fields.has('supplier'))
      put(
        name,
        name === 'project'
          ? (work?.replace(/ (?:for|für|pour|para) \p{Lu}.*$/u, '').slice(0, 120) ?? null)
          : sentence(work),
      );
  put('contract', capital(titleOf(facts.text)));
  put('mainTitle', capital(titleOf(facts.text)));
  for (const [name, value] of Object.entries(references(facts))) put(name, value);
  for (const told of [briefFacts(facts, template.slug), subjectFacts(facts)])
    for (const [name, value] of Object.entries(told)) put(name, value);
  for (const [name, value] of besideTheirWord(fields.values(), facts, (open) => !(open in found)))
    put(name, value);
  return found;
}

/** The contract that is spoken of, by what people call it. */
const titleOf = (text: string): string | null =>
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

type Put = (name: string, value: unknown) => void;

const capital = (text: string | null): string | null => text && text.charAt(0).toUpperCase() + text.slice(1);

const sentence = (text: string | null): string | null =>
  text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function parties(template: Template, facts: Stated, put: Put): void {
  const sides = allFields(template)
    .filter(({ kind }) => kind.type === 'party')
    .map(({ name }) => name);
  if (sides.length === 0) return;
  const kind = kindWords.find(({ slug }) => slug === template.slug);
  let ours = kind?.us && sides.includes(kind.us) ? kind.us : sides[0];
  let theirs = kind?.them && sides.includes(kind.them) ? kind.them : sides.find((side) => side !== ours);
  const turned = [weDoTheWork, weReceive, weProcess];
  if (turned.some((isTurned) => isTurned(template.slug, facts.low))) [ours, theirs] = [theirs, ours];
  const names = namesIn(facts);
  if (template.slug === 'founder-agreement') return founders(facts, put);
  const handed = template.slug === 'ip-assignment' ? handedOver(facts) : null;
  if (handed) {
    put('assignor', party(handed.by));
    put('assignee', party(handed.to));
    return;
  }
  const mail = facts.mails[0]?.value;
  const alone = theirs === undefined ? names.them : null;
  const placed = (said: string) => {
    const company = isPerson(said) ? speaksFor(said, facts) : null;
    const name = company ?? said;
    const address = addressOf(name, facts.text);
    return { ...party(name), ...(company && { representative: said }), ...(address && { address }) };
  };
  for (const side of sides) {
    const name = namedAs(side, facts);
    if (name) put(side, { ...placed(name), ...(side === theirs && mail && { email: mail }) });
  }
  if (ours && (names.us ?? alone)) put(ours, placed(names.us ?? alone ?? ''));
  if (theirs && names.them) put(theirs, { ...placed(names.them), ...(mail && { email: mail }) });
}

const party = (name: string) => ({ name, ...(isPerson(name) && { kind: 'person' }) });

function founders(facts: Stated, put: Put): void {
  const { us } = namesIn(facts);
  const held = sharesIn(facts)
    .slice(0, 4)
    .sort((a, b) => Number(b.name === us) - Number(a.name === us));
  const letters = ['A', 'B', 'C', 'D'];
  held.forEach(({ name, share }, at) => {
    put((letters[at] ?? '').toLowerCase(), party(name));
    put(`share${letters[at]}`, share);
  });
  put(
    'company',
    /\b(?:starting|founding|start|found|building|gründen|company|firma|startup|startup called|called|named|heißt|of) (?:a company |a startup |up |the |called |named |heißt |is )*(\p{Lu}[\p{L}\p{N}&-]*)/u.exec(
      facts.text,
    )?.[1],
  );
  const { percents, low, money: said } = facts;
  const mine = /\b(?:i|ich|je|yo) (?:take|get|hold|keep|have|own|bekomme|halte|prends|tengo) (\d{2})\b/.exec(
    low,
  )?.[1];
  const theirs =
    /\b(?:he|she|they|er|sie|il|elle|ella) (?:takes?|gets?|holds?|keeps?|has|have|owns?|bekommt|hat|prend|tiene) (\d{2})\b/.exec(
      low,
    )?.[1];
  if (mine && theirs) {
    put('shareA', mine);
    put('shareB', theirs);
  }
  const equal = /\b(?:each|equal\w*|je|jeder|chacun|cada un[oa]|fifty[- ]fifty|half each|gleich\w*)\b/.test(
    low,
  );
  const half = percents.find(
    ({ value, before, after }) =>
      Number(value) * held.length === 100 &&
      /\b(?:each|je|jeder|chacun|cada)\b/.test(before.slice(-12) + after.slice(0, 14)),
  )?.value;
  held.forEach((_, at) => put(`share${letters[at]}`, half ?? (equal && held.length === 2 ? '50' : null)));
  put(
    'money',
    said.find(
      ({ before, after }) =>
        /\b(?:puts?|pays?|invests?|brings?|jeder|zahlt|apporte|aporta|each)\b[^.;]{0,14}$/.test(before) ||
        /^ ?(?:each|in\b|ein\b|je\b|chacun)/.test(after),
    )?.value.amount,
  );
  put('currency', said[0]?.value.currency);
  put('founders', ['two', 'three', 'four'][held.length - 2]);
}

const isPerson = (name: string): boolean =>
  /^\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{Ll}'-]+$/u.test(name) &&
  !/\b(?:Ltd|Limited|Inc|LLC|LLP|GmbH|AG|UG|SA|SAS|SARL|SL|BV|AS|AB|Oy|Corp|PLC|plc|SpA|Studio|Labs?|Media|Software|Digital|Bank|Group|Analytics|Systems|Industries|Foods|Clinics|Data|Apps|Company|Corp|Central|Nine|Agency|Solutions|Partners|One|Design|Consulting|Hosting|Cucina|Hotels?|Capital|Ventures|Studios|School|University|Foundation|Health|Energy|Motors|Services|Technologies|Works)\b/u.test(
    name,
  );

/** A contractor's agreement is asked for by either side. */
const weDoTheWork = (slug: string, low: string): boolean =>
  slug === 'contractor-agreement' &&
  /\b(?:i am|i'm) an? (?:\w+ )?(?:freelanc\w+|contractor|consultant|developer|designer)|\bmy client\b|\bpays? me\b|\bi (?:advise|build|design|develop|write|work for|will)\b|\bclient is\b|\bfor my (?:client|customer)\b/.test(
    low,
  );

const weReceive = (slug: string, low: string): boolean =>
  (slug === 'one-way-nda' &&
    /\b(?:they|he|she|client|customer) (?:shows?|shares?|discloses?|gives?)\b.{0,30}\b(?:us|me)\b/.test(
      low,
    )) ||
  (slug === 'ip-assignment' &&
    /\b(?:contractor|freelancer|developer|designer)\b.{0,40}\b(?:assign|own nothing)/.test(low) &&
    !/\bto \p{Lu}/u.test(low)) ||
  (slug === 'ip-assignment' && /\bbelongs? to (?:me|us)\b/.test(low));

/** Data are processed for a customer: then the customer decides about them. */
const weProcess = (slug: string, low: string): boolean =>
  slug === 'data-processing-agreement' &&
  /\b(?:our|my) (?:customer|client)\b|\bunser\w* kund\w+|\bnotre client|\bnuestro cliente|\bwe (?:process|store|host|handle)\b|\bwir (?:hosten|verarbeiten|speichern|betreiben)\b|\bnous\b.{0,30}\b(?:traitons|hebergeons|stockons)\b|\b(?:tratamos|alojamos|procesamos)\b|\bfor (?:our|my) (?:customer|client)s?\b/.test(
    low,
  );

const hourly =
  /^ ?(?:\/|per|an|a|pro|par|por|die|de|l')? ?(?:l')?(?:h\b|hr\b|ph\b|hour|stunde|heure|hora|hourly)/;
const daily = /^ ?(?:\/|per|a|pro|par|por)? ?(?:day|tag|jour|dia)\b/;
const ceiling =
  /\b(?:up to|not more than|no more than|at most|max(?:imum)?(?: of)?|capped at|ceiling of|hochstens|jusqu'a)[^.;,]{0,12}$/;

function money(fields: Map<string, Field>, facts: Stated, put: Put): void {
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
  const total = said.filter(
    ({ after }) =>
      !/^ ?(?:per|a|each|pro|par|por) ?(?:head|user|seat|person|employee|nutzer|kopf|tete|utilisateur|usuario)\b/.test(
        after,
      ),
  );
  const main =
    (total.length > 0 ? total : said).find(
      (one) => one !== extra && one !== liable && !caps.includes(one) && !perHour.includes(one),
    ) ?? null;
  const rate = perHour[0] ?? null;
  put('currency', (rate ?? main ?? caps[0])?.value.currency);
  put('currency', said.find(({ value }) => value.currency)?.value.currency ?? currencyNamed(low));
  const isHourly = rate !== null || (/\bhourly\b|by the hour/.test(low) && main === null);
  const isMilestones = /milestones?|meilensteine?|jalons?|hitos?/.test(low);
  if (rate ?? main ?? isHourly)
    put('billing', isMilestones && fields.has('milestones') ? 'milestone' : isHourly ? 'hour' : 'fixed');
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
  lines(fields, facts, rate ?? main, put);
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

/** One line of an invoice, a quote or the options of a proposal. */
function lines(fields: Map<string, Field>, facts: Stated, price: Said<Money> | null, put: Put): void {
  const rows = rowsIn(facts);
  if (rows.length > 1) put('items', rows);
  if (!price) return;
  const perUnit =
    hourly.test(price.after) ||
    daily.test(price.after) ||
    /^ ?each/.test(price.after) ||
    /(?:\b(?:at|a|zu|je|de)|@) $/.test(price.before);
  const count = facts.counts.find(({ at }) => at !== price.at);
  const what = sentence(workIn(facts))?.replace(/\.$/, '') ?? thing(facts, count) ?? 'Services';
  put('items', [
    {
      description: what.slice(0, 180),
      quantity: perUnit && count ? count.value : '1',
      price: price.value.amount,
    },
  ]);
  if (fields.get('options')?.kind.type === 'list')
    put('options', [{ name: 'The project', content: what.slice(0, 180), price: price.value.amount }]);
}

function thing({ low }: Stated, count: Said<string> | undefined): string | null {
  if (!count) return null;
  const noun = low.slice(count.at, count.end).replace(/^\S+ /, '');
  const isTime = /^(?:hours?|hrs?|h|days?|months?|stunden|tage|heures|jours|horas|dias)$/.test(noun);
  return capital(
    isTime ? (/^ ?(?:of )?([a-z][a-z ]{2,40}?)(?= at| for| a |,|\.|$)/.exec(count.after)?.[1] ?? null) : noun,
  );
}

function durations(template: Template, { durations: said }: Stated, put: Put): void {
  const used = new Set<number>();
  const fields = new Set(allFields(template).map(({ name }) => name));
  for (const one of said) {
    for (const [names, before, after] of durationWords) {
      if (!before.test(one.before) && !after.test(one.after)) continue;
      if (!names.some((name) => fields.has(name))) continue;
      for (const name of names) put(name, one.value);
      used.add(one.at);
      break;
    }
  }
  const rest = said.find(({ at }) => !used.has(at));
  if (!rest) return;
  else if (template.slug === 'one-way-nda') put('secrecy', rest.value);
  else if (template.slug === 'payment-reminder') put('grace', rest.value);
  else if (fields.has('terms')) put('terms', rest.value);
  else if (fields.has('validity')) put('validity', rest.value);
  else if (
    template.slug === 'termination-notice' &&
    !/^ ?(?:late|ago)/.test(rest.after) &&
    !/breach|for $/.test(rest.before)
  )
    put('period', rest.value);
  else put('term', rest.value);
}

function dates(fields: Map<string, Field>, { dates: said, low }: Stated, put: Put): void {
  const left: string[] = [];
  for (const one of said) {
    if (/^ ?(?:agreement|contract|deal|vertrag|contrat)/.test(one.after)) put('contractDate', one.value);
    const names = dateWords.filter(([, before]) => before.test(one.before)).flatMap(([fields_]) => fields_);
    const name = names.find((candidate) => fields.has(candidate));
    if (name) put(name, one.value);
    else left.push(one.value);
    if (name === 'lastDay') put('ends', 'date');
  }
  const [first] = left;
  if (first)
    for (const name of ['day', 'start', 'effective', 'dueDate', ...(fields.has('version') ? ['issued'] : [])])
      if (
        fields.has(name) &&
        (name !== 'dueDate' || /due|fallig|echue|vencid|vencio|offen|since|owes?/.test(low))
      )
        put(name, first);
}

import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';
import { namesIn } from './names.ts';

const lead = String.raw`(?:(?:my|our|the|an?|new|open|source|library|app|tool|startup|project|product|software|version|\d+(?:\.\d+)+) ){0,6}`;
const thing = String.raw`(\p{Lu}[\p{L}\p{N}]*(?: \d+(?:\.\d+)*)?|[a-z]+[\p{N}\p{L}]*(?=,| a | \d|\.|$))`;

const capitals = String.raw`(\p{Lu}[\p{L}\p{N}&'-]*(?: \p{Lu}[\p{L}\p{N}&'-]*){0,2})`;

/** What a plan, a page or a report is about: the product, for whom, whose, who, when. */
export function subjectFacts(facts: Stated): Record<string, string | null> {
  const { text, low } = facts;
  const { all } = namesIn(facts);
  const role = roleIn(text);
  const company =
    match(
      pattern(
        `(?:^|[:.,] )${capitals} (?:is looking|looks|seeks|is hiring|sucht|cherche|busca|recherche)\\b`,
        'u',
      ),
      text,
    ) ??
    match(
      /\b(?:company(?: is| called| named|:)?|called|employer:?) ((?:\p{Lu}[\p{L}\p{N}&'-]*)(?: \p{Lu}[\p{L}\p{N}&'-]*){0,3})/u,
      text,
    ) ??
    match(/\bfounders?\b.{0,60}? of (\p{Lu}[\p{L}\p{N}&'-]*)/u, text) ??
    match(
      /\b(?:at|by|(?<!live )with|bei|chez) ((?:\p{Lu}[\p{L}\p{N}&'-]*)(?: \p{Lu}[\p{L}\p{N}&'-]*){0,3})/u,
      text,
    ) ??
    match(
      /(?:^|: )((?:\p{Lu}[\p{L}\p{N}&'-]*)(?: \p{Lu}[\p{L}\p{N}&'-]*){0,3}) (?:launches|announces|raises|raised|lance|annonce|lanza|anuncia|startet|bringt)/u,
      text,
    );
  const legal =
    all.find((one) =>
      /\b(?:Ltd|Limited|GmbH|UG|AG|KG|SE|Inc|LLC|LLP|PLC|plc|SARL|SAS|SA|SL|BV|NV|AS|AB|Oy)\b/.test(one),
    ) ?? null;
  const customer =
    match(
      pattern(
        `(?:^|[:.] )${capitals} (?:cut|cuts|doubled|saved|saves|increased|reduced|grew|tripled|halved|now)\\b`,
        'u',
      ),
      text,
    ) ??
    match(
      /\b(?:how|customer|client|with) ((?:\p{Lu}[\p{L}\p{N}&'-]*)(?: \p{Lu}[\p{L}\p{N}&'-]*){0,3})/u,
      text,
    );
  const person = match(
    /\b(?:developer|employee|hire|designer|manager|colleague|engineer|for|welcome) (\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/u,
    text,
  );
  const called = legal && (!company || legal.includes(company) || !company.includes(' ')) ? legal : company;
  return {
    product: productIn(text, [called, customer, person], all),
    audience: audienceIn(text),
    company: called,
    customer,
    person:
      person ??
      all.find((one) => one !== called && /^\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{L}'-]+$/u.test(one)) ??
      null,
    role:
      role ??
      match(
        /\b(?:new|our|an?) ((?!new )(?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+) \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
        text,
      )?.replace(/^new /, '') ??
      null,
    version: match(/\b(?:version |v)?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)\b(?! ?(?:€|\$|%|million|k\b))/u, text),
    topic:
      match(
        /\b(?:topic|subject|theme|thema|sujet|tema)(?: is|:| ist)? (?:the |our |das |der |die )?([\p{L}\p{N}][^,.;:]{2,100}?)(?=,|\.|;|$)/iu,
        text,
      ) ??
      match(
        /\b(?:about|announcing|for|on|of) ((?!\d|my |our blog)[a-z][^,.;:]{3,100}?)(?= on \d|,|\.|;|$)/u,
        text,
      ) ??
      match(/\b(?:the) ([a-z][^,.;:]{3,80}?)(?= on \d|,|\.|;|$)/u, text),
    price: facts.money[0]?.value.amount ?? null,
    currency: facts.money[0]?.value.currency ?? null,
    day: facts.dates[0]?.value ?? null,
    service: match(
      pattern(
        `\\b(?:[Aa]pp|[Tt]ool|[Ss]ite|[Ww]ebsite|[Pp]latform|[Pp]lattform|[Ss]hop|[Ss]ervice|application|called) ${capitals}`,
        'u',
      ),
      text,
    ),
    owner:
      match(
        /(?:^|[,.;] )(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:owns|is responsible|runs|leads|does) (?:it|this|for it|that)/u,
        text,
      ) ?? match(/\b(?:owner|owned by|responsible)(?: is|:)? (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)/u, text),
    buddy: match(/\b(?:buddy|mentor)(?: is|:| will be)? (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)/u, text),
    city: match(
      /\b(?:aus|from|in|de|à|based in) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?=,| (?:bringt|startet|lance|lanza|launch|annonce|announce))/u,
      text,
    ),
    licence: match(
      /(?<![\w-])(Apache(?: [Ll]icen[cs]e)?,?[- ]?(?:v|version )?2(?:\.0)?|MIT|BSD(?:-[23]-Clause)?|[AL]?GPL(?:v?-?[23](?:\.0)?)?|MPL[- ]?2(?:\.0)?|ISC|EPL-2\.0|Unlicense|CC0)(?![\w])/u,
      text,
    ),
    name: match(
      pattern(
        `\\b(?:project|library|into|to|for|of) (?:(?:our|the|open|source|my|corporate|contributors|to) )*${capitals}`,
        'u',
      ),
      text,
    ),
    channel:
      match(/\b(linkedin|instagram|facebook|tiktok|youtube|twitter|mastodon|bluesky)\b/i, text)
        ?.replace(/^linkedin$/i, 'LinkedIn')
        .replace(/^youtube$/i, 'YouTube')
        .replace(/^./, (first) => first.toUpperCase()) ?? null,
    remote: /\bremote\b/.test(low) ? 'yes' : null,
  };
}

const match = (by: RegExp, text: string): string | null => by.exec(text)?.[1]?.trim() ?? null;

function productIn(text: string, others: (string | null)[], all: string[]): string | null {
  const led = [
    pattern(
      String.raw`\b(?:launch(?:es|ed)?|go(?:es|ing)? live with|release of|releases?|using|with our tool|our tool|tool|called|named|project|library) ${lead}${thing}`,
      'u',
    ),
    pattern(
      String.raw`\b(?:that|for|of|in|sell|notes for|pitch for) ${lead}(\p{Lu}[\p{L}\p{N}]*(?: \d+(?:\.\d+)*)?|[a-z]+[a-z\p{N}]*(?=, an? | \d+\.\d))`,
      'u',
    ),
    pattern(String.raw`\bof ([a-z][a-z\p{N}]{3,})$`, 'u'),
  ];
  const notOthers = (name: string | null | undefined): name is string =>
    !!name &&
    !others.some((other) => other?.startsWith(name)) &&
    !/^(?:new|pricing|Node|TypeScript|Halden)$/.test(name);
  const quoted = match(/"([^"]{2,60})"/u, text);
  if (quoted) return quoted;
  const stated = match(
    pattern(
      `\\b(?:[Pp]rodu(?:ct|kt|it|cto)|Produktstart von|(?:\\p{Lu}\\p{L}*-)?[Ss]oftware)(?: (?:is|called|named|heißt|ist))?:? ${capitals}`,
      'u',
    ),
    text,
  );
  if (notOthers(stated)) return stated;
  const out = match(
    pattern(
      `\\b(?:bringt|startet|veröffentlicht|stellt)\\b[^;]{0,40}? ${capitals} (?:heraus|auf den Markt|vor|online)`,
      'u',
    ),
    text,
  );
  if (notOthers(out)) return out;
  for (const one of led) {
    const name = match(one, text);
    if (notOthers(name))
      return name.replace(/ \d+\.\d+$/, (version) => (/release notes|changelog/i.test(text) ? '' : version));
  }
  return all.find((name) => notOthers(name) && !name.includes(' ')) ?? null;
}

function audienceIn(text: string): string | null {
  const helped =
    match(/\bhelp(?:s|ing)? ((?:[\p{Ll}-]+ ){0,2}[\p{Ll}-]+s) (?:to )?[\p{Ll}]+/u, text) ??
    match(
      /(?:^|[,.;:] )((?:[\p{Ll}-]+ ){0,1}[\p{Ll}-]{3,}s) (?:keep|need|want|lose|struggle|can't|cannot|don't|forget|spend|miss)\b/u,
      text,
    );
  if (helped) return helped;
  const sold =
    match(
      /\b(?:sells?|selling|offers?|pitch(?:es|ing)?) (?:our )?[\p{L}\p{N}]+ to ((?:[\p{Ll}-]+ ){0,2}[\p{Ll}-]+s)\b/u,
      text,
    ) ??
    match(
      /\b(?:ask|asking|interview|interviewing|survey|talk to|talking to) ((?!questions|things)[\p{Ll}-]{4,}s)\b/u,
      text,
    );
  if (sold) return sold;
  const found = [
    ...text.matchAll(
      /\b(?:for|to|at|with|audience:?|target(?:ing)?:?|readers:?|users:?) ((?!my |our |an? |the |its |their |your )(?:[\p{L}-]+ ){0,2}(?:[\p{Ll}-]+s|\p{Lu}{2,4}s))(?=[,.;]|$| (?:about|who|that|on|in|from|how|at)\b)/gu,
    ),
  ].map((one) => one[1] ?? '');
  return (
    found.find(
      (words) =>
        !/\b(?:investors|angels|dollars|euros|pounds|hours|days|weeks|months|years|posts|tickets|talks|projects|rights|files|francs|terms)$/.test(
          words,
        ),
    ) ?? null
  );
}

// How trades end in the languages read; a word before may say of what.
const trade = String.raw`(?:[\p{L}-]+ ){0,3}?[\p{L}-]*(?:er|or|eer|ist|ian|ant|agent|cook|clerk|nurse|chef|barista|lead|officer|intern|head|scientist|analyst|driver|in|eur|euse|rice|ère|ora?|ero|era|jefe de \p{Ll}+)`;

const roleIn = (text: string): string | null =>
  match(
    /\bas (?:an? |our |the |my )?((?:new )?\p{Lu}\p{L}*(?: (?:of|for) \p{Lu}\p{L}*| \p{Lu}\p{L}*){0,3})(?=[,.;]|$| (?:from|starting|at|for|on|in|with)\b)/u,
    text,
  ) ??
  match(/\bals (\p{Lu}\p{L}{3,}(?:-\p{Lu}\p{L}+)?)/u, text) ??
  match(
    /\b(?:for an?|as an?|as|hiring an?|:|(?:ad|advert|post|posting|offer|description|vacancy|opening),|seeking an?) ((?!new )(?:[\p{Ll}-]+ ){0,4}(?:engineer|developer|designer|manager|tester|writer|marketer|analyst|lead|assistant|accountant|recruiter|consultant|architect|director|officer|specialist|representative|administrator|researcher|scientist|editor|intern))\b/iu,
    text,
  ) ??
  match(
    pattern(
      `\\b(?:looking for|looks for|seeks|hiring|as|join as|our (?:new|future|next)|searching for|recrutons|cherchons|suchen|buscamos) (?:an? |our |the |une? |eine?n? |una? )?((?!part|full)${trade})(?=,| in | at | for | from |\\.|$| with )`,
      'u',
    ),
    text,
  ) ??
  match(
    pattern(
      `\\p{Lu}[\\p{L}'-]+ \\p{Lu}[\\p{L}'-]+(?:,| -| \\() ?((?:\\p{Lu}\\p{L}+ ){0,3}\\p{Lu}\\p{L}+|${trade})(?=,| -|\\)|\\.)`,
      'u',
    ),
    text,
  ) ??
  match(
    /\b(?:recrutons|cherchons|embauchons|suchen|buscamos|contratamos|looking for|look for|hiring|seeks?|recruiting|need|(?:our|my) (?:new|future|next)|comme|como|als|as) (?:an? |une? |eine?n? |una? |the )?((?!new |future )(?:[\p{L}-]+ ){0,2}[\p{L}-]{4,})(?=[,:]| in | at | for | from | chez | bei | en | à | con | mit |\.|$| with )/u,
    text,
  );

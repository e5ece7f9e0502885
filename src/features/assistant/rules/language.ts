/** English as far as finding needs it: words without their endings, one word for what has several. */

const stopWords = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing done ' +
    'for from get give go going got had has have having he her here him his how i if im in into is it its ive just let ' +
    'like made make many may me might more most much must my need needs no not now of off on one only or other our ' +
    'out over own please really s say says shall she should show so some something such t tell than thanks that ' +
    'the their them then there these they thing things this those to too up us very want wants was way we well were what whats ' +
    'when where which while who whom whose why will with without would you your yours ours hello hi hey'
  ).split(' '),
);

/** Several words that mean one thing, made one before the text is cut. */
const phrases: [RegExp, string][] = [
  [/\bnon[ -]?disclosure( agreement)?s?\b/g, 'nda'],
  [/\bstatements? of work\b/g, 'sow'],
  [/\bintellectual property\b/g, 'ip'],
  [/\b(log|sign)[ -]?(in|on)\b|\blogging in\b/g, 'login'],
  [/\b(sign up|signing up|create an? account|open an account|register)\b/g, 'signup'],
  [/\b(log|sign)[ -]?out\b/g, 'logout'],
  [/\bmoney[ -]?back\b|\bmy money back\b/g, 'refund'],
  [/\b(two|2|multi)[ -]?factor( auth\w*)?\b|\b(2|m)fa\b/g, 'twofactor'],
  [/\bside[ -]?(project|hustle|business)(e?s)?\b|\bweekend project(s)?\b/g, 'sideproject idea'],
  [/\bscope creep\b|\bextra (features?|work)\b/g, 'scopecreep'],
  [/\bgo(ing)?[ -]?live\b/g, 'launch'],
  [/\be-?mails?\b/g, 'mail'],
  [/\bco-?founders?\b/g, 'cofounder'],
  [/\bset[ -]?up\b/g, 'setup'],
  [/\b(monthly|annual) recurring revenue\b/g, 'mrr'],
  [/\b(customer )?acquisition costs?\b/g, 'cac'],
  [/\b(life ?time) value\b/g, 'ltv'],
  [/\bdata protection\b/g, 'gdpr privacy'],
  [/\bopen[ -]source\b/g, 'opensource'],
  [/\bget(ting)? out of\b/g, 'terminate'],
  [/\bday[ -]rates?\b/g, 'dayrate'],
  [/\bartificial intelligence\b/g, 'ai'],
  [/\bc(an|ould|o)[ -]?working\b/g, 'coworking'],
];

/** The first word of a line stands for the others. */
const sameMeaning = [
  'nda confidentiality confidential secrecy secret',
  'contractor freelancer freelance consultant',
  'invoice bill',
  'contract agreement',
  'price pricing cost expensive',
  'refund reimburse',
  'terminate termination cancel quit',
  'client customer buyer',
  'mail email mails',
  'signup registration registering',
  'cart basket',
  'donate donation sponsor',
  'company firm business',
  'delete remove erase',
  'hire hiring recruit',
  'launch release',
  'security secure',
  'law legal lawyer jurisdiction',
  'testimonial review',
  'money cash',
  'picture image',
  'product item',
  'quickly fast',
  'broken broke bug',
  'error fail failure',
  'begin start starting',
  'tool tools',
  'plan subscription tier',
  'download downloads',
  'deposit prepayment upfront',
];

/** What may also be meant, for a little less. */
const related: Record<string, string> = {
  charge: 'price rate',
  rate: 'price',
  fee: 'price',
  dayrate: 'rate price',
  hacked: 'breach leak incident',
  leak: 'breach incident',
  down: 'outage incident',
  human: 'contact support',
  reach: 'contact',
  bought: 'purchase order',
  paid: 'payment',
  pay: 'payment',
  unpaid: 'payment',
  offer: 'quote proposal',
  document: 'template',
  template: 'document',
  startup: 'saas',
  app: 'saas',
  mvp: 'saas',
  postgres: 'database',
  postgresql: 'database',
  cookie: 'privacy',
  tracking: 'privacy',
  gdpr: 'privacy',
  ebook: 'product',
  account: 'signup',
  cofounder: 'partner equity',
  work: 'portfolio',
  example: 'portfolio sample',
  equity: 'cofounder share',
  rollback: 'deploy incident',
  owe: 'payment late',
  overdue: 'payment late',
  internet: 'offline',
  subscriber: 'newsletter',
  logo: 'branding',
  letterhead: 'branding',
};

/** The ending goes, so that "pricing", "prices" and "priced" meet. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let root = word;
  if (/ies$/.test(root) && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (/sses$/.test(root)) root = root.slice(0, -2);
  else if (/s$/.test(root) && !/(ss|us|is)$/.test(root)) root = root.slice(0, -1);
  const ending =
    /(?:ization|isation|ational|fulness|iveness|ations?|ments?|ness|able|ible|ally|ingly|edly|ing|ed|er|or|ly|al|ive)$/.exec(
      root,
    )?.[0];
  if (ending && root.length - ending.length >= 4) root = root.slice(0, -ending.length);
  else if (ending && /^(ing|ed)$/.test(ending) && root.length - ending.length === 3)
    root = root.slice(0, -ending.length);
  if (/([bdfgmnprt])\1$/.test(root)) root = root.slice(0, -1);
  if (root.length > 3) root = root.replace(/e$/, '');
  return root.replace(/y$/, 'i');
}

const meaning = new Map(
  sameMeaning.flatMap((line) => {
    const [first = '', ...others] = line.split(' ');
    return others.map((other) => [stem(other), stem(first)] as const);
  }),
);
/** Endings are gone already. */
export const meant = (root: string): string => meaning.get(root) ?? root;
export const otherWords: readonly string[] = [...meaning.keys()];
const canonical = (word: string): string => meant(stem(word));

const alsoMeant = new Map(
  Object.entries(related).map(([word, others]) => [canonical(word), others.split(' ').map(canonical)]),
);
export const meantBeside = (root: string): readonly string[] => alsoMeant.get(root) ?? [];

/** Lower case, one space between words, nothing else: for asking whether two texts say the same. */
export const plainly = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();

/** The words of a text that say what it is about. */
export function tellingWords(text: string): string[] {
  let plain = plainly(text);
  for (const [pattern, word] of phrases) plain = plain.replace(pattern, word);
  return plain
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word))
    .map(canonical);
}

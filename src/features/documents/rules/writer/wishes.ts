/** What people say of a choice or a yes: a field, the answer, and how it is said. The first that is said wins; the rest is learnt. */
export type Wish = [field: string, answer: string, pattern: RegExp];

// "No", "without", "not", "don't" in the four languages, before what is not wanted.
const not = String.raw`(?:no|not|non|without|with no|zero|never|don'?t|do not|doesn'?t|ohne|kein\w*|sans|pas de|aucun\w*|sin|ningun\w*)`;
const tax = String.raw`(?:vat|tax|sales tax|gst|mwst|mehrwertsteuer|umsatzsteuer|ust|tva|iva|moms|btw)`;
const untaxed = new RegExp(
  String.raw`\b(?:${not} (?:\w+ )?${tax}|${tax}[- ](?:exempt|free)|exempt\w* (?:from|of) ${tax}|kleinunternehmer\w*|not (?:vat )?registered|franchise en base|im exempt|i'?m exempt)\b`,
);
const taxed = new RegExp(
  String.raw`\b(?:plus|zzgl|zuzuglich|mas|hors) ${tax}|${tax}(?:es)? (?:\w+ ){0,2}(?:on top|extra|added)\b`,
);
const remote =
  /\b(?:remote|remotely|homeoffice|home office|from home|work from anywhere|teletravail|remoto|teletrabajo)\b/;
const onSite = new RegExp(
  String.raw`\b${not} (?:\w+ )?remote|\b(?:on-?site|in (?:the|our) office|im buro|vor ort|presencial|sur place)\b`,
);

export const wishes: Wish[] = [
  [
    'noPoaching',
    'yes',
    /nobody hires|(?:not|don'?t|do not|no|without) (?:hire|poach\w*|hiring|solicit\w*)|non-? ?(?:solicit\w*|poach\w*)|abwerb\w*|debauch\w+|captacion/,
  ],
  ['disputes', 'arbitration', /arbitrat\w*|schiedsgericht\w*|arbitraje/],
  ['billing', 'milestone', /\b(?:milestones?|meilensteine?|jalons?|hitos?)\b/],
  [
    'ownership',
    'assign',
    /work belongs to|(?:client|we|customer|they) (?:owns?|gets? (?:all|every))|belongs? to (?:us|me|the client)|(?:code|work|texts?|results?|everything|rights?|designs?) (?:is|are|will be|becomes?) (?:ours|mine)|assign\w* (?:all )?rights|owns? the (?:results|work|code)|rights (?:go|pass|transfer) to (?:us|me)|alle rechte (?:an|gehen|bei) uns/,
  ],
  [
    'insured',
    'yes',
    /insur(?:ance|ed) (?:is )?(?:required|needed|must)|must (?:be insured|have (?:an? )?(?:\w+ )?insurance)|needs? (?:an? |to be )?(?:\w+ )?insur\w+|with (?:liability )?insurance|(?:carr(?:y|ies)|has|have|brings?) (?:his |her |their |its )?(?:own )?(?:\w+ )?insurance|professional (?:indemnity )?insurance|haftpflicht\w*/,
  ],
  [
    'place',
    'both',
    /\b(?:hybrid\w*|teils remote|otherwise (?:at )?(?:home|remote)|rest (?:from )?(?:home|remote)|partly remote)\b|\d days? (?:a week |per week )?(?:in|at) (?:the |our )?(?:office|hq|buro)/,
  ],
  ['place', 'office', onSite],
  ['place', 'remote', remote],
  [
    'place',
    'eea',
    /\b(?:stays?|remains?|kept|only|within|stored|hosted|bleib\w*|reste\w*|nur)\b[^.;]{0,16}\b(?:eu|europe|eea|ewr|ue|european union)\b/,
  ],
  ['remote', 'no', onSite],
  ['remote', 'yes', remote],
  ['ending', 'will', /\bat[- ]will\b/],
  ['equity', 'options', /\b(?:stock|share)? ?options?\b/],
  [
    'rollover',
    'one',
    /\b(?:unused|leftover|remaining)\b.{0,40}\bnext month|\b(?:roll|carr)\w*\b.{0,40}\b(?:next month|one month|1 month|a month)/,
  ],
  [
    'rollover',
    'none',
    /\b(?:unused|leftovers?|left over|remaining)\b.{0,24}\b(?:lost|expires?|lapse|gone|forfeit\w*)|\bno (?:rollover|carry)|use (?:it|them) or lose/,
  ],
  [
    'renews',
    'ends',
    new RegExp(`\\b${not} (?:\\w+ )?(?:auto\\w*[- ]?)?(?:renew\\w*|verlanger\\w*|renouvel\\w*)`),
  ],
  ['renews', 'again', /\b(?:renews?|renewed|auto\w*[- ]renew\w*|renewal|verlangert|verlangerung)\b/],
  [
    'tone',
    'final',
    /\b(?:final|last|third|3rd|letzte\w*|dritte\w*|dernier\w*|ultim[oa])\b|\b(?:lawyer|court|sue|legal action|collection agency|inkasso|anwalt|avocat|abogado)\b/,
  ],
  [
    'tone',
    'firm',
    /\b(?:second|2nd|firm[eo]?|fermete|ferme|bestimmt|zweite\w*|stern|firmly|strong|deuxieme|segund[oa])\b/,
  ],
  [
    'tone',
    'friendly',
    /\b(?:friendly|first|kind|kindly|gentl[ey]|polite\w*|nice\w*|soft\w*|freundlich\w*|hoflich\w*|aimable\w*|amable\w*|cordial\w*|good customers?)\b/,
  ],
  ['taxMode', 'reverse', /reverse[- ]charge|autoliquidation|steuerschuldnerschaft|inversion del sujeto/],
  ['taxMode', 'none', untaxed],
  ['taxed', 'no', untaxed],
  ['taxed', 'yes', taxed],
  ['taxNote', 'none', untaxed],
  ['taxNote', 'plus', taxed],
  [
    'cookies',
    'asked',
    /\bcookies?\b.{0,50}\b(?:consent\w*|ask\w*|accept\w*|agree\w*|opt|banner|einwilligung|consentement|consentimiento)|\b(?:consent|ask)\w*\b.{0,24}\bcookies?/,
  ],
  [
    'cookies',
    'needed',
    /\b(?:only (?:the )?(?:necessary|needed|essential|technical)|no (?:\w+ )?(?:cookies|tracking)|no cookies|keine (?:tracking )?cookies|sans cookies)\b/,
  ],
  [
    'paid',
    'no',
    /\b(?:nothing to (?:buy|pay)|free of charge|for free|it(?:'s| is) free|(?:is|are) free|no (?:payments?|purchases?|charge)|costs nothing|nobody pays|kostenlos|gratuit\w*|gratis)\b/,
  ],
  [
    'posts',
    'yes',
    /\b(?:users?|people|members?|sellers?|buyers?|visitors?|they|anybody|everyone)\b[^.;]{0,28}\b(?:post|upload|comment|share|write|publish|review|rate)s?\b|forum|kleinanzeigen|petites annonces|user[- ]generated/,
  ],
  ['accounts', 'no', new RegExp(`\\b${not} (?:\\w+ )?(?:accounts?|registration|sign-?ups?|login)`)],
  ['accounts', 'yes', /\b(?:accounts?|sign[- ]?up|register|log ?in|members?)\b/],
  [
    'rise',
    'yes',
    /\b(?:rates?|prices?|fees?)\b[^.;,]{0,20}\b(?:rise|go up|goes up|increase|be raised|adjusted)/,
  ],
  [
    'affiliates',
    'yes',
    /\b(?:affiliates?|subsidiar\w+|group companies|sister companies|companies of the group|konzern\w*|filiales?)\b/,
  ],
  ['urgent', 'yes', /\b(?:urgent|emergenc\w+|dringend\w*|urgen\w+)\b/],
  [
    'invoiced',
    'monthly',
    /\b(?:invoiced?|billed|bills?) (?:\w+ )?(?:monthly|every month|each month)|monthly (?:invoices?|billing)\b/,
  ],
  [
    'plan',
    'users',
    /\b(?:per|each|\d+) (?:users?|seats?|named users?)\b|\b(?:pro|par|por) (?:nutzer|utilisateur|usuario)\b/,
  ],
  ['california', 'yes', /\b(?:ccpa|cpra|california)\b/],
  ['deadlock', 'mediator', /\bmediat\w+/],
];

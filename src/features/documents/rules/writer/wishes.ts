/** What people say of a choice or a yes, beyond its amount and its day: a field, the answer, and how it is said. The first that is said wins. */
export type Wish = [field: string, answer: string, pattern: RegExp];

// "No", "without", "not", "don't" in the four languages, before what is not wanted.
const not = String.raw`(?:no|not|non|without|with no|zero|never|don'?t|do not|doesn'?t|ohne|kein\w*|sans|pas de|aucun\w*|sin|ningun\w*)`;
const poaching = String.raw`(?:nobody hires|(?:not|don'?t|do not|no|without) (?:hire|poach\w*|hiring|solicit\w*)|non-? ?(?:solicit\w*|poach\w*)|abwerb\w*|debauch\w+|captacion)`;
// "No poaching" forbids it, "no non-solicit clause" allows it.
const unwantedClause =
  /\b(?:without|no|sin|sans|ohne) (?:an? |any |la |una |eine |de )?(?:(?:clause|clausula|klausel)\w* (?:\w+ ){0,3}(?:solicit|poach|captacion|debauch|abwerb)|non-? ?(?:solicit|poach)\w*|abwerbeverbot)/;
const tax = String.raw`(?:vat|tax|sales tax|gst|mwst|mehrwertsteuer|umsatzsteuer|ust|tva|iva|moms|btw)`;
const untaxed = new RegExp(
  String.raw`\b(?:${not} (?:\w+ )?${tax}|${tax}[- ](?:exempt|free)|exempt\w* (?:from|of) ${tax}|kleinunternehmer\w*|not (?:vat )?registered|franchise en base|im exempt|i'?m exempt)\b`,
);

export const wishes: Wish[] = [
  ['noPoaching', 'no', unwantedClause],
  ['noPoaching', 'yes', new RegExp(poaching)],
  ['nonSolicit', 'no', unwantedClause],
  [
    'nonSolicit',
    'yes',
    /nobody hires|not? (?:hire|poach|hiring|poaching) (?:away|each|the other|our|their|my)|non-? ?solicit|abwerb\w*/,
  ],
  ['disputes', 'arbitration', /arbitrat\w*|schiedsgericht\w*|arbitraje/],
  [
    'ownership',
    'licence',
    /(?:contractor|freelancer|i|he|she|they) (?:keeps?|retains?) (?:the |all |his |her |their )*(?:copyrights?|ownership|rights|the work|ip)|only a licen[cs]e|(?:get|gets|have|receive|just|only) (?:only |just )?(?:an? )?(?:\w+ )?licen[cs]e|under (?:a )?licen[cs]e|rights (?:stay|remain) with (?:the contractor|him|her|them|me)|nur (?:ein )?nutzungsrecht/,
  ],
  [
    'ownership',
    'assign',
    /work belongs to|(?:client|we|customer|they) (?:owns?|gets? (?:all|every))|belongs? to (?:us|me|the client)|(?:code|work|texts?|results?|everything|rights?|designs?) (?:is|are|will be|becomes?) (?:ours|mine)|assign\w* (?:all )?rights|owns? the (?:results|work|code)|(?:give|gives|transfers?|hands?) (?:me|us) (?:over )?(?:all|the|every) (?:the )?rights?|rights (?:go|pass|transfer) to (?:us|me)|alle rechte (?:an|gehen|bei) uns|derechos (?:pasan|son) (?:a )?nuestr\w+|derechos pasan a nosotros|droits (?:nous|sont cedes)/,
  ],
  [
    'showcase',
    'no',
    /(?:may|must|can|shall) ?not (?:show|name|use)\b.{0,40}(?:reference|portfolio|work)|no reference|no portfolio/,
  ],
  [
    'insured',
    'yes',
    /insur(?:ance|ed) (?:is )?(?:required|needed|must)|must (?:be insured|have (?:an? )?(?:\w+ )?insurance)|needs? (?:an? |to be )?(?:\w+ )?insur\w+|with (?:liability )?insurance|(?:carr(?:y|ies)|has|have|brings?) (?:his |her |their |its )?(?:own )?(?:\w+ )?insurance|professional (?:indemnity )?insurance|haftpflicht\w*/,
  ],
  [
    'liability',
    'none',
    new RegExp(
      `unlimited(?:ly)? liab\\w+|liab\\w+ (?:is )?(?:unlimited|uncapped)|uncapped liab\\w+|\\b${not} (?:\\w+ )?(?:liability (?:cap|limit|ceiling)|(?:cap|limit|ceiling) (?:of |on |to |the )*(?:liability|what))|\\b(?:don'?t|do not|never) (?:cap|limit) (?:the )?liab\\w+|unbeschrankte haftung|responsabilite illimitee`,
    ),
  ],
  [
    'liability',
    'double',
    /(?:twice|double|two times|2x|2 times) (?:the |what |of )?(?:\w+ )?(?:fees?|paid|is paid)/,
  ],
  ['general', 'double', /(?:twice|double|two times|2x) (?:the |what |of )?(?:\w+ ){0,2}(?:fees?|paid)/],
  [
    'general',
    'year',
    /liab\w+.{0,40}(?:one|1|a) year'?s? (?:of )?fees|liab\w+.{0,30}(?:yearly|annual) fees?/,
  ],
  ['expenses', 'none', /expenses (?:are )?included|including expenses|no expenses/],
  [
    'place',
    'both',
    /\b(?:hybrid\w*|teils remote|otherwise (?:at )?(?:home|remote)|rest (?:from )?(?:home|remote)|partly remote)\b|\d days? (?:a week |per week )?(?:in|at) (?:the |our )?(?:office|hq|buro)/,
  ],
  [
    'place',
    'office',
    new RegExp(
      `\\b${not} (?:\\w+ )?remote|\\b(?:on-?site|in (?:the|our) office|im buro|presencial|sur place)\\b`,
    ),
  ],
  [
    'place',
    'remote',
    /\b(?:remote|remotely|homeoffice|home office|from home|work from anywhere|teletravail|remoto|teletrabajo)\b/,
  ],
  [
    'remote',
    'no',
    new RegExp(
      `\\b${not} (?:\\w+ )?remote|\\b(?:on-?site|in (?:the|our) office|im buro|vor ort|presencial|sur place)\\b`,
    ),
  ],
  ['remote', 'yes', /\b(?:remote|remotely|homeoffice|home office|teletravail|remoto|teletrabajo)\b/],
  ['ending', 'will', /\bat[- ]will\b/],
  [
    'limit',
    'fixed',
    /\b(?:fixed[- ]term|befristet\w*|duree determinee|cdd|temporary (?:contract|position|job)|temporal)\b/,
  ],
  ['paidOn', 'two', /\b(?:every (?:two|2|other) weeks?|bi-?weekly|fortnightly|twice a month)\b/],
  ['paidOn', 'week', /\bpaid (?:weekly|every week|each week)\b/],
  ['equity', 'none', /\bno (?:equity|stock|options|shares)\b/],
  ['equity', 'options', /\b(?:stock|share)? ?options?\b/],
  ['rollover', 'quarter', /\b(?:roll|carr)\w*\b.{0,30}\b(?:quarter|three months|3 months)/],
  [
    'rollover',
    'one',
    /\b(?:unused|leftover|remaining)\b.{0,40}\bnext month|\b(?:roll|carr)\w*\b.{0,40}\b(?:next month|one month|1 month|a month)/,
  ],
  [
    'rollover',
    'none',
    /\b(?:unused|leftover|left over|remaining)\b.{0,24}\b(?:lost|expires?|lapse|gone|forfeit\w*)|\bno (?:rollover|carry)|use (?:it|them) or lose/,
  ],
  [
    'renews',
    'ends',
    new RegExp(`\\b${not} (?:\\w+ )?(?:auto\\w*[- ]?)?(?:renew\\w*|verlanger\\w*|renouvel\\w*)`),
  ],
  ['renews', 'again', /\b(?:renews?|renewed|auto\w*[- ]renew\w*|renewal|verlangert|verlangerung)\b/],
  [
    'consent',
    'specific',
    /\b(?:sub-?processors?|unterauftragnehmer|subcontractors?)\b.{0,40}\b(?:ok|approval|consent|permission|case by case|agree|asked?|zustimmung|genehmig\w+)|case by case/,
  ],
  ['consent', 'general', /\b(?:general|prior notice)\b.{0,20}\b(?:consent|approval|authori[sz]ation)\b/],
  ['residuals', 'yes', /residuals?|simply remember/],
  ['earlier', 'yes', /already shared|shared (?:before|earlier)|retroactive\w*/],
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
  ['taxNote', 'none', untaxed],
  [
    'taxNote',
    'plus',
    new RegExp(
      `\\b(?:plus|zzgl|zuzuglich|mas|hors) ${tax}|${tax}(?:es)? (?:\\w+ ){0,2}(?:on top|extra|added)\\b`,
    ),
  ],
  [
    'taxed',
    'yes',
    new RegExp(
      `\\b(?:plus|zzgl|zuzuglich|mas|hors) ${tax}|${tax}(?:es)? (?:\\w+ ){0,2}(?:on top|extra|added)\\b`,
    ),
  ],
  [
    'cookies',
    'asked',
    /\bcookies?\b.{0,50}\b(?:consent\w*|ask\w*|accept\w*|agree\w*|opt|banner|einwilligung|consentement|consentimiento)|\b(?:consent|ask)\w*\b.{0,24}\bcookies?/,
  ],
  [
    'paid',
    'no',
    /\b(?:nothing to (?:buy|pay)|free of charge|for free|it(?:'s| is) free|(?:is|are) free|no (?:payments?|purchases?|charge)|costs nothing|nobody pays|kostenlos|gratuit\w*|gratis)\b/,
  ],
  [
    'paid',
    'yes',
    /\b(?:paid (?:plans?|members\w+|accounts?|content)|premium|subscri\w+|(?:users?|people|members?|customers?|they) (?:can )?(?:pay|buy|order|book)|costs? |kostenpflichtig|payant\w*|de pago)\b/,
  ],
  [
    'cookies',
    'needed',
    /\b(?:only (?:the )?(?:necessary|needed|essential|technical)|no (?:\w+ )?(?:cookies|tracking)|no cookies|keine (?:tracking )?cookies|sans cookies)\b/,
  ],
  ['transfers', 'none', /\b(?:(?:data )?stays? in (?:the )?(?:eu|europe|eea)|no transfers?)\b/],
  [
    'posts',
    'yes',
    /\b(?:users?|people|members?|sellers?|buyers?|visitors?|they|anybody|everyone)\b[^.;]{0,28}\b(?:post|upload|comment|share|write|publish|review|rate)s?\b|forum|kleinanzeigen|petites annonces|user[- ]generated/,
  ],
  ['machines', 'none', /\bno (?:scraping|bots?|crawl\w+|ai training)/],
  ['accounts', 'no', new RegExp(`\\b${not} (?:\\w+ )?(?:accounts?|registration|sign-?ups?|login)`)],
  [
    'place',
    'eea',
    /\b(?:stays?|remains?|kept|only|within|stored|hosted|bleib\w*|reste\w*|nur)\b[^.;]{0,16}\b(?:eu|europe|eea|ewr|ue|european union)\b/,
  ],
  [
    'rise',
    'yes',
    /\b(?:rates?|prices?|fees?)\b[^.;,]{0,20}\b(?:rise|go up|goes up|increase|be raised|adjusted)/,
  ],
  ['accounts', 'yes', /\b(?:accounts?|sign[- ]?up|register|log ?in|members?)\b/],
  [
    'kind',
    'company',
    /\b(?:corporate|compan(?:y|ies)|employers?|entit(?:y|ies)) (?:contributors?|cla|version)|for companies\b/,
  ],
  [
    'grant',
    'licence',
    /\b(?:keep|keeps|retain|retains|behalten|gardent|conservan)\b.{0,24}\b(?:copyrights?|ownership|rights|urheberrecht\w*|rechte|droits|derechos)\b|\bonly (?:an? )?(?:\w+ )?licen[cs]e\b/,
  ],
  ['kind', 'person', /\b(?:individual (?:contributors?|cla)|for individuals|natural persons?)\b/],
  ['grant', 'assign', /\bcopyrights? (?:goes?|pass(?:es)?|is (?:transferred|assigned)|belongs?) to\b/],
  ['grant', 'assign', /\bassign (?:the )?copyright\b/],
  [
    'machines',
    'all',
    /\b(?:bots?|robots?|crawl\w+|scraping|ai training)\b.{0,20}\b(?:allowed|welcome|may|ok|fine)\b/,
  ],
  [
    'affiliates',
    'yes',
    /\b(?:affiliates?|subsidiar\w+|group companies|sister companies|companies of the group|konzern\w*|filiales?|filiales)\b/,
  ],
  [
    'publicity',
    'ask',
    /\b(?:name|logo|reference|publicity)\b.{0,40}\b(?:only (?:if|after|with)|ask\w*|consent|permission|approval)\b/,
  ],
  [
    'jobNotice',
    'yes',
    /\b(?:end|cancel|stop|terminate)\w* (?:an?|each|any|single) (?:single )?(?:job|order|project|sow)\b/,
  ],
  ['urgent', 'yes', /\b(?:urgent|emergenc\w+|dringend\w*|urgen\w+)\b/],
  [
    'special',
    'yes',
    /\b(?:health|medical|patients?|biometric|genetic|religio\w+|union membership|gesundheit\w*|sante|salud)\b/,
  ],
  [
    'atEnd',
    'remove',
    /\b(?:delet\w+|eras\w+|destroy\w*|geloscht|loschen|supprim\w+|borra\w*)\b.{0,40}\b(?:end|after|over|ende|fin)\b|\b(?:at the end|afterwards|nach ende)\b.{0,40}\b(?:delet\w+|eras\w+|destroy\w*|geloscht)/,
  ],
  [
    'invoiced',
    'monthly',
    /\b(?:invoiced?|billed|bills?) (?:\w+ )?(?:monthly|every month|each month)|monthly (?:invoices?|billing)\b/,
  ],
  [
    'invoiced',
    'accepted',
    /\b(?:invoiced?|billed|paid|pay) (?:\w+ )?(?:after|on|upon|when) (?:\w+ )?accept\w*/,
  ],
  ['invoiced', 'end', /\b(?:invoiced?|billed|paid) (?:\w+ )?at the end\b/],
  [
    'plan',
    'users',
    /\b(?:per|each|\d+) (?:users?|seats?|named users?)\b|\b(?:pro|par|por) (?:nutzer|utilisateur|usuario)\b/,
  ],
  ['plan', 'flat', /\b(?:flat (?:fee|rate|price)|unlimited users)\b/],
  ['personal', 'yes', /\bpersonal data\b/],
  ['california', 'yes', /\b(?:ccpa|cpra|california)\b/],
  ['patents', 'yes', /\bpatents?\b/],
  ['transfers', 'clauses', /\bstandard (?:contractual )?clauses\b|\bsccs?\b/],
  [
    'stage',
    'now',
    /\b(?:company|gmbh|ltd|inc) (?:already )?exists\b|\balready (?:founded|incorporated|registered)\b/,
  ],
  ['time', 'full', /\bfull[- ]time\b|\bvollzeit\b/],
  ['time', 'part', /\bpart[- ]time\b|\bteilzeit\b/],
  ['deadlock', 'mediator', /\bmediat\w+/],
  ['right', 'yes', /\bright to work\b|\bwork permit\b/],
  ['references', 'yes', /\b(?:subject to|with|after) (?:good )?references\b/],
  ['acceleration', 'double', /\bdouble[- ]trigger\b/],
  ['acceleration', 'single', /\bsingle[- ]trigger\b/],
];

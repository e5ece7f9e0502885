// Long because: it is one table.

/** How people ask for a kind of document, in plain small letters without accents; a number is how much it says. */
export interface KindWords {
  slug: string;
  name: string;
  cues: [pattern: string, weight: number][];
  /** The party that is the writer and the one on the other side, where the document has two. */
  us?: string;
  them?: string;
}

const nda =
  'nda|ndas|non ?-?disclosure|confidentiality (?:agreement|contract|deal)|geheimhaltung\\w*|vertraulichkeit\\w*|verschwiegenheit\\w*|(?:acuerdo|contrato) de confidencialidad|confidencialidad|accord de confidentialite|confidentialite|keep (?:it|this|them|everything) (?:secret|confidential)|secrecy agreement';

/** The kinds the built-in writer knows by name. One whose document is not in the library is left out by whoever asks. */
export const kindWords: KindWords[] = [
  {
    slug: 'mutual-nda',
    name: 'Mutual NDA',
    us: 'sideA',
    them: 'sideB',
    cues: [
      [nda, 10],
      [
        'mutual|both (?:sides|parties|of us)|each other|gegenseitig\\w*|beidseitig\\w*|mutuo|mutuel\\w*|reciproque|exchange',
        4,
      ],
    ],
  },
  {
    slug: 'one-way-nda',
    name: 'One-way NDA',
    us: 'discloser',
    them: 'recipient',
    cues: [
      [nda, 9],
      [
        'one[- ]?(?:way|sided)|unilateral\\w*|einseitig\\w*|nur wir|only (?:we|i|they|he|she)|legen offen|must not tell|(?:has|have|had|want \\w+|wants \\w+) to keep (?:it|them|this)|keep (?:it|this|them) (?:secret|confidential)|not tell',
        6,
      ],
      ['\\b(?:share|show|showing|sharing|disclose|give|giving)\\b.{0,60}(?:with|to|our|my)', 3],
    ],
  },
  {
    slug: 'contractor-agreement',
    name: 'Contractor agreement',
    us: 'client',
    them: 'contractor',
    cues: [
      [
        'contractor(?:s)?(?: agreement| contract)?|freelanc\\w+|consult(?:ing|ancy|ant)(?: agreement| contract)?|contrat de prestation|prestation|contrato de servicios|freelancer?vertrag|dienstvertrag|werkvertrag|auftragsvertrag|autonomo|programador\\w*',
        6,
      ],
      ['\\bhires?\\b|\\bhiring\\b|take on\\b|we engage', 3],
      ['(?:hire|service|services|development|developer) (?:agreement|contract)', 5],
      ['\\b(?:contract|agreement|vertrag|contrat|contrato)\\b', 2],
      ['\\b(?:pays? me|i advise|i am a freelancer|i.m a freelancer)\\b', 3],
      ['(?:per|an|pro|par|por) (?:hour|stunde|heure|hora)|milestones?', 1],
    ],
  },
  {
    slug: 'statement-of-work',
    name: 'Statement of work',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'statements? of work|\\bsow\\b|work orders?|leistungsbeschreibung|cahier des charges|scope of work|alcance del trabajo',
        12,
      ],
      ['deliverables', 3],
    ],
  },
  {
    slug: 'invoice',
    name: 'Invoice',
    us: 'seller',
    them: 'buyer',
    cues: [
      [
        '^(?:please )?(?:an? |the |make |write |create |send )*(?:invoice|bill|rechnung|facture|factura)\\b',
        8,
      ],
      ['\\binvoices?\\b|\\brechnung\\b|\\bfacture\\b|\\bfactura\\b|\\bbill\\b', 4],
    ],
  },
  {
    slug: 'payment-reminder',
    name: 'Payment reminder',
    us: 'sender',
    them: 'debtor',
    cues: [
      [
        'remind(?:er|ers|ing)?\\b|dunning|mahnung|zahlungserinnerung|relance|recordatorio|overdue|late payment letter',
        9,
      ],
      ['not paid|unpaid|has(?: not|n.t) paid|still owes?|impaye|owes (?:me|us)|chase', 6],
    ],
  },
  {
    slug: 'quote',
    name: 'Quote',
    us: 'seller',
    them: 'buyer',
    cues: [
      ['\\bquotes?\\b|quotation|\\bestimate\\b|kostenvoranschlag|angebot|devis|presupuesto|price offer', 8],
    ],
  },
  {
    slug: 'proposal',
    name: 'Proposal',
    us: 'supplier',
    them: 'client',
    cues: [['proposals?|projektvorschlag|propuesta|proposition commerciale|pitch our services', 9]],
  },
  {
    slug: 'amendment',
    name: 'Amendment',
    us: 'sideA',
    them: 'sideB',
    cues: [
      [
        'amend(?:ment|ments|ing)?\\b|addendum to|avenant|nachtrag|vertragsanderung|enmienda|(?:change|modify|extend|prolong) (?:our|the|my|an?)(?: term of the| terms of the)? ?(?:existing |current )?(?:\\w+ )?(?:agreement|contract)',
        11,
      ],
    ],
  },
  {
    slug: 'termination-notice',
    name: 'Termination notice',
    us: 'sender',
    them: 'recipient',
    cues: [
      [
        'terminat\\w+|kundig\\w+|resiliation|resilier|rescindir|rescision|break off|(?:cancel|end|ending|quit|leave) (?:our|the|my|a|this|it)\\b.{0,30}?(?:contract|agreement|subscription|for breach|$)|end the agreement|cancellation letter|notice of termination',
        11,
      ],
    ],
  },
  {
    slug: 'ip-assignment',
    name: 'IP assignment',
    us: 'assignor',
    them: 'assignee',
    cues: [
      [
        '(?:assign|transfer|sell|sold|selling|hand over)\\w*\\b.{0,60}(?:copyright|rights|intellectual property|\\bip\\b|codebase|source code|ownership)|ip assignment|intellectual property (?:assignment|transfer)|rechteubertragung|cession de droits|cesion de derechos',
        12,
      ],
      ['intellectual property|copyright', 3],
    ],
  },
  {
    slug: 'master-services-agreement',
    name: 'Master services agreement',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'master (?:services? )?(?:agreement|contract)|\\bmsa\\b|framework (?:agreement|contract)|rahmenvertrag|contrat[- ]cadre|contrato marco',
        10,
      ],
    ],
  },
  {
    slug: 'retainer',
    name: 'Retainer agreement',
    us: 'supplier',
    them: 'client',
    cues: [['retainers?\\b|hours a month|monthly support contract', 10]],
  },
  {
    slug: 'saas-agreement',
    name: 'SaaS agreement',
    us: 'provider',
    them: 'customer',
    cues: [
      ['\\bsaas\\b|software as a service|(?:subscription|cloud) (?:agreement|contract)|cloud software', 10],
    ],
  },
  {
    slug: 'data-processing-agreement',
    name: 'Data processing agreement',
    us: 'controller',
    them: 'processor',
    cues: [
      [
        '\\bdpa\\b|data processing|auftragsverarbeitung\\w*|\\bavv?\\b vertrag|processor agreement|sous-traitance de donnees|encargo de tratamiento',
        12,
      ],
    ],
  },
  {
    slug: 'website-terms',
    name: 'Website terms',
    us: 'operator',
    cues: [
      [
        'terms (?:of|and conditions)\\b.{0,20}|terms of (?:service|use)|\\btos\\b|website terms|nutzungsbedingungen|\\bagb\\b|conditions (?:generales|d.utilisation)|terminos (?:de uso|y condiciones)',
        10,
      ],
    ],
  },
  {
    slug: 'privacy-policy',
    name: 'Privacy policy',
    us: 'controller',
    cues: [
      [
        'privacy (?:policy|notice|statement)|cookie (?:and privacy|policy|notice)|datenschutzerklarung|politique de confidentialite|politica de privacidad',
        15,
      ],
    ],
  },
  {
    slug: 'contributor-licence-agreement',
    name: 'Contributor licence agreement',
    us: 'project',
    cues: [['\\bcla\\b|contributor licen[cs]e|contributors? agreement', 12]],
  },
  {
    slug: 'offer-letter',
    name: 'Offer letter',
    us: 'employer',
    them: 'candidate',
    cues: [
      [
        'offer letter|(?:job|employment) offer|employment (?:contract|letter)|arbeitsvertrag|contrat de travail|contrato de trabajo|offer of employment',
        12,
      ],
    ],
  },
  {
    slug: 'founder-agreement',
    name: 'Founder agreement',
    us: 'founderA',
    them: 'founderB',
    cues: [
      [
        'co-?founders?|founders? (?:agreement|contract)|two founders|founders.{0,30}(?:vesting|equity)|gesellschaftervertrag|pacte d.associes|pacto de socios',
        12,
      ],
    ],
  },
  {
    slug: 'landing-page-outline',
    name: 'Landing page outline',
    cues: [['landing ?pages?|sales page|home ?page (?:copy|outline|structure)|product page', 10]],
  },
  {
    slug: 'cold-email-sequence',
    name: 'Cold e-mail sequence',
    cues: [['cold e?-?mails?|outreach|e-?mail sequence|prospecting|kaltakquise|sales e-?mails?', 11]],
  },
  {
    slug: 'readme',
    name: 'README',
    cues: [
      ['read ?me\\b', 11],
      ['documentation start page|project documentation', 5],
    ],
  },
  {
    slug: 'pitch-one-pager',
    name: 'Pitch one-pager',
    cues: [
      [
        'one[- ]?pag(?:e|er)\\b.{0,12}pitch|pitch (?:one|deck|for my)|one[- ]pager|teaser|elevator pitch|investor (?:summary|pitch)|pitch',
        7,
      ],
    ],
  },
  {
    slug: 'launch-plan',
    name: 'Launch plan',
    cues: [
      [
        'launch (?:plan|checklist|day)|go[- ]to[- ]market|release plan|plan (?:for|of) (?:the|our) launch',
        12,
      ],
    ],
  },
  { slug: 'user-stories', name: 'User stories', cues: [['user stor(?:y|ies)|backlog', 11]] },
  {
    slug: 'press-release',
    name: 'Press release',
    cues: [
      [
        'press (?:release|announcement|note)|media (?:announcement|release)|pressemitteilung|communique de presse|nota de prensa',
        12,
      ],
    ],
  },
  {
    slug: 'job-post',
    name: 'Job post',
    cues: [
      [
        'job (?:post|posting|ad|advert|advertisement|description|listing)\\b|stellenanzeige|vacancy|offre d.emploi|oferta de (?:trabajo|empleo)',
        12,
      ],
    ],
  },
  {
    slug: 'meeting-agenda',
    name: 'Meeting agenda',
    cues: [['agenda\\b|meeting plan|tagesordnung|ordre du jour|orden del dia', 10]],
  },
  {
    slug: 'changelog-entry',
    name: 'Changelog entry',
    cues: [['change ?-?log|release notes|what.s new', 11]],
  },
  {
    slug: 'case-study',
    name: 'Case study',
    cues: [['case study|success story|customer story|fallstudie|etude de cas|caso de exito', 12]],
  },
  {
    slug: 'sop',
    name: 'Standard operating procedure',
    cues: [
      [
        '\\bsops?\\b|standard (?:operating )?procedure|operating procedure|process document|arbeitsanweisung|run ?book|how[- ]to guide|playbook',
        11,
      ],
    ],
  },
  {
    slug: 'post-mortem',
    name: 'Incident post-mortem',
    cues: [
      [
        'post ?-?mortem|incident (?:report|review)|outage report|root cause|retrospective of the (?:outage|incident)',
        11,
      ],
      ['outage|was down|data loss', 3],
    ],
  },
  {
    slug: 'onboarding-plan',
    name: 'Onboarding plan',
    cues: [
      [
        'onboarding (?:plan|checklist|schedule)|first (?:30|90|thirty|ninety) days|einarbeitungsplan|plan for (?:a|our) new (?:employee|hire)',
        12,
      ],
    ],
  },
  {
    slug: 'content-calendar',
    name: 'Content calendar',
    cues: [
      [
        'content (?:calendar|plan)|editorial (?:plan|calendar)|redaktionsplan|posting (?:plan|schedule)|social media plan|calendrier editorial',
        12,
      ],
    ],
  },
  { slug: 'newsletter-issue', name: 'Newsletter issue', cues: [['news ?letters?', 8]] },
  {
    slug: 'product-spec',
    name: 'Product spec',
    cues: [
      [
        'product requirements?|\\bprd\\b|(?:feature|product|technical) spec\\w*|\\bspec(?:ification)?\\b (?:for|of)|pflichtenheft',
        11,
      ],
    ],
  },
  {
    slug: 'interview-script',
    name: 'Customer interview script',
    cues: [
      [
        'interview (?:script|guide|questions)|questions for.{0,20}interviews?|customer interviews?|user interviews?|interview',
        9,
      ],
    ],
  },
];

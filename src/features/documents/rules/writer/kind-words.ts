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
  'nda|disclosure agreement|keep (?:it|this|them) to (?:him|her|them|it)sel(?:f|ves)|confidential papers|keep quiet|stay silent|secrecy (?:thing|paper|deal)|nichts .{0,40}weiter(?:geben|sagen|erzahlen)|ndas|non ?-?disclosure|confidentiality|geheimhaltung\\w*|vertraulichkeit\\w*|verschwiegenheit\\w*|(?:acuerdo|contrato) de confidencialidad|confidencialidad|accord de confidentialite|confidentialite|keep (?:it|this|them|everything) (?:secret|confidential)|secrecy agreement|(?:ca|can ?no|ca|wo|must no|may no|do(?:es)? no)n?.?t (?:talk|tell|speak|leak|spread|share)\\b.{0,40}|hush|stay(?:s)? between us|stillschweigen|no (?:pueda\\w* )?(?:contar|divulg\\w+|revel\\w+)|ne (?:doit|doivent|puisse\\w*) (?:pas )?(?:parler|divulguer|reveler)';

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
        'mutual|bilateral|swap|both (?:ways|sides|parties|of us|show|share|disclose)|we both|each other|one another|beide seiten|les deux|ambas? partes|gegenseitig\\w*|beidseitig\\w*|mutuo|mutuel\\w*|reciproque|exchange',
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
        'one[- ]?(?:way|sided)|sens unique|sentido unico|only (?:\\w+ ){0,4}(?:is|are|has|have) (?:bound|duties|obligations|obliged)|(?:he|she|they|it) must (?:not |keep)|(?:doit|doivent|darf|durfen|debe|deben) (?:rien|pas|nichts?|no)|unilateral\\w*|einseitig\\w*|nur wir|only (?:we|i|they|he|she)|legen offen|must not tell|(?:has|have|had|want \\w+|wants \\w+) to keep (?:it|them|this)|(?:keep|stay|be) (?:quiet|silent)|keep (?:it|this|them) (?:secret|confidential)|not tell|(?:guys|people|they|them|he|she|agency|developer|investor)\\b.{0,40}(?:cant|can.t|must not|don.t|may not|not) (?:talk|tell|leak|share)',
        6,
      ],
      ['\\b(?:share|show|showing|sharing|disclose|give|giving)\\b.{0,60}(?:with|to|our|my)', 3],
      ['(?:will|can|may|gets? to|lets? (?:him|her|them)) see\\b|we show (?:him|her|them)\\b', 4],
    ],
  },
  {
    slug: 'contractor-agreement',
    name: 'Contractor agreement',
    us: 'client',
    them: 'contractor',
    cues: [
      [
        'contractor(?:s)?(?: agreement| contract)?|freelanc\\w+|freie\\w* mitarbeiter\\w*|independant|prestataire|disenador\\w* autonom\\w+|consult(?:ing|ancy|ant)(?: agreement| contract)?|contrat de prestation|prestation|contrato de servicios|freelancer?vertrag|dienstvertrag|werkvertrag|auftragsvertrag|autonomo|programador\\w*',
        6,
      ],
      [
        '\\bhires?\\b|\\bhiring\\b|take on\\b|engag(?:e|es|ing)\\b|subcontract\\w*|beauftrag\\w+|extern\\w* (?:\\w+ )?berater\\w*',
        4,
      ],
      // A trade that people are hired for by the job.
      [
        '(?:web ?|app |ui |ux |backend |frontend |mobile )?(?:developers?|devs?|designers?|programmers?|coders?)|illustrators?|photographers?|videographers?|writers?|copywriters?|translators?|editors?|bookkeepers?|(?:ux |market )?researchers?|musicians?|composers?|animators?|caterers?|trainers?|hackers?|entwickler\\w*|texter\\w*|fotograf\\w*|ubersetzer\\w*|berater\\w*|grafiker\\w*|redact(?:eur|rice)|graphiste|traduc\\w+|developpeu\\w+|photographe|disenador\\w*|redactor\\w*|fotografo',
        3,
      ],
      [
        '\\w*(?:honorar|dienst|werk|freelancer|mitarbeiter)vertrag\\w*|(?:contratar|engager) (?:a )?(?:un|une|una)\\b',
        6,
      ],
      [
        '(?:new|our|the|unsere?n?|notre|nuestr[oa]|an?) (?:\\w+ ){0,2}\\w+(?:engineer|editor|artist|ist|erin|or|teur|trice|dor|dora)\\b,',
        3,
      ],
      [
        '\\b(?:will|shall|is going to|should|to|soll|wird|va|va a)\\b (?:\\w+ )?(?:re)?(?:build|design|develop|write|translate|edit|program|code|paint|draw|film|photograph|animate|record|illustrate)\\b(?!.{0,14}(?:agreement|contract|letter|document|paper|text))(?!.{0,24}\\bplan).{0,40}\\b(?:for (?:us|me)|our|my|us)\\b',
        6,
      ],
      ['kill fee|(?:she|he|they) (?:bills?|charges?|invoices?)|flat fee|up ?front', 2],
      ['(?:hire|service|services|development|developer) (?:agreement|contract)', 5],
      ['\\b(?:contract|agreement|vertrag|contrat|contrato)\\b', 2],
      ['\\b(?:pays? me|i advise|i am a freelancer|i.m a freelancer)\\b', 3],
      [
        '(?:(?:per|an|pro|par|por|die) (?:hour|stunde|heure|hora)|\\d[\\d.,]* ?(?:euros?|eur|usd|dollars?|gbp|pounds?|[€$£])? ?/ ?h(?:r|our)?)\\b|milestones?',
        3,
      ],
    ],
  },
  {
    slug: 'statement-of-work',
    name: 'Statement of work',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'statements? of work|scope (?:document|paper|doc)|project scope|define the scope|projektbeschreibung|\\bsow\\b|work orders?|leistungsbeschreibung|cahier des charges|scope of work|alcance del trabajo',
        12,
      ],
      ['deliverables', 3],
      ['(?:under|zum|to) (?:our |the |dem )?(?:msa|master|framework|rahmenvertrag)\\w*', 4],
    ],
  },
  {
    slug: 'invoice',
    name: 'Invoice',
    us: 'seller',
    them: 'buyer',
    cues: [
      [
        '^rg\\b|\\brechnungsn\\w+|\\b(?:need|want|have|like) to (?:charge|bill)|^(?:charge|cobr\\w+)|honorarnote',
        7,
      ],
      [
        '\\d ?(?:std|stunden|hours?|hrs?|h|tage|days?|heures|jours|horas|dias)\\b.{0,40}(?:\\b(?:je|a|at|zu)|@) ?\\D{0,3}\\d|zahlungsziel|\\breverse charge',
        2,
      ],
      [
        '^(?:please )?(?:an? |the |make |write |create |send )*(?:invoice|bill|rechnung|facture|factura)\\b|\\b(?:invoice|bill|charge) (?:them|him|her|it|me)\\b',
        8,
      ],
      [
        '\\binvoices?\\b(?! (?:are |is )?(?:payable|due|paid|within|monthly))|\\brechnung\\b|\\bfacture\\b|\\bfactura\\b|\\bbill\\b',
        4,
      ],
    ],
  },
  {
    slug: 'payment-reminder',
    name: 'Payment reminder',
    us: 'sender',
    them: 'debtor',
    cues: [
      [
        'not (?:been )?settled|remind(?:er|ers|ing)?\\b|dunning|mahnung|zahlungserinnerung|relance|rappel|recordatorio|overdue|late payment letter|last warning|before (?:i|we) (?:go to court|sue)|letter of demand|mise en demeure',
        9,
      ],
      [
        'not paid|unpaid|ha(?:s|ve)(?: not|n.t) (?:been )?paid|still open|still owes?|impaye|owes? (?:me|us)|(?:still )?owe[sd]? \\S*\\d|ghosted|chase|seit .{0,30}offen|schuldet',
        6,
      ],
    ],
  },
  {
    slug: 'quote',
    name: 'Quote',
    us: 'seller',
    them: 'buyer',
    cues: [
      ['what\\b.{0,40}\\bcosts?\\b|how much\\b.{0,40}\\b(?:costs?|be|pay|charge)\\b|prices? for\\b', 9],
      ['\\bquotes?\\b|quotation|\\bestimate\\b|kostenvoranschlag|angebot|devis|presupuesto|price offer', 8],
    ],
  },
  {
    slug: 'proposal',
    name: 'Proposal',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'proposals?|(?:want|hope|try|trying) to win|why (?:our|we) .{0,40}(?:solves?|fits?|right)|\\bpropose\\b|pitch(?:ing)? (?:to|at)\\b(?! (?:the )?(?:investors?|vcs?|angels?))|projektvorschlag|propuesta|proposition commerciale|pitch our services',
        9,
      ],
    ],
  },
  {
    slug: 'amendment',
    name: 'Amendment',
    us: 'sideA',
    them: 'sideB',
    cues: [
      [
        '(?:signed|have|had|made|got)\\b[^.]{0,70}(?:agreement|contract|deal)\\b.{0,170}\\b(?:change|changes|fewer|more hours|less|longer|shorter|instead|apply from|that clause|raise|lower)|amend(?:ment|ments|ing)?\\b|(?:deal|agree\\w*|contract|vertrag|contrat|contrato)\\b.{0,80}\\b(?:should|shall|will|soll|must) (?:now|from now on|jetzt|instead|run until)|addend(?:um|a)\\b(?: \\w+){0,3} to\\b|avenant|nachtrag|vertragsanderung|enmienda|modificacion del? contrato|(?:deal|agree\\w*|contract|vertrag)\\b.{0,50}\\b(?:must|has to|needs?(?: to)?|should|shall|muss) (?:be )?(?:chang\\w*|adapt\\w*|extended|geandert)|(?:change|modify|extend|prolong) (?:our|the|my|an?)(?: term of the| terms of the)? ?(?:existing |current )?(?:\\w+ )?(?:agreement|contract)',
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
        '(?:don.?t|do not|no longer|not|never) (?:\\w+ )?(?:want|wish|like|going)? ?(?:to )?(?:continue|go on with|carry on|work with|extend|renew|keep using)\\b|part ways|stop (?:working with|using|the (?:contract|service|collaboration))|nicht (?:mehr )?(?:weiter\\w*|verlangern)|(?:souhaitons|voulons) (?:plus|arreter)|ya no (?:queremos|quiero)|terminat\\w+|kundig(?!ungsfrist|ung (?:mit|binnen|innerhalb|nach))\\w+|aufhebung\\w*|aus (?:dem|unserem|meinem|einem) \\w*vertrag\\b.{0,60}\\braus|(?:we are|we.re|i am|i.m) (?:leaving|done with)|resiliation|resilier|rescindir|rescision|break off|(?:cancel|ends?|ending|quit|leave|get out of|want out of|back out of) (?:our|the|my|a|this|it)\\b.{0,30}?(?:contract|agreement|subscription|for breach|$)|end the agreement|cancellation letter|notice of termination',
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
        '(?:assign|transfer|sell|sold|selling|hand over)\\w*\\b.{0,60}(?:copyright|rights|intellectual property|\\bip\\b|codebase|source code|ownership)|ip assignment|intellectual property (?:assignment|transfer)|rechteubertragung|nutzungsrechte ubertragen|ubertrag\\w+.{0,40}rechte|ceder (?:los|todos los) derechos|ceder les droits|cession de droits|cesion de derechos',
        12,
      ],
      [
        '(?:bought|purchased|acquired|paid)\\b.{0,120}\\b(?:mine|ours|rights|own(?:s|ed)?|ownership|belongs?)|(?:says?|proves?|proof|makes? sure|confirms?) (?:that )?(?:it|they|the \\w+|everything)(?:.s| is| are| be)? (?:mine|ours)\\b',
        10,
      ],
      ['intellectual property|copyright', 3],
      [
        '(?:code|domain|rights|copyright|logo|designs?|software|texts?|brand)\\b.{0,90}\\b(?:go(?:es)?|pass(?:es)?|belong) (?:over )?to\\b|(?:sign|hand|make|give|turn)\\w* (?:it |them |this |that |everything |all )+over\\b',
        12,
      ],
      [
        '(?:wrote|built|made|created|designed|sells?)\\b.{0,60}\\b(?:before we|own time|spare time|all (?:the )?rights)',
        8,
      ],
      [
        'hands? (?:over )?(?:the |all |his |her )*(?:copyright|rights|ownership)|(?:built|made|wrote|created|designed)\\b.{0,40}\\bbelongs? to (?:me|us)|should belong to (?:me|us)',
        10,
      ],
    ],
  },
  {
    slug: 'master-services-agreement',
    name: 'Master services agreement',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'master (?:services? )?(?:agreement|contract)|\\bmsa\\b|(?:framework|umbrella|overarching) (?:agreement|contract|deal)|several projects (?:under|over)|rahmenvertrag|contrat[- ]cadre|contrato marco',
        10,
      ],
    ],
  },
  {
    slug: 'retainer',
    name: 'Retainer agreement',
    us: 'supplier',
    them: 'client',
    cues: [
      [
        'retainers?\\b|(?:hours?|days?|h|tage|jours|dias) (?:a|per|every|each|im|pro|par|al) (?:month|monat|mois|mes)|(?:book|use|need)s? (?:me|us)\\b.{0,30}\\b(?:every|each|a|per) month|on call\\b.{0,20}month|stunden (?:im|pro) monat|heures par mois|horas al mes|monthly support contract',
        10,
      ],
    ],
  },
  {
    slug: 'saas-agreement',
    name: 'SaaS agreement',
    us: 'provider',
    them: 'customer',
    cues: [
      [
        '\\bsaas\\b(?=.{0,20}(?:contract|agreement|deal|terms|vertrag|contrat|for|:|$))|software as a service|(?:subscription|cloud) (?:agreement|contract)|cloud software',
        10,
      ],
      ['\\bsaas\\b|subscribers?|uptime', 4],
      [
        '(?:uses?|using|licen[cs]e|access|contract|vertrag|contrat|contrato|sign)\\b.{0,30}\\b(?:our|unsere?r?|notre|nuestra)\\b.{0,14}(?:cloud|software|platform|plattform|plateforme|plataforma|tool)\\w*',
        6,
      ],
    ],
  },
  {
    slug: 'data-processing-agreement',
    name: 'Data processing agreement',
    us: 'controller',
    them: 'processor',
    cues: [
      [
        '\\bdpa\\b|data process\\w+|process\\w*\\b.{0,40}(?:data|personal)\\b.{0,30}(?:on (?:their|our|my|your|the|its) behalf|for (?:them|us))|(?:gdpr|dsgvo|rgpd)\\b.{0,20}(?:contract|agreement|paper|vertrag|contrat)|auftragsverarbeitung\\w*|\\bavv?\\b[- ]vertrag|subprocessors?|sous-traitance rgpd|process\\w* for (?:us|me)\\b|processor agreement|sous-traitance de donnees|encargo de tratamiento',
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
        'terms (?:of|and conditions)\\b.{0,20}|terms of (?:service|use)|(?:terms|rules|conditions) for (?:our|my|the|a|an) (?:web|site|website|app|shop|platform|forum|community|service|online)\\w*|\\btos\\b|website terms|nutzungsbedingungen|\\bagb\\b|conditions (?:generales|d.utilisation)|terminos (?:de uso|y condiciones)',
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
        '(?:page|text|notice|something|explains?|tells?|says?|statement)\\b.{0,50}\\b(?:what (?:we|i|it|they) (?:do(?:es)? with|collects?|stores?|saves?|keeps?)|(?:user|personal|their|customer)s?.? (?:data|information)|data (?:we|i|it))',
        11,
      ],
      [
        'privacy (?:policy|notice|statement)|(?:gdpr|data protection) (?:notice|policy|statement|page)|cookie (?:and privacy|policy|notice)|datenschutzerklarung|politique de confidentialite|politica de privacidad|datenschutz(?!beauf)\\w*',
        15,
      ],
    ],
  },
  {
    slug: 'contributor-licence-agreement',
    name: 'Contributor licence agreement',
    us: 'project',
    cues: [
      ['\\bcla\\b|contributor licen[cs]e|contributors? agreement', 12],
      [
        '(?:pull requests?|contribut\\w+|patches)\\b.{0,110}\\b(?:sign|licen[cs]e|rights)|sign\\b.{0,40}(?:pull requests?|contribut\\w+)',
        9,
      ],
    ],
  },
  {
    slug: 'offer-letter',
    name: 'Offer letter',
    us: 'employer',
    them: 'candidate',
    cues: [
      [
        'offer letter|carta de oferta|lettre d.embauche|promesse d.embauche|anstellungsvertrag|festanstellung|(?:job|employment) offer|employment (?:contract|letter)|arbeitsvertrag|contrat de travail|contrato de trabajo|offer of employment',
        12,
      ],
      [
        '(?:bring(?:ing)? on|hir(?:e|es|ing)|employ(?:ing)?|tak(?:e|ing) on|join\\w*) .{0,50}\\bas\\b(?! (?:an? )?(?:freelanc|contractor|consultant|self))',
        7,
      ],
      ['\\d{1,2} ?(?:hours?|hrs?|h) ?(?:/|per|a|pro|die) ?(?:wk|week|woche)|\\d ?%? bonus', 4],
      // To somebody by name, not for anybody who might apply.
      [
        '(?:oferta de (?:trabajo|empleo)|offre d.emploi|stellenangebot) (?:para|pour|an|a|fur)(?= (?!une?\\b|una\\b|eine?n?\\b|les?\\b|las?\\b|los\\b))',
        16,
      ],
      [
        'zusage|werkstudent\\w*|our future|future employee|position:|job letter|salary|(?:per|a) year|probation|(?:days|weeks) (?:of )?(?:holiday|vacation|leave)|gehalt|probezeit|urlaub',
        4,
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
      [
        '(?:starting|founding|launching|start|found|build|setting up) (?:an?|our|the|this) (?:company|startup|business|firm) (?:together|with|called|named)|start(?:ing)? (?:\\w+ ){0,3}together|my (?:partner|friend|buddy) .{0,40}(?:compan|startup|business)|grunden (?:\\w+ ){0,4}(?:firma|gmbh|startup)',
        7,
      ],
      ['\\bvest(?:s|ing|ed)?\\b|\\d0 ?/ ?\\d0|equity split|split (?:the )?(?:shares|equity|\\d)', 5],
    ],
  },
  {
    slug: 'landing-page-outline',
    name: 'Landing page outline',
    cues: [
      [
        'landing ?pages?|(?:page|site)\\b.{0,16}\\b(?:that|which|to) (?:sells?|explains?|convinc\\w+|promot\\w+)(?!.{0,24}(?:package|library|repo|crate|module))(?!.{0,24}(?:package|library|repo|crate|module))|(?:on|for) (?:the|our|my) (?:home|start|sales|product) ?page|startseite|verkaufsseite|page (?:d.accueil|de vente)|pagina (?:de )?(?:aterrizaje|destino|ventas|inicio)|sales page|home ?page (?:copy|outline|structure)|product page',
        10,
      ],
    ],
  },
  {
    slug: 'cold-email-sequence',
    name: 'Cold email sequence',
    cues: [
      [
        '(?:writ\\w+|mails?|e-?mails?|messages?|reach out|contact|approach)\\b.{0,60}\\b(?:don.?t|do not|never|haven.?t|not)\\b.{0,12}\\b(?:know|heard|met|know of)\\b|cold e?-?mails?|(?:e-?mails?|messages) to .{0,40}\\b(?:don.?t|do not) know (?:us|me)|series of (?:sales )?(?:e-?)?mails|cold (?:prospects|leads|contacts|outreach)|e?-?mails? to (?:send to )?(?:prospects|leads|strangers|potential)|outreach|e-?mail sequence|prospecting|akquise\\w*|mails? (?:de prospection|a froid)|correos? (?:en frio|de prospeccion)|kaltakquise|sales e-?mails?',
        11,
      ],
    ],
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
        '(?:investors?|angels?|vcs?)\\b.{0,80}\\b(?:sheet|page|leave|hand|summary)|(?:sheet|page|summary)\\b.{0,60}\\b(?:investors?|angels?|vcs?)|(?:une page|eine seite|una pagina) (?:pour|fur|para) (?:\\w+ )?(?:invest\\w+|invers\\w+)|one[- ]?pag(?:e|er)\\b.{0,12}pitch|pitch (?:one|deck|for my)|one[- ]pager|teaser|elevator pitch|investor (?:summary|pitch)|one page for investors?|pitch(?! (?:deck|to (?!investor|vc|angel)))',
        7,
      ],
    ],
  },
  {
    slug: 'launch-plan',
    name: 'Launch plan',
    cues: [
      [
        '(?:go(?:es|ing)? live|launch\\w*|ship\\w*|releas\\w+|release day|opening)\\b.{0,140}\\b(?:plan|weeks? before|day itself|checklist|who does what|count ?down|timeline|what (?:has|needs) to happen)|produktstart|markteinfuhrung|plan de lancement|plan de lanzamiento|launch (?:plan|checklist|day|timeline|schedule)|plan\\w* (?:the |our |a |my |an )?(?:product |public )?launch|launch of \\w+ on|go[- ]to[- ]market|release plan|plan (?:for|of) (?:the|our) launch',
        12,
      ],
    ],
  },
  {
    slug: 'user-stories',
    name: 'User stories',
    cues: [
      [
        'user stor(?:y|ies)|(?<!success |customer |client )stories (?:for|with|so)|acceptance criteria|historias de usuario|nutzergeschichten|recits? utilisateur|as a .{3,40} i want|backlog',
        11,
      ],
    ],
  },
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
        '(?:job|hiring|help wanted|recruiting|recruitment) (?:post|posting|ad|advert|advertisement|description|listing)\\b|stellenausschreibung|jobanzeige|annonce d.emploi|anuncio de (?:empleo|trabajo)|offre de poste|stellenanzeige|vacancy|recrutons|recrute\\w*|embauchons|contratamos|we.?re recruiting|wir stellen ein|(?:is|are|am|we|wir|\\w+) (?:looking for an?|look for an?|are looking for|seeks?|suchen|sucht|busca|cherche)|(?:^|job )advert\\b|offre d.emploi|oferta de (?:trabajo|empleo)',
        12,
      ],
    ],
  },
  {
    slug: 'meeting-agenda',
    name: 'Meeting agenda',
    cues: [
      [
        '(?:we|i) (?:will )?meet\\b(?! (?:an? )?(?:investor|angel|vc))|what (?:do|should|shall|will) we (?:talk about|discuss)|in which order|points? to discuss|(?:kick-?off|weekly|stand-?up|planning|review|sync|quarterly) (?:call|meeting)|agenda\\b|meeting plan|tagesordnung|ordre du jour|orden del dia',
        10,
      ],
    ],
  },
  {
    slug: 'changelog-entry',
    name: 'Changelog entry',
    cues: [
      [
        'change ?-?log|versionshinweise|anderungsprotokoll|notes de version|notas de (?:la )?version|journal des modifications|registro de cambios|release notes|what.s new',
        11,
      ],
    ],
  },
  {
    slug: 'case-study',
    name: 'Case study',
    cues: [
      [
        'case study|success story|(?:customer|client) story|story (?:about|of) .{0,16}(?:customer|client)|kundengeschichte|erfolgsgeschichte|anwenderbericht|referenzbericht|temoignage client|histoire (?:de )?client|historia de exito|caso de estudio|fallstudie|etude de cas|caso de exito',
        12,
      ],
    ],
  },
  {
    slug: 'sop',
    name: 'Standard operating procedure',
    cues: [
      [
        '\\bsops?\\b|procedimiento|\\bprocedure\\b|verfahrensanweisung|ablaufbeschreibung|mode operatoire|paso a paso|schritt fur schritt|step[- ]by[- ]step|standard (?:operating )?procedure|operating procedure|process document|ablaufplan|prozessbeschreibung|fiche de procedure|written down\\b.{0,30}|so (?:that )?any(?:body|one)\\b.{0,24}\\bcan (?:do|handle|run|repeat)|arbeitsanweisung|run ?book|how[- ]to guide|playbook|(?:write|put|note|set) down (?:the )?(?:steps?|how)|steps? (?:how|by which|for how)|how we (?:do|handle|run)\\b',
        11,
      ],
    ],
  },
  {
    slug: 'post-mortem',
    name: 'Incident post-mortem',
    cues: [
      [
        'post ?-?mortem|incident (?:report|review)|storungsbericht|vorfallsbericht|ausfallbericht|rapport d.incident|informe (?:del?|de la|sobre) (?:incidente|caida)|outage report|write.?up (?:of |about |what )?.{0,20}(?:happened|outage|incident|went wrong)|what went wrong|root cause|retrospective of the (?:outage|incident)',
        11,
      ],
      [
        '(?:lost|down|broke|broken|deleted|failed|crashed)\\b.{0,80}\\b(?:because|due to)|document (?:it|what happened)',
        7,
      ],
      ['outage|(?:was|were|went|goes) down|data loss|crash\\w*|ausfall|panne|caida', 5],
    ],
  },
  {
    slug: 'onboarding-plan',
    name: 'Onboarding plan',
    cues: [
      [
        'onboarding (?:plan|checklist|schedule)|first (?:30|90|thirty|ninety) days|first (?:days?|weeks?|months?)\\b|plan d.(?:integration|accueil)|plan de (?:incorporacion|integracion|bienvenida)|(?:new|first)\\b.{0,20}(?:colleague|starts|joins)\\b.{0,60}\\b(?:prepared?|look after|show|plan)|einarbeitungsplan|first (?:days?|weeks?|months?|quarter)\\b.{0,40}(?:hire|employee|colleague|joiner|engineer|developer|designer)|(?:new hire|new joiner|newcomer|new colleague)|plan for (?:a|our) new (?:employee|hire)|induction|parcours d.integration|plan de acogida',
        12,
      ],
    ],
  },
  {
    slug: 'content-calendar',
    name: 'Content calendar',
    cues: [
      [
        '(?:post|publish|blog)(?:ing|s)?\\b.{0,50}\\b(?:regularly|every|each|weekly|plan\\w*|schedule|calendar|weeks)|what (?:to|should we|shall we|do we|can we) post|beitragsplan|inhaltsplan|planning editorial|calendario (?:de contenidos?|editorial)|plan de (?:contenus?|contenidos?|publication\\w*)|content (?:calendar|plan)|editorial (?:plan|calendar)|redaktionsplan|posting (?:plan|schedule)|social media plan|calendrier editorial',
        12,
      ],
    ],
  },
  {
    slug: 'newsletter-issue',
    name: 'Newsletter issue',
    cues: [
      [
        'boletin|infolettre|lettre d.information|news ?letters?(?! (?:provider|system|tool|app|software|sign|service|platform))',
        8,
      ],
      ['(?:edition|issue) of (?:our|the|my)|(?:customer|monthly|weekly) mailing|rundbrief', 9],
    ],
  },
  {
    slug: 'product-spec',
    name: 'Product spec',
    cues: [
      [
        'product requirements?|\\bprd\\b|(?:exactly )?what (?:to|(?:we|they) (?:should|must|have to)) build|how\\b.{0,40}\\b(?:should|shall|has to|must|needs to) (?:work|behave)|produktanforderung\\w*|lastenheft|anforderungsdokument|especificacion\\w*|specification fonctionnelle|requisitos|(?:feature|product|technical) spec\\w*|\\bspec(?:ification)?\\b (?:for|of)|pflichtenheft',
        11,
      ],
    ],
  },
  {
    slug: 'interview-script',
    name: 'Customer interview script',
    cues: [
      [
        'interviewleitfaden|gesprachsleitfaden|guide d.entretien|entretiens?|entrevistas?|guion|interview (?:script|guide|questions)|questions for.{0,20}interviews?|customer interviews?|user interviews?|interview|talk to (?:\\w+ ){1,3}about|what (?:do|should|can|could) (?:i|we) ask|questions? (?:to ask|for)',
        9,
      ],
    ],
  },
];

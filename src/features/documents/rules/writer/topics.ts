// What people speak of when they describe a paper instead of naming it: beginnings of words, without accents, in four languages.
const words: Record<string, string> = {
  'mutual-nda':
    'confidential vertraulich geheim confidentiel secret mutual bilateral reciprocal two-way both+ways both+sides each+other swap exchang beide gegenseitig ambas mutuo',
  'one-way-nda':
    'confidential vertraulich geheim confidentiel secret disclos reveal revel divulg leak recipient receives recibe recoit erhalt one-way unilateral einseitig tell+anybody tell+anyone prototype plans+to cad+files only+they',
  'contractor-agreement':
    'freelanc contractor honorar self-employed bills hourly subcontract paperwork project+work pauschal one-off gig works+for does+our',
  invoice:
    'line+item vat mwst ust tva iva moms gst qty net payable zahlbar zahlungsziel due purchase+order iban billed invoic bill charge each delivered',
  'payment-reminder':
    'overdue owe unpaid outstanding rappel relance recordatorio erinner mahn fallig offen echeance retard impag adeud late chas arrears remind still+hasn still+not paid+yet inkasso lawyer third+time second+time ghost',
  quote:
    'estimat quot cost offer valid netto angebot materials labour price gultig gilt bindefrist validez valable prix precio presupuest',
  proposal:
    'propos approach solution phases options outcome problem idea convince tender bid acompte refonte',
  retainer:
    'retain monthly each+month every+month hours+each per+month ongoing unused leftover rollover arrangement on+call regular mensuel monatlich kontingent mensual month',
  'saas-agreement':
    'saas cloud subscri seats users uptime hosted use+our our+platform our+software our+tool licen renew yearly abo nutzer suscripcion abonnement signs+up b2b',
  'statement-of-work':
    'deliver milestone scope fixed migrat work+order under+our t&m est estimate festpreis finish accept lieferumfang',
  'master-services-agreement':
    'framework umbrella all+projects each+project every+project every+job orders jobs+under general+terms rahmen cadre marco repeated future+projects',
  'data-processing-agreement':
    'personal+data gdpr rgpd dsgvo process subprocess breach patient user+data customer+data kundendaten donnees datos sous-traitance verarbeit on+behalf hosts',
  'website-terms':
    'forum users site website platform age bots scraping tos terms rules visitors members community nutzer utilisateur usuarios annonces behave',
  'privacy-policy':
    'privacy privacidad datenschutz cookies gdpr rgpd dsgvo tracking visitors collect personal+data analytics newsletter donnees',
  'contributor-licence-agreement': 'contributor contribut pull+request open+source patches maintainer cla',
  'offer-letter':
    'salary holiday pto vacation urlaub probation probezeit candidate job employ gross brutto bonus full-time part-time full+time part+time got+the+job reports+to benefits hire hiring starts stelle anstell embauch puesto contrat+de+travail annual weekly hours+per+week equity formal',
  'founder-agreement':
    'cofounder co-founder founder share equity vest cliff startup grund fondateur fundador socio split',
  'ip-assignment':
    'copyright rights sell logo assign hand+over own+everything ubertrag cession cede derechos droits rechte intellectual',
  'termination-notice':
    'leav cancel breach broke quit stop+working for+cause terminat end+of+our kundig resili rescind preavis preaviso frist no+longer+want get+out want+out',
  amendment:
    'amend chang extend prolong rest+stays stays+the+same everything+else instead+of existing signed+on signed from+now+on goes+from nachtrag avenant modif raise+from add+to',
  'landing-page-outline':
    'landing homepage home+page hero headline page visitors outline sections call+to+action sign-ups website+copy',
  'cold-email-sequence':
    'cold outreach prospect leads emails emails mails sequence follow-up strangers reply',
  readme: 'readme github gitlab repo npm install library cli package open+source front+page developers crate',
  'pitch-one-pager': 'pitch investor one-pager raising funding seed angels vc traction deck',
  'launch-plan':
    'launch go+live going+live goes+live release+day ship until+we rollout countdown before+we checklist veroffentlich lancement lanzamiento',
  'user-stories': 'stories story backlog as+a so+that acceptance user epic',
  'press-release': 'press media journalist announc launches news presse communique prensa bringt heraus',
  'job-post': 'vacancy advert looking+for applicants apply recruit stellen job+ad hire position candidates',
  'meeting-agenda':
    'meeting agenda minutes discuss attendees tagesordnung sitzung reunion treffen call+on workshop',
  'changelog-entry': 'changelog release+notes version drops adds fixes breaking what+changed update',
  'case-study': 'success customer doubled cut increased reduced how+they story using before+and+after result',
  sop: 'steps procedure weekly how+we instructions routine checklist process runbook every+time',
  'post-mortem': 'outage incident down failed root+cause crash went+wrong timeline disk database+full',
  'onboarding-plan':
    'onboard first+days first+week first+30 joins joiner new+hire buddy newcomer mentor einarbeit',
  'content-calendar':
    'post posts posting linkedin instagram blog social tiktok youtube weeks+of schedule topics channel',
  'newsletter-issue': 'newsletter subscribers edition issue mailing readers monthly+mail',
  'product-spec': 'spec prd feature requirement problem users+need build+next scope losing saved',
  'interview-script': 'interview ask questions talk+to users find+out customers+about learn+from',
};

let compiled: Map<string, RegExp[]> | undefined;

const topics = (): Map<string, RegExp[]> =>
  (compiled ??= new Map(
    Object.entries(words).map(([slug, list]) => [
      slug,
      list.split(' ').map((stem) => new RegExp(`(?<![a-z0-9])${stem.replaceAll('+', ' ')}`, 'u')),
    ]),
  ));

const most = 5;
const each = 1.5;

/** How much of what a request speaks of belongs to a kind: weak signs each, telling together. */
export const topicScore = (slug: string, text: string): number =>
  each * Math.min(most, (topics().get(slug) ?? []).filter((stem) => stem.test(text)).length);

// What no paper makes right, and what asks for the inside of the hub, as classes of acts: a verb and what it is done to, in the
// languages that are read and their neighbours. Plain small letters without accents.

const any = (words: string): string => `(?:${words.split(' ').join('|')})`;
const near = (most: number): string => `.{0,${most}}`;
const pattern = (source: string): RegExp => new RegExp(source, 'u');

const paper = any(
  'invoices? bills? passports? id receipts? contracts? certificates? certificats? diplomas? degrees? documents? letters? licen[cs]es? payslips? references? reviews? notes? statements? rechnung\\w* vertrag\\w* zeugnis\\w* bescheinigung\\w* unterschrift\\w* quittung\\w* ausweis\\w* signatures? factures? attestations? diplomes? contrats? bulletins? facturas? contratos? certificados? recibos? firmas? titulos? fattur[ae] contratt[oi] ricevut[ae] faturas? recibo factuur facturen',
);
const forged = any(
  'fake forged? forging counterfeit falsif\\w+ fabricat\\w+ backdat\\w+ gefalscht\\w* falsch\\w* fausse?s? faux fals[oaie]s? valse vervalst\\w* bogus sham inflated? inflad[oa]s? bidons?',
);
const someone = any(
  'him her them someone somebody anyone people my your our the an? grandm\\w+ grandp\\w+ mother father oma opa old elderly widow tenant wife husband ex witness\\w* neighbou?r\\w* employees? boss chief colleague\\w* customers? debtors? partner mieter\\w* zeug\\w+ nachbar\\w* chef mitarbeiter\\w* locataire voisin\\w* inquilin\\w+ vecin\\w+ testig\\w+ jefe huurder buren capo vicin\\w+ vizinh\\w+ chefe mi meinen? meine mon ma o il mijn',
);
const authority = any(
  'police court judge bank paypal government tax irs ministry authorit\\w+ embassy polizei gericht\\w* finanzamt\\w* behorde\\w* policia tribunal hacienda banco banque impots polizia politie',
);

export const harmful: RegExp[] = [
  // Forged papers, and papers about what never was.
  pattern(`\\b${forged}\\b${near(40)}\\b\\w*${paper}\\b`),
  pattern(
    `\\b${paper} ${any('fals[oaie]s? faux fausses? falsificad\\w+ bidons? inflad[oa]s? gonfiat[ae]')}\\b`,
  ),
  pattern(`\\b(?:doctor|invent|make up|alter|forge|manipulate) (?:an? |the |my |our )?${paper}\\b`),
  /\b(?:schein|gefalligkeits)(?:rechnung|vertrag|firma)\w*/,
  /\b(?:diploma|degree|doctor'?s note|medical certificate)\b.{0,40}\b(?:with my name|in my name|invent|skip work)/,
  /\b(?:invoice|bill|rechnung|facture|factura|receipt)\b.{0,60}\b(?:(?:we|i|you|they) never (?:did|do|delivered|provided|made)|that never (?:happened|took place|existed)|did(?:n't| not) (?:really|actually)|nie (?:geleistet|erbracht|stattgefunden)|ohne leistung|jamais (?:fait|eu lieu|fourni)|nunca (?:hic\w+|existi\w+))/,
  /\b(?:invoices?|bills?|rechnung\w*|factures?|facturas?)\b.{0,60}\b(?:never took place|never happened|die es nie gab|nie gegeben|qui n'ont jamais eu lieu|que nunca)\b/,
  /\blooks? like (?:it'?s|it is|its|they'?re|they are) (?:from|sent by) (?!(?:the )?\d)|\bletterhead\b.{0,80}\b(?:don'?t|do not|never)(?: really)? work(?:ed)? there\b/,
  /\b(?:reviews?|bewertungen|avis|resenas)\b.{0,40}\b(?:invented|made[- ]up|as if from|erfunden\w*|inventes?|inventad[ao]s?)\b|\b(?:customers?|clients?|jobs?|company|firm) (?:that|who|which) (?:do(?:es)?n'?t|do(?:es)? not|never) exist/,
  pattern(`\\b(?:comunicado|press release|communique|pressemitteilung) ${forged}\\b`),
  /\bpos(?:e|es|ing) as\b.{0,60}\b(?:credentials|passwords?|logins?|pay us|pay the fee|card numbers?|bank details)\b/,
  // Somebody is to sign, pay or lose without knowing.
  /\b(?:mustn'?t|must not|don'?t|do not|nobody|no one) notices?\b.{0,60}\b(?:sell|takes?|hide|lose|loses|give up|gives up)\b.{0,40}\b(?:location|data|half|shares?|rights|opt[- ]?out|money|house)\b/,
  /\b(?:without (?:(?:him|her|them|anyone|anybody|the \w+) )?(?:notic|know|realis|realiz|understand)ing|(?:so (?:that )?|ohne dass |damit )(?:\w+ ){1,4}(?:nichts? |not |won'?t |doesn'?t )?(?:merkt|merken|bemerkt|notice|notices|finds? out)|sans qu'?(?:il|elle|ils)\b.{0,12}\b(?:sache|remarque)|sin que\b.{0,16}\b(?:sepa|note|entere))/,
  /\b(?:drain|empty|steal|swindl|defraud|cheat|trick(?= (?:him|her|them|my|the|our|people|old))|rip(?:ping|s)? (?=off)|scam|fleec|estaf|enga[nñ]|arnaqu|escroqu|truff|ingann|betrug|betrieg|oplicht)\w*\b.{0,40}\b(?:accounts?|savings|pension|house|money|out of|grandm\w+|customers?|clients?|bank|banco|insur\w+|seguro|assurance|assicurazione|verzekering|versicherung|investors?|old|elderly|haus)\b/,
  /\b(?:factuur|facture|factura|fattura|rechnung|invoice)\b.{0,40}\b(?:estafar|escroquer|truffare|to cheat|to trick|om .{0,20}te bedriegen)/,
  /\bum (?:ihr|sein|das) (?:haus|geld|erspartes|vermogen) bring\w*/,
  // Threats and violence.
  /\b(?:blackmail\w*|extort\w*|ransom (?:notes?|demands?|letters?)|threaten(?:ing)? (?:him|her|them|my|to (?:kill|hurt|harm))|death threats?|erpress\w+|chantage|chantaj\w*|chantag\w*|ricatt\w*|afpers\w*|drohbriefe?|dreigbrie\w+|threatening letters?|lettres? de menaces?|cartas? de amenazas?|lettera minatoria)\b/,
  pattern(
    `\\b(?:frighten|scare|intimidate|terrify|stalk|harass|einschuchter\\w+|menacer|amenaz\\w+|minacci\\w+|ameac\\w+|bedreig\\w*)\\w* ${near(50)}\\b${someone}\\b`,
  ),
  /\bi know where (?:he|she|they|you|his|her|their|your)\b|\b(?:believe|think|tell\w*)\b.{0,30}\b(?:deported|arrested|go to jail|abgeschoben)\b|\bwitness\w*\b.{0,50}\b(?:changes?|withdraws?|forgets?) (?:his|her|their) (?:statement|testimony)/,
  /\b(?:beat(?:ing)? up|break (?:his|her|their) (?:legs?|bones?)|poison|kidnap\w*|(?:hurt|injure|assault|attack) (?:my|him|her|somebody|someone)|suicide|kill (?:myself|him|her|them|someone|somebody|my)|hit ?man|hire (?:a |an )?(?:assassin|killer))\b/,
  /\b(?:build|make|making|synthesi[sz]e|buy|sell)\b.{0,30}\b(?:bombs?|explosives?|nerve agents?|meth|ransomware|malware|keylogger|botnet)\b/,
  // To spy upon people.
  /\b(?:secretly|covertly|heimlich|en secret|a escondidas)\b.{0,30}\b(?:record|film|watch|track|monitor|spy|listen|filmen|aufnehmen|uberwach\w*|filmer|enregistrer|grabar)\w*/,
  // To hold or use people.
  /\b(?:take|keep|hold|withhold|confiscat|seiz|einbehalt|einzieh|confisqu|retener|quitar)\w*\b.{0,40}\b(?:passports?|reisepass\w*|passeports?|pasaportes?)\b/,
  /\b(?:slave\w*|forced labou?r|child labou?r|kinderarbeit|human traffick\w*|(?:sell|buy|selling|buying) (?:an? |my |his |her )?(?:child|baby|kidney|organ|liver)s?|organ trade)\b/,
  /\b(?:children|kids|minors|kinder)\b.{0,24}\b(?:work (?:in|at|for)|arbeiten)|\bfaire travailler des enfants|\b(?:ninos|menores) .{0,12}trabaj\w+/,
  // Nobody may speak of a crime.
  /\b(?:cannot|can ?not|can'?t|may not|must not|never|stop\w*|prevent\w*|forbid\w*|keeps?|silence\w*|nicht|pas|no) .{0,40}\b(?:report\w*|complain\w*|testif\w*|go(?:es|ing)? to|tell\w*|talk\w* to|melde\w*|anzeig\w*|denunci\w*|denonc\w*|porter plainte)\b.{0,50}\b(?:police|polizei|policia|authorit\w+|regulator|harass\w*|abuse\w*|assault|crime|court|belastigung|harcelement|acoso|labou?r inspect\w*)/,
  /\bvictims?\b.{0,30}\b(?:can'?t|cannot|may not|must not|never|stay|silent|quiet)\b/,
  // Crimes of money, trade and state.
  /\b(?:phish\w*|scams?|ponzi|pyramid scheme|money launder\w*|launder (?:the )?money|geldwasche|blanchi\w+|blanque\w+|riciclagg\w+|brib\w*|bestech\w*|schmiergeld\w*|pot-de-vin|soudoyer|corrompre|sobor\w+|corrompere|tangente|kickback\w*|insider trading|embezzl\w*|smuggl\w*|schmuggel\w*|contreband\w*|schwarzarbeit)/,
  /\b(?:buy|pay|comprar|acheter|kaufen|pagar|payer) (?:off |an? )?(?:an? |un |una |einen |the )?(?:officials?|judges?|inspectors?|politicians?|votes|funcionari\w+|juez|politico|fonctionnaire|juge|beamte\w*|richter\w*|votos|stimmen)\b/,
  /\b(?:sell|buy|trade|resell)\w*\b.{0,20}\b(?:stolen|hacked|pirated|cloned)\b|\b(?:stolen|hacked) (?:credit )?(?:cards?|accounts?|data|goods)\b.{0,30}\b(?:for sale|sell|price)/,
  /(?<!\b(?:never|not|no|don'?t|nicht) )\bsell\w*\b.{0,30}\b(?:patients?|personal|customers?|users?)\b.{0,20}\b(?:data|records)\b.{0,30}\bwithout\b/,
  /\bcompetitors?\b.{0,40}\b(?:keep (?:the |our )?prices|fix (?:the |our )?prices|split the market|same prices)|\bprice[- ]fixing (?:deal|agreement|contract)\b|\bpreisabsprache\w*/,
  /\b(?:evad\w+|avoid paying|cheat on|dodge|hide .{0,20}from) (?:my |our |the |le |las )?(?:tax(?:es)?|tax (?:office|man)|irs|tasse|impuestos|impostos|impots)\b|\btax evasion\b(?!.{0,30}policy)|steuerhinterzieh\w+|steuern hinterzieh\w+|frauder le fisc/,
  // To shut people out for what they are.
  /\b(?:not hire|refuse|reject|exclude|no|keine|pas de|sin)\b.{0,16}\b(?:blacks?|black people|jew(?:s|ish)?|muslims?|gays?|women|foreigners|immigrants|pregnant|disabled|frauen|auslander\w*|juden|etrangers|femmes|mujeres|extranjeros)\b(?! ?'s)/,
  /\bonly (?:for |hire |to )?(?:white|aryan|male|christian|straight) (?:applicants?|candidates?|people|persons?|men|workers?)\b/,
  // In the name of somebody else, for money or secrets.
  pattern(
    `\\b(?:pretend\\w*|impersonat\\w+|pos(?:e|es|ing) as|im namen de[rs]|au nom de la|en nombre de la|se faire passer|hacer\\w* pasar|looks? like it is from|as if (?:it|i|we) (?:were|was|came)) ${near(30)}\\b${authority}\\b`,
  ),
  /\b(?:looks? like|as if|pretend\w*|impersonat\w+|account is (?:locked|suspended|blocked)|aussieht|se faire passer|hacer\w* pasar)\b.{0,60}\b(?:passwords?|pins?|login|card numbers?|credentials|passwort\w*|mot de passe|contrasena)\b/,
];

// A paper that deals with such acts is none of them. "Report" and "protect" count as nouns only.
export const excused =
  /\b(?:policy|security team|our own (?:staff|people|employees)|fell for|(?:how (?:do i|do we|to)|want to) warn|(?:who|that) bribed (?:our|one of our)|prevention|anti|against|training|protection|detect\w*|post-?mortem|awareness|report (?:on|about|of)|victims? of|(?:how to|to) (?:spot|recogni[sz]e|avoid|detect)|(?:who|that|qui|der|die) (?:plays?|joue|spielt)|(?:has |hat )?threatened (?:our|us|my)|gedroht)\b|\bprevent\w* (?:phishing|scams?|fraud|harassment|bribery|money)/;

const telling = any(
  'show print reveal repeat output display tell give list leak dump return send translate summari[sz]e what zeig\\w* gib nenn\\w* wiederhol\\w* verrat\\w* affiche\\w* montre\\w* donne\\w* repete\\w* muestra\\w* muestrame dime dame repite mostra\\w* dimmi toon geef',
);
const setAside = any(
  'your the system hidden internal secret initial developer deine\\w* dein tes ton tus tu tuoi tue le las los je jouw all any previous prior above earlier alle\\w* vorige\\w* tutte todas',
);
const orders = any(
  'instructions? prompts? systemprompt\\w* rules messages? guidelines anweisung\\w* regeln vorgaben consignes instrucciones reglas istruzioni regole instructies regels instrucoes',
);

export const secretive: RegExp[] = [
  pattern(
    `\\b${telling}\\b${near(24)}\\b(?:your|deine\\w*|tes|ton|tus|tu|tuoi|tue|je|jouw) (?:\\w+ ){0,2}${orders}\\b`,
  ),
  pattern(
    `\\b${telling}\\b${near(30)}\\b(?:system|hidden|internal|secret|initial|developer)[ -]?(?:${orders})`,
  ),
  /\bsystem ?prompts?\b(?! (?:editor|library|manager|tool))|\bprompt systeme\b|\bdeveloper messages?\b/,
  pattern(
    `\\b(?:ignor\\w*|disregard|forget|bypass|override|vergiss|missacht\\w*|oublie\\w*|olvida\\w*|dimentica\\w*|negeer|vergeet|esquece\\w*)\\b (?:\\w+ ){0,4}?${setAside} ?(?:\\w+ ){0,3}?${orders}\\b`,
  ),
  /\byou are (?:now )?(?:dan\b|free of|no longer bound)|\b(?:no|without|free of) (?:rules|restrictions|filters|limits)\b.{0,30}\b(?:answer|ai|assistant|you)\b|\byou have no (?:rules|restrictions|limits)|\bunrestricted (?:ai|assistant|model)\b|\bjailbreak\b.{0,20}\b(?:you|yourself)\b/,
  /\b(?:everything|text|words|what stands?) (?:above|before) (?:this|the) (?:line|message|request|text)|\bwhat were you told\b/,
  /\bprocess\.env\b|(?:contents? of |show (?:me )?(?:the )?|print (?:the )?)\.env\b|\b[a-z]+_(?:api_key|secret|token)\b|\bauth_secret\b/,
  /\b(?:reveal|print|show|tell|give|list|leak|gib|zeig\w*|donne\w*|affiche\w*|dame|muestra\w*|what (?:is|are))\b.{0,30}\b(?:api[- _]?(?:keys?|schlussel)|cles? api|claves? (?:de )?api|environment variables?|password hash\w*|database password)\b/,
  /\b(?:list|show|dump|give|print|export|zeig\w*|affiche\w*|muestra\w*)\b.{0,12}\b(?:(?:the |all )*(?:other|all) (?:users?|members?|customers?|people)'?s?'? (?:drafts?|e-?mails?|documents?|passwords?|addresses|data)|(?:the )?users? table)/,
  /\b(?:invoices?|papers|drafts|contracts|documents)\b.{0,6}\bother users? (?:made|wrote|saved|have|keep)\b|\bevery user'?s saved\b/,
  /\binstructions you (?:were given|got|have|run on)\b|\bwhat your developers? (?:put in|wrote|told you)\b|\breset what you were told\b/,
];

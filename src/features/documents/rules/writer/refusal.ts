import { folded } from './plain.ts';

export const mostOfRequest = 20_000;

export type Refused = 'empty' | 'wordless' | 'long' | 'script' | 'secrets' | 'harm';

const words: Record<Refused, string> = {
  empty: 'Say in a sentence what you need: who, what, how much, until when.',
  wordless: 'There are no words in it yet. Say in a sentence what you need.',
  long: 'That is more than 20,000 characters. Shorten it to what the document is about; your text is still here.',
  script:
    'The built-in writer reads English, and the commonest words of German, French and Spanish. Write the request in one of these; your text is still here.',
  secrets: 'That asks for the inside of this hub, not for a document. Say which document you need.',
  harm: 'This hub does not write that: it would be made to harm or deceive somebody. For something lawful, say what both sides would agree to.',
};

// Acts that no paper makes right. A document about dealing with them (a policy, a report) is none of these.
const paper = String.raw`(?:invoice|passport|id\b|signature|receipt|contract|certificate|diploma|document|letter|licen[cs]e|payslip|reference|review|rechnung|vertrag|zeugnis|bescheinigung|unterschrift|quittung|ausweis|facture|attestation|diplome|contrat|certificat|signature|bulletin|factura|contrato|certificado|recibo|firma|titulo)`;
const harm = [
  new RegExp(
    String.raw`\b(?:fake|forged?|forging|counterfeit|falsif\w+|backdat\w+|gefalscht\w*|falsch(?:e|en|es)|falschen|fausse?s?|faux|fals[oa]s?)\b.{0,40}\b\w*${paper}`,
  ),
  new RegExp(String.raw`\b${paper}s? (?:fals[oa]s?|faux|fausses?|falsificad\w+)\b`),
  // Paid for what never was, so that somebody else believes it.
  /\b(?:invoice|bill|rechnung|facture|factura|receipt)\b.{0,60}\b(?:(?:we|i|you|they) never (?:did|do|delivered|provided|made)|that never (?:happened|took place|existed)|did(?:n't| not) (?:really|actually)|nie (?:geleistet|erbracht|stattgefunden)|jamais (?:fait|eu lieu|fourni)|nunca (?:hic\w+|existi\w+))/,
  /\b(?:blackmail|extort\w*|ransom note|threaten(?:ing)? (?:him|her|them|my|to (?:kill|hurt|harm))|death threat|erpress\w+|chantage|chantaje\w*)/,
  /\b(?:frighten|scare|intimidate|terrify|stalk|harass|einschuchter\w+|drohbrief|menacer|amenaz\w+)\w* .{0,50}\b(?:tenant|him|her|them|wife|husband|ex|witness\w*|neighbou?r|employee|mieter\w*|zeug\w+|locataire|inquilin\w+|testig\w+|colleague|customer|debtor)\b/,
  /\b(?:drohbriefe?|threatening letter|lettre de menaces?|carta de amenazas?)\b/,
  /\bi know where (?:he|she|they|you|his|her|their|your)\b/,
  /\b(?:take|keep|hold|withhold|confiscat|seiz|einbehalt|einzieh|confisqu|retener|quitar)\w*\b.{0,40}\b(?:passports?|reisepass\w*|passeports?|pasaportes?)\b/,
  /\b(?:phish\w*|scam|ponzi|pyramid scheme|money launder\w*|launder (?:the )?money|geldwasche|blanchi\w+|blanque\w+|brib\w*|bestech\w*|schmiergeld|pot-de-vin|soudoyer|corrompre|sobor\w+|kickback|insider trading|embezzl\w*)/,
  /\b(?:buy|pay|comprar|acheter|kaufen|pagar|payer) (?:off |a )?(?:an? |un |una |einen |the )?(?:official|judge|inspector|politician|funcionari\w+|juez|politico|fonctionnaire|juge|beamte\w*|richter\w*)/,
  /\b(?:looks? like|as if|pretend\w*|impersonat\w+|pos(?:e|ing) as|aussieht|se faire passer|hacer\w* pasar)\b.{0,60}\b(?:passwords?|bank|paypal|login|card number|credentials|passwort\w*|mot de passe|contrasena)\b/,
  /\b(?:cannot|can ?not|can't|cant|may not|must not|never|stop\w*|prevent\w*|forbid\w*|keeps?|silence\w*|nicht|pas|no) .{0,40}\b(?:report\w*|complain\w*|go(?:es|ing)? to|tell\w*|talk\w* to|melde\w*|anzeig\w*|denunci\w*|denonc\w*|porter plainte)\b.{0,50}\b(?:police|polizei|policia|authorit\w+|regulator|harass\w*|abuse\w*|assault|crime|belastigung|harcelement|acoso|labou?r inspect\w*)/,
  /\b(?:slave\w*|forced labou?r|child labou?r|human traffick\w*|sell (?:a |my |his |her )?(?:child|baby|kidney|organ)s?)\b/,
  /\b(?:build|make|making|synthesi[sz]e|buy|sell)\b.{0,30}\b(?:bombs?|explosives?|nerve agent|meth|ransomware|malware|keylogger|botnet)\b/,
  /\b(?:suicide|kill (?:myself|him|her|them|someone|somebody)|hit ?man|hire (?:a |an )?(?:assassin|killer))\b/,
  /\b(?:evade|avoid paying|cheat on) (?:my |our |the )?tax(?:es)?\b|\btax evasion\b(?!.{0,30}policy)|steuerhinterzieh\w+|steuern hinterzieh\w+|frauder le fisc|evadir impuestos/,
  /\b(?:not hire|refuse|reject|exclude)\b.{0,30}\b(?:black|jewish|muslim|gay|women|pregnant|disabled)\b/,
];
// "Report" and "protect" are no excuse where the wish is that nobody may: they count as nouns of a document only.
const legitimate =
  /\b(?:policy|prevention|anti|against|training|protection|detect\w*|post-?mortem|awareness|report (?:on|about|of))\b|\bprevent\w* (?:phishing|scams?|fraud|harassment|bribery|money)/;

const secrets = [
  /\b(?:system|hidden|initial|secret) (?:prompt|instruction|message|words)s?\b/,
  /\b(?:ignore|disregard|forget) (?:all |any |your |the )*(?:previous|above|prior|earlier)?\s*(?:instructions?|rules|prompts?)\b/,
  /\b(?:reveal|print|show|tell|give|list|leak|what is|what are)\b.{0,30}\b(?:api[- _]?keys?|environment variables?|auth_secret|password hash\w*|your (?:prompt|instructions)|database password)\b/,
];

/** What is no request for a document, and why, in words; null when it may be one. */
export function refuse(request: string): { why: Refused; words: string } | null {
  const why = reason(request);
  return why && { why, words: words[why] };
}

function reason(request: string): Refused | null {
  if (request.trim() === '') return 'empty';
  if (request.length > mostOfRequest) return 'long';
  if (!/\p{L}{2}/u.test(request)) return 'wordless';
  const text = folded(request);
  if (secrets.some((pattern) => pattern.test(text))) return 'secrets';
  if (harm.some((pattern) => pattern.test(text)) && !legitimate.test(text)) return 'harm';
  const letters = request.match(/\p{L}/gu)?.length ?? 0;
  const latin = request.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin < letters * 0.4 ? 'script' : null;
}

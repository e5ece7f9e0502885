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
const harm = [
  /\b(?:fake|forged?|forging|counterfeit|falsif\w+|backdat\w+)\b.{0,40}\b(?:invoice|passport|id\b|signature|receipt|contract|certificate|diploma|document|letter|licen[cs]e)/,
  /\b(?:blackmail|extort\w*|ransom note|threaten(?:ing)? (?:him|her|them|my|to (?:kill|hurt|harm))|death threat)/,
  /\b(?:phish\w*|scam|ponzi|pyramid scheme|money launder\w*|launder (?:the )?money|bribe\w*|kickback|insider trading|embezzl\w*)/,
  /\b(?:slave\w*|forced labou?r|child labou?r|human traffick\w*|sell (?:a |my |his |her )?(?:child|baby|kidney|organ)s?)\b/,
  /\b(?:build|make|making|synthesi[sz]e|buy|sell)\b.{0,30}\b(?:bombs?|explosives?|nerve agent|meth|ransomware|malware|keylogger|botnet)\b/,
  /\b(?:suicide|kill (?:myself|him|her|them|someone|somebody)|hit ?man|hire (?:a |an )?(?:assassin|killer))\b/,
  /\b(?:evade|avoid paying|cheat on) (?:my |our |the )?tax(?:es)?\b|\btax evasion\b(?!.{0,30}policy)/,
  /\b(?:not hire|refuse|reject|exclude)\b.{0,30}\b(?:black|jewish|muslim|gay|women|pregnant|disabled)\b/,
];
const legitimate =
  /\b(?:policy|prevent\w*|anti|against|training|report|protect\w*|detect\w*|post-?mortem|awareness)\b/;

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

/**
 * What the words of an answer can speak of, for contradictions between own words and a choice elsewhere: "only in
 * Europe" beside a recipient in the United States. A closed set, each a pattern over small letters.
 */
export const topics = {
  /** A place outside of the European Economic Area, the United Kingdom left aside. */
  abroad:
    /\b(?:united states|usa|america|california|new york|delaware|texas|virginia|oregon|ohio|seattle|san francisco|canada|ontario|toronto|mexico|brazil|argentina|chile|colombia|india|bangalore|mumbai|china|beijing|shanghai|hong kong|taiwan|japan|tokyo|singapore|malaysia|indonesia|philippines|vietnam|thailand|korea|australia|sydney|new zealand|israel|tel aviv|turkey|türkiye|russia|belarus|ukraine|serbia|switzerland|zurich|zürich|geneva|south africa|nigeria|kenya|egypt|morocco|tunisia|pakistan|bangladesh|dubai|emirates|saudi arabia|worldwide)\b/,
  /** The United Kingdom or one of its places. */
  britain:
    /\b(?:united kingdom|uk|great britain|england|scotland|wales|northern ireland|london|manchester|edinburgh|belfast|cardiff)\b/,
  /** Advertising, and following people from one site to the next for it. */
  advertising:
    /\b(?:advert\w*|ads|adsense|doubleclick|retarget\w*|remarket\w*|(?:meta|facebook|tiktok|linkedin) pixel)\b/,
  /** The special categories of Article 9 of the GDPR, and criminal records. */
  special:
    /\b(?:health|medical|patients?|diagnos[ei]s|sick (?:leave|notes?)|sickness|illness\w*|allerg\w*|disabilit\w*|pregnan\w*|religio\w*|ethnic\w*|racial|political (?:opinions?|views?)|trade union|union membership|sexual|biometric\w*|genetic\w*|criminal (?:records?|convictions?))\b/,
  /** Places about which the European Commission has taken no adequacy decision, as of 2026-11-23. */
  inadequate:
    /\b(?:india|bangalore|mumbai|china|beijing|shanghai|hong kong|taiwan|singapore|malaysia|indonesia|philippines|vietnam|thailand|australia|sydney|mexico|turkey|türkiye|russia|belarus|south africa|nigeria|egypt|pakistan|bangladesh|dubai|emirates|saudi arabia)\b/,
  /** Products that store on a device what nobody needs for the site itself. */
  tracking:
    /\b(?:google analytics|ga4|hotjar|microsoft clarity|mixpanel|fullstory|(?:meta|facebook|tiktok|linkedin) pixel)\b/,
  /** The tax of the European Union and the United Kingdom, in their languages. */
  vat: /\b(?:vat|value[- ]added tax|mwst|ust|tva|iva|btw)\b/,
  /** Tax at the till, as the United States have it: nobody writes the number of his permit on the bill. */
  salesTax: /\bsales tax\b/,
} as const satisfies Record<string, RegExp>;

export const isTopic = (word: string): word is keyof typeof topics => Object.hasOwn(topics, word);

/** "US" is a country and "us" are we. */
const plain = (words: string): string =>
  words.replace(/\bU\.?S\.?(?:A\b\.?)?(?![\p{L}\p{N}])/gu, 'united states').toLowerCase();

export const speaksOf = (words: string, topic: string): boolean =>
  isTopic(topic) && topics[topic].test(plain(words));

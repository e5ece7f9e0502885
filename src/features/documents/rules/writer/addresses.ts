import { pattern } from './plain.ts';

const house = String.raw`\d{1,4}[a-z]?`;
const street = String.raw`(?:${house} (?:\p{Lu}[\p{L}'.-]*|de|la|del|des|du)(?: (?:\p{Lu}[\p{L}'.-]*|de|la|del|des|du)){0,4}|\p{Lu}[\p{L}'.-]*(?: (?:\p{L}[\p{L}'.-]*)){0,4} ${house})`;
const town = String.raw`(?:(?:[A-Z]{1,2}-)?\d{4,5} )?\p{Lu}[\p{L}'-]+(?: (?:am |an der )?\p{Lu}[\p{L}'-]+){0,2}(?: [A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}| \d{5})?`;
// "14 January", "780 Euro" and "30 Tage" stand behind a name as well.
const counted = String.raw`(?!\d[\d.,]* ?(?:Eur|EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|Dollar|Pfund|Franken|Stunden|Tage|Wochen|Monate|Jahre|Prozent|Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz]))`;
const whole = String.raw`(${counted}${street}(?:,? ${town}){0,2})`;
const led = String.raw`,? ?(?:\(|,)? ?(?:(?:of|at|in|the |with |its |whose )?(?:address(?: is)?|registered at|living at|lives at|residing at|based at|Adresse|wohnhaft in|adresse|dirección|domicilio|con domicilio en)?:?,? ?)`;

const road =
  /(?:str(?:aße|asse)|gasse|weg|platz|allee|ufer|damm)(?!\p{Ll})|(?<!\p{L})(?:Road|Rd|Street|St|Close|Lane|Avenue|Ave|Way|Square|Drive|Court|Place|Terrace|Row|Quay|Boulevard|Blvd|Rue|rue|Calle|Via|Plaza|Avenida)(?!\p{L})/u;
/** A number behind a name makes no address: a town or a kind of road does. */
const isAddress = (words: string | undefined): words is string =>
  words !== undefined && (words.includes(',') || road.test(words));

/** The street and the town that stand behind a name. */
export function addressOf(name: string, text: string): string | null {
  if (name === '') return null;
  const behind = pattern(`${led}${whole}`, 'uy');
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    behind.lastIndex = at + name.length;
    const found = behind.exec(text)?.[1]?.trim();
    if (isAddress(found)) return found;
  }
  return null;
}

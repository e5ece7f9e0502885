import { folded } from './plain.ts';

/** Words that only ask for a document, greet, or lead over to what it is about, in the four languages. */
const asking = new Set(
  `hi hey hello dear team good morning day so basically ok okay well now then also just really urgently quickly please pls plz thanks thank
   i i'd i'm im id we we'd we're you u me us my our it this that these something smth sth one somebody someone them
   can could would will shall should must may might need needs want wants like love have has had get got let lets help looking
   require requires do does make write draft create prepare generate give send put together draw set come up out down
   write-up writing written produce build be is am are to need's there here's
   a an the some any another new simple short formal proper properly standard quick basic nice decent plain full whole
   for with between about from of on in and or as by at into regarding re
   hallo guten tag bitte danke ich wir du sie mir uns mich brauche brauchen brauch will wollen mochte mochten hatte hatten gern gerne
   suche suchen schreib schreibe schreiben schreibst mach mache machen mal erstell erstelle erstellen setze auf es
   ein eine einen einem einer ne nen der die das den dem des mein meine meinen meinem meiner unser unsere unseren unserem unserer
   fur mit zwischen uber an am zum zur von vom und oder nen
   bonjour salut s'il vous te plait merci je nous tu me il faut voudrais voudrions veux voulons besoin cherche cherchons faire
   fais faites redige redigez redigeons ecris ecrivez preparez prepare un une le la les l' d' de du des mon ma mes notre nos pour avec entre sur et ou
   hola buenas por favor gracias yo necesito necesitamos quiero queremos quisiera busco haz hazme hacer redacta redactar prepara escribe
   el los las uno una mi mis nuestro nuestra con para entre sobre y o en`
    .split(/\s+/)
    .filter(Boolean),
);
const leads =
  /^(?:for|with|between|about|regarding|re|fur|mit|zwischen|uber|an|pour|avec|entre|sur|para|con|sobre)$/;

/** Whether a word names what is written and not what it says. */
export type IsPaper = (word: string) => boolean;

/**
 * Where in a piece of a request its asking ends: "I need a contract for" is behind it, "my wedding photographer" not.
 * Its whole length where nothing else is said; 0 where it does not ask.
 */
export function endOfAsking(words: string, isPaper: IsPaper): number {
  let [end, names, asks] = [0, false, 0];
  for (const found of words.matchAll(/[\p{L}\p{N}](?:['&-]?[\p{L}\p{N}]){0,60}'?/gu)) {
    const word = folded(found[0]);
    const paper = isPaper(word);
    if (!paper && !asking.has(word)) return names || asks > 2 ? end : 0;
    names ||= paper;
    asks++;
    // "My" and "a" belong to what follows.
    if (paper || leads.test(word)) end = found.index + found[0].length;
  }
  return words.length;
}

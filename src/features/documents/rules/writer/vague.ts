import { folded } from './plain.ts';

// Words that say that somebody wants a paper, and not which one.
const empty = new Set(
  (
    'a an the i we me us my our you your it this that is are am be have has had and or for to of in on with from by as at so some any one thing things something anything stuff ' +
    'mine customer papier officiel besoin could draw up put together official needed something kind sort friend friends hey formal serious important urgent today need needs want wants would like please pls plz can could will shall do does make write draft create give get send help hello hi hey thanks new good nice quick simple short proper professional legal official right ' +
    'document documents doc docs paper papers paperwork contract contracts agreement agreements deal letter letters form forms template templates file text business company startup project client clients customer customers partner partners person people someone somebody work job use ' +
    'irgendein irgendeine irgendwas schreiben offizielles etwas kurz ich wir mir uns mein meine meinen meinem meiner unser unsere unseren ein eine einen einem einer das der die den dem es ist sind habe haben und oder fur zu von mit im in am auf als etwas was brauche brauchen benotige mochte will wollen bitte hilfe hilf schreib schreibe schreiben erstelle mach neue neuen neuer dokument dokumente papier vertrag vertrage vereinbarung brief vorlage kunde kunden kundin firma projekt auftrag ' +
    'je j nous moi mon ma mes notre nos un une des le la les l d du de ce c est ai avons et ou pour a avec dans en sur comme quelque chose besoin veux voudrais voudrions faire fais aide aidez svp plait s il vous nouveau nouvelle document documents papier contrat contrats accord lettre modele client cliente clients entreprise projet travail ' +
    'yo nosotros mi mis nuestro nuestra un una unos el los las lo es son y o para por con en de del al que algo necesito necesitamos quiero queremos quisiera hacer hazme haz escribe ayuda ayudame favor nuevo nueva documento documentos papel contrato contratos acuerdo carta plantilla cliente clientes empresa proyecto trabajo'
  ).split(' '),
);

const offers: [about: RegExp, slugs: string[]][] = [
  [
    /\b(?:letters?|brief|lettre|carta)\b/,
    ['termination-notice', 'payment-reminder', 'offer-letter', 'amendment'],
  ],
  [/\b(?:clients?|customers?|kund\w+|clientes?)\b/, ['contractor-agreement', 'proposal', 'quote', 'invoice']],
  [
    /\b(?:partners?|startup|company|firma|entreprise|empresa)\b/,
    ['founder-agreement', 'mutual-nda', 'ip-assignment', 'privacy-policy'],
  ],
  [
    /\b(?:projects?|projekt|projet|proyecto)\b/,
    ['statement-of-work', 'proposal', 'contractor-agreement', 'quote'],
  ],
];
const usual = ['contractor-agreement', 'mutual-nda', 'statement-of-work', 'master-services-agreement'];

/** The documents that a request may mean when it names none and says next to nothing; null when it says something. */
export function vague(request: string): string[] | null {
  const low = folded(request);
  if (/\d/.test(low)) return null;
  const said = low.split(/[^a-z]+/).filter((word) => word.length > 1 && !empty.has(word));
  if (said.length > 0) return null;
  return offers.find(([about]) => about.test(low))?.[1] ?? usual;
}

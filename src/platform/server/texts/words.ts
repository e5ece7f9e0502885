/** What somebody means who writes back, in the languages that people here write in. */

export type Wish = 'stop' | 'start' | 'help';

const wishes: Record<Wish, string> = {
  stop: `stop stopall unsubscribe cancel end quit optout revoke
    stopp stoppen ende beenden abmelden abbestellen austragen kuendigen kundigen
    arret arrete arreter arretez desabonner desabonnement desinscrire desinscription fin
    parar pare alto baja cancelar detener basta salir`,
  start: 'start unstop',
  help: 'help info hilfe aide ayuda',
};

const known = new Map<string, Wish>(
  (Object.entries(wishes) as [Wish, string][]).flatMap(([wish, words]) =>
    words.split(/\s+/).map((word): [string, Wish] => [word, wish]),
  ),
);

/** What begins a message and can mean nothing else, whatever follows it. */
const first = new Set(['stop', 'stopp', 'stopall', 'unsubscribe', 'optout', 'arret', 'arretez', 'abmelden']);

/** Accents, case, marks and spaces aside: “Arrêt !” is arret. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function wishOf(body: string): Wish | null {
  const words = lettersOf(body.slice(0, 400)).split(' ').filter(Boolean);
  const whole = known.get(words.join(''));
  if (whole) return whole;
  return words.length > 0 && first.has(words[0] ?? '') ? 'stop' : null;
}

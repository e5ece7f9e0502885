/** What the assistant says by itself, in the languages in which it is asked. */
interface Phrases {
  unknown(subjects: number): string;
  person: string;
  askPerson: string;
  unsure: string;
  nearest: string;
  /** Before an answer that may be to another question. */
  perhaps: string;
  also: string;
  sorry: string;
  /** Before what is said in English of a document, product or page. */
  fits: string;
  fillIn(title: string): string;
  draft: string;
  toCart(title: string): string;
  open(title: string): string;
  inEnglish: string;
  /** Before other things that may be meant, below an answer. */
  orElse: string;
  /** What the question says and the answer does not speak of. */
  notCovered(what: string): string;
}

const english: Phrases = {
  unknown: (subjects) =>
    `I don’t have an answer to that. I know the documents, products, plans and pages of this site, and ${subjects} topics about building and selling software. Try other words.`,
  person: 'To reach a person, use',
  askPerson: 'Ask a person',
  unsure: 'I’m not sure what you mean.',
  nearest: 'Is it one of these?',
  perhaps: 'I’m not sure this is what you mean:',
  also: 'See also:',
  sorry: 'I’m sorry about that.',
  fits: '',
  fillIn: (title) => `Fill in: ${title}`,
  draft: 'Draft it from what you wrote',
  toCart: (title) => `Add ${title} to cart`,
  open: (title) => `Open ${title}`,
  inEnglish: '',
  orElse: 'If you meant something else:',
  notCovered: (what) => `This answer isn’t specific to ${what}. Check what applies in your case.`,
};

const phrases: Record<string, Phrases> = {
  en: english,
  de: {
    unknown: (subjects) =>
      `Darauf habe ich keine Antwort. Ich kenne die Dokumente, Produkte, Tarife und Seiten hier und ${subjects} Themen rund um Software und Verkauf. Versuch es mit anderen Worten.`,
    person: 'Einen Menschen erreichst du hier:',
    askPerson: 'Einen Menschen fragen',
    unsure: 'Ich bin nicht sicher, was du meinst.',
    nearest: 'Ist es etwas davon?',
    perhaps: 'Ich bin nicht sicher, ob du das meinst:',
    also: 'Siehe auch:',
    sorry: 'Das tut mir leid.',
    fits: 'Das passt:',
    fillIn: (title) => `Ausfüllen: ${title}`,
    draft: 'Aus deinen Worten entwerfen',
    toCart: (title) => `${title} in den Warenkorb`,
    open: (title) => `Öffnen: ${title}`,
    inEnglish: 'Diese Antwort gibt es nur auf Englisch:',
    orElse: 'Falls du etwas anderes meinst:',
    notCovered: (what) =>
      `Diese Antwort sagt nichts Besonderes über: ${what}. Prüf, was in deinem Fall gilt.`,
  },
  fr: {
    unknown: (subjects) =>
      `Je n’ai pas de réponse à cela. Je connais les documents, produits, offres et pages de ce site, et ${subjects} sujets sur la création et la vente de logiciels. Essayez avec d’autres mots.`,
    person: 'Pour joindre une personne :',
    askPerson: 'Écrire à une personne',
    unsure: 'Je ne suis pas sûr de comprendre.',
    nearest: 'Est-ce l’un de ceux-ci ?',
    perhaps: 'Je ne suis pas sûr que ce soit votre question :',
    also: 'Voir aussi :',
    sorry: 'J’en suis désolé.',
    fits: 'Ceci convient :',
    fillIn: (title) => `Remplir : ${title}`,
    draft: 'Rédiger à partir de votre message',
    toCart: (title) => `Ajouter ${title} au panier`,
    open: (title) => `Ouvrir ${title}`,
    inEnglish: 'Cette réponse n’existe qu’en anglais :',
    orElse: 'Si vous pensiez à autre chose :',
    notCovered: (what) =>
      `Cette réponse ne dit rien de particulier sur : ${what}. Vérifiez ce qui vaut dans votre cas.`,
  },
  es: {
    unknown: (subjects) =>
      `No tengo respuesta a eso. Conozco los documentos, productos, planes y páginas de este sitio, y ${subjects} temas sobre crear y vender software. Prueba con otras palabras.`,
    person: 'Para hablar con una persona:',
    askPerson: 'Preguntar a una persona',
    unsure: 'No estoy seguro de haber entendido.',
    nearest: '¿Es algo de esto?',
    perhaps: 'No estoy seguro de que sea esto:',
    also: 'Mira también:',
    sorry: 'Lo siento.',
    fits: 'Esto encaja:',
    fillIn: (title) => `Rellenar: ${title}`,
    draft: 'Redactarlo con lo que has escrito',
    toCart: (title) => `Añadir ${title} al carrito`,
    open: (title) => `Abrir ${title}`,
    inEnglish: 'Esta respuesta solo está en inglés:',
    orElse: 'Si te referías a otra cosa:',
    notCovered: (what) =>
      `Esta respuesta no dice nada en particular sobre: ${what}. Comprueba qué se aplica en tu caso.`,
  },
};

export const sayIn = (language: string): Phrases => phrases[language] ?? english;

import { startHub } from '../../e2e/hub.ts';
import { isRight, shippedLibrary } from '../../testing/assistant-library.ts';
import {
  heldOutQuestions,
  type KeptQuestion,
  strangersQuestions,
  tuningQuestions,
} from '../../testing/assistant-questions.ts';
import { answerTo } from '#features/assistant/rules/answer.ts';
import { readCues } from '#features/assistant/rules/intent.ts';
import { createLibrary, type Library } from '#features/assistant/rules/library.ts';
import { shippedMeaning } from '#features/assistant/server/meaning/shipped.ts';
import { guess } from '#features/documents/rules/writer/guess.ts';
import { finderOf, shippedDocuments } from '../../testing/document-finder.ts';
import { shippedWords, shippedWordsText } from '../../testing/shipped-words.ts';
import { atMost, type Figure } from '../kit.ts';

/** The same hub with so many subjects that it has 1,000, each with its ways to ask. */
function withThousand({ facts }: Library): Library {
  const advice = facts.flatMap((fact) => ('advice' in fact ? [fact.advice] : []));
  const known = facts.flatMap((fact) => ('known' in fact ? [fact.known] : []));
  const documents = finderOf(shippedDocuments());
  const more = Array.from({ length: 1000 }, (_, at) => {
    const one = advice[at % advice.length] as (typeof advice)[number];
    const again = Math.floor(at / advice.length);
    return {
      ...one,
      slug: `${one.slug}-${again}`,
      page: null,
      asks: one.asks.map((ask) => `${ask} ${again}`),
    };
  });
  return createLibrary(
    more,
    known,
    ['/contact'],
    shippedWords(),
    readCues(shippedWordsText()),
    (message) => guess(message, documents),
    { meaning: shippedMeaning() },
  );
}

/** How often the built-in assistant names the right page, and how long it takes. */
export async function figures(): Promise<Figure[]> {
  const library = await shippedLibrary();
  const right = (what: string, questions: KeptQuestion[]): Figure => {
    const share = questions.filter((one) => isRight(library, one)).length / questions.length;
    return {
      what,
      measured: `${(share * 100).toFixed(1)} % of ${questions.length}`,
      aim: '>= 90 %',
      reached: share >= 0.9,
    };
  };

  const thousand = withThousand(library);
  const each = [...tuningQuestions, ...heldOutQuestions].map(({ ask }) => {
    const began = performance.now();
    answerTo(thousand, ask);
    return performance.now() - began;
  });
  // The first ones warm the process.
  const warm = each.slice(20).toSorted((a, b) => a - b);

  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const times: number[] = [];
  for (const [at, { ask }] of [...tuningQuestions, ...heldOutQuestions].entries()) {
    const began = performance.now();
    const answer = await fetch(`${hub.url}/api/ai-chat/chat`, {
      method: 'POST',
      // Each from an address of its own: the limit is not what is measured.
      headers: { 'content-type': 'application/json', origin: hub.url, 'x-forwarded-for': `10.9.0.${at}` },
      body: JSON.stringify({ message: ask }),
    });
    await answer.json();
    if (!answer.ok) throw new Error(`The assistant answered ${answer.status}`);
    // The first ones build the index and warm the process.
    if (at >= tuningQuestions.length) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return [
    atMost('assistant, an answer with 1,000 subjects (76th of 80)', warm[75] ?? Number.NaN, 30, 'ms'),
    right('assistant names the right page, questions it was tuned on', tuningQuestions),
    right('assistant names the right page, questions put aside', heldOutQuestions),
    right('assistant names the right page, strangers in four languages', strangersQuestions),
    atMost('assistant, an answer over HTTP (38th of 40)', times[37] ?? Number.NaN, 30, 'ms'),
  ];
}

import { startHub } from '../../e2e/hub.ts';
import { isRight, shippedLibrary } from '../../testing/assistant-library.ts';
import {
  heldOutQuestions,
  type KeptQuestion,
  strangersQuestions,
  tuningQuestions,
} from '../../testing/assistant-questions.ts';
import { atMost, type Figure } from '../kit.ts';

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
    right('assistant names the right page, questions it was tuned on', tuningQuestions),
    right('assistant names the right page, questions put aside', heldOutQuestions),
    right('assistant names the right page, strangers in four languages', strangersQuestions),
    atMost('assistant, an answer over HTTP (38th of 40)', times[37] ?? Number.NaN, 30, 'ms'),
  ];
}

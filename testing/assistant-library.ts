import { systemClock } from '#base/clock.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answer, answerTo } from '#features/assistant/rules/answer.ts';
import { readConditions } from '#features/assistant/rules/conditions.ts';
import { readCues } from '#features/assistant/rules/intent.ts';
import type { Meaning } from '#features/assistant/rules/meaning.ts';
import { createLibrary, type Library } from '#features/assistant/rules/library.ts';
import { readAdvice } from '#features/assistant/server/advice.ts';
import { shippedMeaning } from '#features/assistant/server/meaning/shipped.ts';
import { documentsKnowledge } from '#features/documents/server/knowledge.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { createPagesKnowledge } from '#features/pages/server/knowledge.ts';
import { plansKnowledge } from '#features/plans/rules/knowledge.ts';
import { createCatalogue } from '#features/store/server/catalogue.ts';
import { readCatalogue } from '#features/store/server/read-catalogue.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import type { KeptQuestion } from './assistant-questions.ts';
import { guess } from '#features/documents/rules/writer/guess.ts';
import { finderOf, shippedDocuments } from './document-finder.ts';
import { shippedWords, shippedWordsText } from './shipped-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const nowhere = join(root, 'testing', 'no-such-site');

/** The addresses of the specification, all of which a whole hub has. */
export const wholeHub = (
  '/ /about /privacy /terms /support /changelog /store /cart /checkout /checkout/guest /my-purchases /portfolio /contact ' +
  '/newslettersignup /signin /signup /forgot-password /dashboard /dashboard/templates /dashboard/funnels /dashboard/branding /dashboard/plan /dashboard/billing /dashboard/agreements /dashboard/api-keys /dashboard/account /documents /donate /donate/monthly /automation /plans ' +
  '/find-order /reset-password /verify-email /tools /tools/template-generator /tools/classic-template-generator /tools/funnel-builder'
).split(' ');

/** Everything that a hub knows as it is shipped. */
export async function shippedLibrary(
  meaning: Meaning | null = shippedMeaning(),
  /** Ways to ask that it is not to know, after the name of what they ask for. */
  without: ReadonlySet<string> = new Set(),
): Promise<Library> {
  const { advice, mistakes } = await readAdvice([join(root, 'content/advice')]);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  const site = await openSite(nowhere, join(root, 'content'), silentLog, systemClock);
  site.close();
  const { products } = await readCatalogue({ shipped: join(root, 'catalog'), own: nowhere });
  const catalogue = createCatalogue(products.map(({ content }) => content));
  const documents = shippedDocuments();
  const papers = documentsKnowledge({
    contracts: readLibrary(join(root, 'content/documents'), nowhere),
    templates: readLibrary(join(root, 'content/templates'), nowhere),
    revision: () => 0,
  })();
  const asksOf = (name: string, asks: readonly string[] = []) =>
    asks.filter((ask) => !without.has(`${name} ${ask}`));
  return createLibrary(
    advice.map((one) => ({ ...one, asks: asksOf(one.slug, one.asks) })),
    [...catalogue.knows(), ...papers, ...createPagesKnowledge(site)(), ...plansKnowledge].map((one) => ({
      ...one,
      asks: asksOf(one.path, one.asks),
    })),
    wholeHub,
    shippedWords(),
    readCues(shippedWordsText()),
    (message) => guess(message, finderOf(documents)),
    { meaning, conditions: readConditions(shippedWordsText()) },
  );
}

/** The places that an answer leads to, with and without what stands behind a ?. */
export function placesIn({ reply, act }: Answer): string[] {
  const named = [...reply.matchAll(/\]\(([^()\s#]+)/g)].map(([, path = '']) => path);
  return [...named, ...(act ? [act.href.replace(/#[^]*/, '')] : [])].flatMap((path) => {
    // What fills a document in leads to that document.
    const document = /[?]document=([\w-]+)/.exec(path)?.[1];
    return [path, path.replace(/[?][^]*/, ''), ...(document ? [`/documents/${document}`] : [])];
  });
}

/** Whether the answer leads to a place that a right one must name. */
export function isRight(library: Library, { ask, names }: KeptQuestion): boolean {
  const answer = answerTo(library, ask);
  const places = placesIn(answer);
  return answer.isKnown && names.some((name) => places.includes(name));
}

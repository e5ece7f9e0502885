import type { Finder } from '#base/finder/finder.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { editsOf, merged, without } from '#features/documents/rules/drafting/coming.ts';
import { wordsOnly } from '#features/documents/rules/template/sections.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { KnownDocument } from '#features/documents/rules/writer/kind.ts';
import { asksWho, carried } from '#features/documents/rules/writer/sides.ts';
import { type Unused, unusedIn } from '#features/documents/rules/writer/unused.ts';
import { clarifying, draftAnswers, planDraft } from '#features/documents/rules/writer/write.ts';
import { today } from '../today.ts';
import { type Given, givenTo } from './kept-drafts.ts';
import { documentFinder } from './library.ts';

/** A request as it was understood, before it is written. */
export interface Asking {
  template: Template;
  request: string;
  found: Answers;
  given: Given;
  /** What of the request found no place in the document, and beside which question it stands. */
  unused: Unused[];
  /** Documents that the request may mean as well. */
  others: Other[];
}

export type Other = Pick<KnownDocument, 'slug' | 'title' | 'price' | 'pack'>;

interface Which {
  /** Null: none, and `words` say why. */
  chosen: string | null;
  words: string;
  isVague: boolean;
  /** What it may mean, the likeliest first. */
  near: readonly KnownDocument[];
  finder: Finder<KnownDocument> | null;
}

/** Which document a request asks for; `slug` where somebody has chosen. */
export async function whichDocument(text: string, slug?: string): Promise<Which> {
  // Whoever has chosen needs nobody to find it.
  const finder = await documentFinder().catch((error: unknown) => {
    if (slug === undefined) throw error;
    return null;
  });
  const plan = finder && planDraft(text, finder);
  const slugs = plan?.found ? [plan.slug, ...plan.others] : (plan?.nearest ?? []);
  const near = slugs.flatMap((one) => finder?.things.filter((thing) => thing.slug === one) ?? []);
  return {
    chosen: slug ?? (plan?.found ? plan.slug : null),
    words: plan && !plan.found ? plan.words : '',
    isVague: plan?.found === false && plan.isVague === true,
    near,
    finder,
  };
}

/** What a request says, for one document, and whether anything of it has to be asked about. */
export function understood(
  template: Template,
  text: string,
  { near, finder }: Which,
): Omit<Asking, 'given'> & { isOpen: boolean } {
  const request = wordsOnly(text);
  const found = draftAnswers(template, request, today());
  const thing = finder?.things.find(({ slug }) => slug === template.slug);
  const about = thing ? [thing.title, thing.short, thing.summary, ...thing.asks].join(' ') : '';
  const unused = unusedIn(template, request, found, today(), about);
  const isOpen =
    unused.length > 0 || clarifying(template, found, today()).length > 0 || asksWho(template, request, found);
  const others = near.filter(({ slug }) => slug !== template.slug).slice(0, 3);
  return { template, request, found, unused, others, isOpen };
}

/** What somebody made of the facts before they chose another document for them. */
export interface Before {
  template: Template;
  found: Answers;
  given: Given;
}

/** What was answered in this tab, and what was said to the document before this one. */
export function givenBefore(
  request: string,
  { template, found }: Pick<Asking, 'template' | 'found'>,
  was: Before | null,
  /** To this very document, before another one was tried. */
  earlier: Given | null,
): Given {
  const kept = earlier ?? givenTo(request, template.slug);
  if (!was || was.template.slug === template.slug) return was?.given ?? kept;
  if (!earlier && (kept.facts || Object.keys(kept.answers).length > 0)) return kept;
  const edits = editsOf(was.found, was.given.facts ?? was.found);
  const facts = merged(
    without(kept.facts ?? found, edits.dropped),
    carried(was.template, template, edits.answers),
  );
  const same = carried(was.template, template, was.given.answers);
  const answers = Object.fromEntries(Object.entries(same).map(([name, raw]) => [name, String(raw)]));
  const clauses = was.given.clauses ?? kept.clauses;
  return { ...kept, answers: { ...kept.answers, ...answers }, facts, ...(clauses && { clauses }) };
}

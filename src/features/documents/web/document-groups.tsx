import type { ReactNode } from 'react';
import { categories } from '#features/documents/rules/template/template.ts';
import type { BundleEntry, DocumentEntry } from '#features/documents/rules/contract.ts';
import { Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { generator } from './paths.ts';
import { PriceIfAny } from './price-if-any.tsx';

interface DocumentGroupsProps {
  documents: readonly DocumentEntry[];
  /** One group’s list. */
  children: (documents: DocumentEntry[], category: string) => ReactNode;
}

/** The purposes that some of them serve, each with its documents. */
export const groupsOf = (documents: readonly DocumentEntry[]): [purpose: string, some: DocumentEntry[]][] =>
  categories
    .map((category): [string, DocumentEntry[]] => [
      category,
      documents.filter((entry) => entry.category === category),
    ])
    .filter(([, some]) => some.length > 0);

const placeOf = (category: string): string => category.toLowerCase().replaceAll(' ', '-');

const jump = 'inline-flex items-center pointer-coarse:min-h-touch';

/** Straight to what somebody wants to do: the list is long on a phone. */
export const GroupLinks = ({ documents }: { documents: readonly DocumentEntry[] }) => (
  <nav aria-label="Documents by purpose" className="mb-24 flex flex-wrap gap-x-16 gap-y-4 text-15">
    {groupsOf(documents).map(([category]) => (
      <Link key={category} className={jump} href={`#${placeOf(category)}`}>
        {category}
      </Link>
    ))}
    <Link className={jump} href="#bundles">
      Documents that go together
    </Link>
  </nav>
);

/** Documents under what somebody wants to do. */
export const DocumentGroups = ({ documents, children }: DocumentGroupsProps) =>
  groupsOf(documents).map(([category, some]) => (
    <section key={category} aria-labelledby={placeOf(category)} className="mt-32 first:mt-0">
      <h2 id={placeOf(category)} tabIndex={-1} className="mb-8 text-21 font-bold">
        {category}
      </h2>
      {children(some, category)}
    </section>
  ));

interface BundlesProps {
  bundles: readonly BundleEntry[] | undefined;
  documents: readonly DocumentEntry[];
}

/** Several documents for one piece of work, each of which knows what was answered in the ones before. */
export function Bundles({ bundles = [], documents }: BundlesProps) {
  const entryOf = (slug: string) => documents.find((entry) => entry.slug === slug);
  if (bundles.length === 0) return null;
  return (
    <section aria-labelledby="bundles" className="mt-48">
      <h2 id="bundles" tabIndex={-1} className="text-21 font-bold">
        Documents that go together
      </h2>
      <p className="mt-4 mb-16 text-muted">Your answers carry over from one to the next.</p>
      <ul className="grid gap-24 md:grid-cols-2 lg:grid-cols-3">
        {bundles.map(({ slug, title, for: whom, documents: [first = '', ...rest] }) => (
          <li key={slug} className="flex">
            <Sheet staple className="flex-1">
              <h3 className="text-17 font-bold">{title}</h3>
              <p className="mt-4 text-13 text-muted">{whom}</p>
              <ol className="mt-12 list-inside list-decimal text-15">
                <li>
                  <Link className={jump} href={`${generator}?document=${first}&bundle=${slug}`}>
                    Start with: {entryOf(first)?.short ?? first}
                  </Link>
                  <PriceIfAny of={entryOf(first)} />
                </li>
                {rest.map((one) => (
                  <li key={one}>
                    {entryOf(one)?.short ?? one}
                    <PriceIfAny of={entryOf(one)} />
                  </li>
                ))}
              </ol>
            </Sheet>
          </li>
        ))}
      </ul>
    </section>
  );
}

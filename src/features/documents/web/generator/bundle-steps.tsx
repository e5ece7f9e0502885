import { useState } from 'react';
import { leavesOf } from '#base/leaves.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import { carriedTo } from '#features/documents/rules/answers/shared-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import type { BundleStep } from '#features/documents/rules/contract.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { PriceIfAny } from '../price-if-any.tsx';
import { generator } from '../paths.ts';

interface BundleStepsProps {
  bundles: readonly BundleStep[] | undefined;
  slug: string;
  answers: Answers;
}

/** Which documents go with this one. What they ask as well is answered there already. */
export function BundleSteps({ bundles = [], slug, answers }: BundleStepsProps) {
  const [search] = useSearchParams();
  const [chosen, choose] = useState(search.get('bundle'));
  const bundle = bundles.find((one) => one.slug === chosen) ?? bundles[0];
  if (!bundle) return null;
  const at = bundle.documents.findIndex((one) => one.slug === slug);
  const next = bundle.documents[at + 1];
  const to = (one: BundleStep['documents'][number]) => ({
    href: `${generator}?document=${one.slug}&bundle=${bundle.slug}`,
    onClick: () => {
      const carried = carriedTo(one.shared, answers, readStored(answersKey(one.slug)));
      if (Object.keys(carried).length > 0)
        writeStored(answersKey(one.slug), JSON.stringify(carried), 'session');
    },
  });
  const known = next ? Object.keys(leavesOf(carriedTo(next.shared, answers, null))).length : 0;
  return (
    <Sheet staple role="group" aria-label="Documents that go with it">
      {bundles.length > 1 ? (
        <Field label="Goes with" compact>
          <Select value={bundle.slug} onChange={({ target }) => choose(target.value)}>
            {bundles.map((one) => (
              <option key={one.slug} value={one.slug}>
                {one.title}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <h2 className="text-17 font-bold">{bundle.title}</h2>
      )}
      <ol className="mt-12 list-inside list-decimal text-15">
        {bundle.documents.map((one) => (
          <li key={one.slug} aria-current={one.slug === slug ? 'step' : undefined}>
            {one.slug === slug ? (
              <>
                {one.short} <span className="text-13 text-muted">(this one)</span>
              </>
            ) : (
              <Link className="inline-flex items-center pointer-coarse:min-h-touch" {...to(one)}>
                {one.short}
              </Link>
            )}
            <PriceIfAny of={one} />
          </li>
        ))}
      </ol>
      {next && (
        <>
          <div className="mt-16">
            <ButtonLink {...to(next)}>Next: {next.short}</ButtonLink>
          </div>
          {known > 0 && (
            <p className="mt-8 text-13 text-muted">
              {known === 1 ? 'One answer goes' : `${known} answers go`} along. This document stays as it is.
            </p>
          )}
        </>
      )}
    </Sheet>
  );
}

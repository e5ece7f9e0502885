import { slugOf } from '#base/slug.ts';
import { isProductId } from '../../rules/product.ts';
import type { Texts } from './form.ts';
import { fieldProblem } from './proof.ts';

/** What buyers may do, until its seller says something else. */
const licenceWords = 'Use it in any number of projects; the files themselves are not resold.';

/** One that comes from elsewhere is given its licence: nobody is asked for one on the way. */
export const withLicence = (texts: Texts): Texts => ({
  ...texts,
  licence: texts.licence?.trim() ? texts.licence : licenceWords,
});

/** What a new product starts from; the reader of the catalogue asks for whatever is still empty. */
export function newProduct(now: Date): Texts {
  const product = `---
title: ""
summary: ""
price: ""
kind: bundle
tags: []
licence:
  name: Product license
  words: ${licenceWords}
  file: LICENCE.md
changelog:
  - version: 1.0
    date: ${now.toISOString().slice(0, 10)}
    changes: First edition.
onSale: no
---

`;
  return { product, licence: '' };
}

/** The address as it was typed, or what the name makes of it; with what else is wrong already, that is told, too. */
export function addressOf(typed: string, title: string, faults: Record<string, string> = {}): string {
  const address = typed.trim() || slugOf(title);
  // Without a name there is nothing to say about the address that is made from it.
  const isFaulty = address !== '' && !isProductId(address);
  const needsOne = address === '' && title.trim() !== '';
  const all = {
    ...faults,
    ...(isFaulty && {
      address: 'Lowercase letters, digits and single hyphens, up to 60, such as launch-kit.',
    }),
    ...(needsOne && { address: 'An address can’t be made from this name. Type one, such as launch-kit.' }),
  };
  if (Object.keys(all).length > 0) throw fieldProblem(all);
  if (address === '') throw fieldProblem({ title: 'A name is needed.' });
  return address;
}

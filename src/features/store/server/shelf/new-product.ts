import { isProductId } from '../../rules/product.ts';
import type { Texts } from './form.ts';
import { fieldProblem } from './proof.ts';

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
  words: Use it in any number of projects; the files themselves are not resold.
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

/** The address as it was typed, or what the name makes of it. */
export function addressOf(typed: string, title: string): string {
  const address = typed.trim() || slugOf(title);
  if (isProductId(address)) return address;
  throw fieldProblem({
    address: 'Lowercase letters, digits and single hyphens, up to 60, such as launch-kit.',
  });
}

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

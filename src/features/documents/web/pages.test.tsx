import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReactNode } from 'react';
import type { DocumentDetail, DocumentEntry, Opening } from '#features/documents/rules/contract.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { HubProvider } from '#platform/web/hub.tsx';
import { Advice } from './advice.tsx';
import { BeforeSigning } from './generator/before-signing.tsx';
import { NdaHero } from './nda-hero.tsx';
import Document from './pages/document.tsx';
import Documents from './pages/documents.tsx';

const template = documentLibrary().get('mutual-nda') as Template;
const { slug, title, short, category, description, pages, minutes, price, version, reviewed } = template;
const entry: DocumentEntry = {
  slug,
  title,
  short,
  category,
  description,
  pages,
  minutes,
  price,
  version,
  reviewed,
  cost: 'Free',
  questions: 11,
};

function shown(page: ReactNode, paths: string[] = []): string {
  const hub = { site: { language: 'en-US' }, runtime: { paths } };
  const html = renderToStaticMarkup(<HubProvider hub={hub as never}>{page}</HubProvider>);
  return html
    .replace(/<(?!a |\/a)[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
}

test('a document’s page holds text, summaries, questions, version, review date and sample, no script', () => {
  const detail: DocumentDetail = { entry, template };
  const page = shown(<Document data={detail} />);
  for (const words of [
    'The courts of',
    'Damages often come too late.',
    'Also cover what was shared before that day',
    'Version 1.2',
    'November 23, 2026',
    'href="/api/documents/mutual-nda/sample.pdf"',
    'It is not legal advice and nobody has checked it against your case',
    '5 pages',
    'Free',
  ]) {
    expect(page).toContain(words);
  }
});

test('no link leads to a generator that is not there', () => {
  const detail: DocumentDetail = { entry, template };
  expect(shown(<Document data={detail} />)).not.toContain('classic-template-generator');
  const path = '/tools/classic-template-generator';
  expect(shown(<Document data={detail} />, [path])).toContain(`href="${path}?document=mutual-nda"`);
});

test('the index names document, pages, minutes and price, and leads to each', () => {
  const page = shown(<Documents data={{ documents: [entry] }} />);
  expect(page).toMatch(/href="\/documents\/mutual-nda"[^>]*> ?Mutual non-disclosure agreement/);
  expect(page).toMatch(/5 2 Free .*Fill it in/);
});

test('the hero shows the agreement with both names blank', () => {
  const { blocks } = assemble(template, {}, { date: '' });
  const blanks = [{ field: 'law', label: 'country or state' }];
  const opening: Opening = { slug, title, blocks: blocks.slice(0, 6), today: ['effective'], blanks };
  const page = shown(<NdaHero opening={opening} title="Contracts" lead="Type." />);
  for (const words of [
    'your company',
    'their company',
    'Download PDF',
    'Disclosing Party',
    'country or state',
  ])
    expect(page).toContain(words);
  expect(page).not.toContain('Continue in the generator');
});

test('what the law asks for is said before signing, and of what nobody signs before it is used', () => {
  const of = (wanted: string) => {
    const one = documentLibrary().get(wanted) as Template;
    const doc = assemble(one, {}, { date: '2026-11-21' });
    const formality = { when: { e: 'number' as const, value: 1 }, words: 'In ink.', source: 'A statute' };
    return shown(<BeforeSigning of={[formality]} doc={doc} />);
  };
  expect(of('mutual-nda')).toMatch(/Before you sign .*In ink\. .*A statute/);
  expect(of('invoice')).toMatch(/Before you use it .*In ink\./);
  expect(of('privacy-policy')).toContain('Before you use it');
});

test('that nobody checked the case stands beside a document, unless its author has other words in it', () => {
  expect(shown(<Advice unless="" />)).toMatch(/not legal advice .*isn’t part of the document/);
  expect(shown(<Advice unless="Check names and figures." />)).toBe('');
});

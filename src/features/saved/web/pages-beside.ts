import './saved.css';
import { pageOf } from './thumbnail.tsx';

const blocks = 'p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, pre';
// Blue, as a blank is marked in yellow.
const marked = 'background:color-mix(in srgb,LinkText 12%,Canvas);box-shadow:-4px 0 0 LinkText';

/** Two texts as pages, and in each the lines that the other one does not have. */
export function pagesBeside(one: string, other: string): [string, string] {
  const [a, b] = [parse(one), parse(other)];
  const [linesA, linesB] = [wordsOf(a), wordsOf(b)];
  mark(a, linesB);
  mark(b, linesA);
  return [pageOf(a.body.innerHTML, Infinity), pageOf(b.body.innerHTML, Infinity)];
}

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

const squeezed = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

const leavesOf = (page: Document): Element[] =>
  [...page.querySelectorAll(blocks)].filter((element) => !element.querySelector(blocks));

const wordsOf = (page: Document): ReadonlySet<string> => new Set(leavesOf(page).map(squeezed));

function mark(page: Document, known: ReadonlySet<string>): void {
  for (const element of leavesOf(page))
    if (!known.has(squeezed(element)) && squeezed(element) !== '')
      element.setAttribute('style', `${element.getAttribute('style') ?? ''};${marked}`);
}

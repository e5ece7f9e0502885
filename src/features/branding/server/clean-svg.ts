import { createSvgCost } from './svg-cost.ts';

/** An SVG picture with nothing in it but drawing, and what was left out of it, in words. */
export interface CleanSvg {
  text: string;
  left: string[];
}

/** Why a file can't be read as an SVG. */
export class NoSvg extends Error {}

const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath switch ' +
    'linearGradient radialGradient stop clipPath mask pattern marker image style filter feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
    'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight ' +
    'feSpecularLighting feSpotLight feTile feTurbulence'
  ).split(' '),
);
/** Notes of drawing programs: nobody misses them, so nobody is told. */
const notes = /^(?:metadata$|(?:sodipodi|inkscape|rdf|cc|dc|i|x|sketch|serif):)/;

const spaces: Record<string, string> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

const mostNested = 100;
const mostElements = 50_000;
const mostDrawn = 100_000;
const inside = /^(data:image\/(?:png|jpeg|webp);base64,)([\s\S]*)$/;
const attribute = /\s+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*=\s*("[^"<]*"|'[^'<]*')/y;
const tag = /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/y;

/**
 * Read by rules stricter than a browser's, and written anew from what was understood: what is kept is on a list, and
 * nothing that another reader could take differently comes through as it was. `embedded` cleans the pictures in it.
 */
export function cleanSvg(
  source: string,
  embedded: (base64: string) => string = (base64) => base64,
): CleanSvg {
  const left = new Set<string>();
  const open: { name: string; isKept: boolean }[] = [];
  let text = '';
  let at = 0;
  let count = 0;
  let roots = 0;
  const cost = createSvgCost();
  const isKept = () => open.at(-1)?.isKept ?? true;
  const wrong = () => new NoSvg('This SVG can’t be read.');
  const past = (end: string): number => {
    const found = source.indexOf(end, at);
    if (found < 0) throw wrong();
    return found + end.length;
  };

  function words(raw: string): void {
    if (open.length === 0) {
      if (raw.replace('\uFEFF', '').trim() !== '') throw wrong();
      return;
    }
    if (!isKept()) return;
    const plain = decoded(raw);
    if (open.at(-1)?.name === 'style' && !isHarmless(plain)) {
      left.add('styles that load something');
      return;
    }
    if (open.at(-1)?.name === 'style') cost.styles(plain);
    text += encoded(plain);
  }

  function opening(called: string): void {
    const given: [string, string][] = [];
    attribute.lastIndex = at;
    for (let found = attribute.exec(source); found; found = attribute.exec(source)) {
      given.push([found[1] ?? '', decoded((found[2] ?? '').slice(1, -1))]);
      at = attribute.lastIndex;
    }
    const [end] = /^\s*\/?>/.exec(source.slice(at, at + 1000)) ?? [];
    if (end === undefined || new Set(given.map(([key]) => key)).size < given.length) throw wrong();
    at += end.length;
    if (open.length === 0 && (called !== 'svg' || roots++ > 0)) throw wrong();
    if (open.length >= mostNested || ++count > mostElements)
      throw new NoSvg('This SVG has too many parts. Save it as a PNG and choose that.');
    const isKnown = elements.has(called);
    if (!isKnown && isKept() && !notes.test(called)) left.add(`<${called}>`);
    const isIn = isKept() && isKnown;
    const isClosed = end.trim() === '/>';
    if (isIn) {
      const space = called === 'svg' && open.length === 0 ? ` xmlns="${spaces['xmlns']}"` : '';
      const kept = given
        .filter((each) => isHarmlessAttribute(called, each, left))
        .map(([key, value]): [string, string] => [
          key,
          value.replace(inside, (_, kind: string, bytes: string) => kind + embedded(bytes)),
        ]);
      cost.opening(called, kept);
      if (isClosed) cost.closing();
      text += `<${called}${space}${kept.map(([key, value]) => ` ${key}="${encoded(value)}"`).join('')}${isClosed ? '/>' : '>'}`;
    }
    if (!isClosed) open.push({ name: called, isKept: isIn });
  }

  while (at < source.length) {
    const next = source.indexOf('<', at);
    words(source.slice(at, next < 0 ? undefined : next));
    if (next < 0) break;
    at = next;
    if (source.startsWith('<!--', at)) at = past('-->');
    else if (source.startsWith('<?', at)) {
      if (!source.startsWith('<?xml ', at)) left.add('an instruction for other programs');
      at = past('?>');
    } else if (source.startsWith('<![CDATA[', at)) {
      const end = past(']]>');
      words(encoded(source.slice(at + 9, end - 3)));
      at = end;
    } else if (source.startsWith('<!', at)) {
      const end = past('>');
      // Entities of its own can stand for anything, also for gigabytes.
      if (source.slice(at, end).includes('[')) throw new NoSvg('This SVG defines entities. Save it without.');
      at = end;
    } else {
      tag.lastIndex = at;
      const [whole, slash, called = ''] = tag.exec(source) ?? [];
      if (whole === undefined) throw wrong();
      at += whole.length;
      if (slash === '') opening(called);
      else {
        const [end] = /^\s*>/.exec(source.slice(at, at + 100)) ?? [];
        const last = open.pop();
        if (end === undefined || last?.name !== called) throw wrong();
        at += end.length;
        if (last.isKept) {
          cost.closing();
          text += `</${called}>`;
        }
      }
    }
  }
  if (open.length > 0 || roots === 0) throw wrong();
  if (cost.total() > mostDrawn)
    throw new NoSvg('This SVG draws so much that it would stop a browser. Save it as a PNG and choose that.');
  return { text, left: [...left] };
}

function isHarmlessAttribute(called: string, [key, value]: [string, string], left: Set<string>): boolean {
  if (key in spaces) {
    if (value !== spaces[key]) throw new NoSvg('This SVG can’t be read.');
    return key !== 'xmlns';
  }
  if (/^on/i.test(key)) {
    left.add(key);
    return false;
  }
  if (key === 'href' || key === 'xlink:href') {
    const isPicture =
      called === 'image' && /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]*$/.test(value);
    if (isPicture || /^#[\w.-]+$/.test(value.trim())) return true;
    left.add('a link to another file');
    return false;
  }
  if (key.includes(':')) return key === 'xml:space' && /^(?:default|preserve)$/.test(value);
  if (isHarmless(value)) return true;
  left.add('a link to another file');
  return false;
}

/** Styles and values that load nothing: `url()` only of the picture's own parts, and nothing written in escapes. */
const isHarmless = (text: string): boolean =>
  !/[\\@]|javascript:|image-set|\b(?:image|src|expression)\s*\(/i.test(text) &&
  !/url\s*\(/i.test(text.replace(/url\(\s*(["']?)#[\w.-]+\1\s*\)/g, ''));

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(raw: string): string {
  return raw.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,10}));?|&/g,
    (whole, ten?: string, sixteen?: string, word?: string) => {
      const known = word === undefined ? undefined : named[word];
      const code = ten === undefined ? parseInt(sixteen ?? '', 16) : Number(ten);
      if (!whole.endsWith(';') || (word !== undefined && known === undefined) || code > 0x10_ffff)
        throw new NoSvg('This SVG can’t be read.');
      return known ?? String.fromCodePoint(code);
    },
  );
}

const encoded = (text: string): string =>
  [...text]
    .filter(isForXml)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function isForXml(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 32) return code === 9 || code === 10 || code === 13;
  return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedDir } from '#testing/site-folder.ts';
import { cleanPicture, NoPicture } from './clean-picture.ts';
import { cleanSvg, NoSvg } from './clean-svg.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" ${more}>${inside}</svg>`;

/** Numbers and Latin letters, one byte each. */
const run = (...parts: (readonly number[] | string)[]): number[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));

const chunk = (type: string, data: number[] = []) =>
  run([0, 0, data.length >> 8, data.length & 255], type, data, [0, 0, 0, 0]);
const png = (width: number, height: number, ...more: number[][]) =>
  Uint8Array.from(
    run(
      '\x89PNG\r\n\x1a\n',
      chunk('IHDR', [0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 6, 0, 0, 0]),
      more.flat(),
      chunk('IDAT', [1, 2, 3]),
      chunk('IEND'),
    ),
  );

const segment = (marker: number, data: number[]) =>
  run([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255], data);
/** As a phone writes it: turned, and with the place. */
const exif = (orientation: number) =>
  run(
    'Exif\0\0MM\0*\0\0\0\x08',
    [0, 2, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0],
    'GPS 52.52N 13.40E',
  );
const scan = segment(0xda, [1, 1, 0, 0, 63, 0]);
/** Progressive: with a table between two scans. */
const jpeg = (...notes: number[][]) =>
  Uint8Array.from(
    run(
      [0xff, 0xd8],
      segment(0xe0, run('JFIF\0')),
      notes.flat(),
      segment(0xc2, [8, 0, 9, 0, 7, 1, 1, 0x11, 0]),
      run(scan, [1, 0xff, 0, 2, 0xff, 0xd0, 3], segment(0xc4, [0xff, 0xd9, 4]), scan),
      [5, 6, 0xff, 0xd9],
      'PK glued behind',
    ),
  );
const webp = (flags: number, ...chunks: [string, number[]][]) => {
  const head: [string, number[]] = ['VP8X', [flags, 0, 0, 0, 7, 0, 0, 7, 0, 0]];
  const body = [head, ...chunks].flatMap(([type, data]) =>
    run(type, [data.length, 0, 0, 0], data, data.length % 2 ? [0] : []),
  );
  return Uint8Array.from(run('RIFF', [body.length + 4, 0, 0, 0], 'WEBP', body));
};

test('a photo loses the place where it was taken, and stays the right way up', () => {
  const cleaned = cleanPicture(jpeg(segment(0xe1, exif(6)), segment(0xfe, run('by Ada'))));
  const text = Buffer.from(cleaned.bytes).toString('latin1');
  expect(text).not.toMatch(/GPS|Ada|glued/);
  expect(text).toContain('JFIF');
  expect(cleaned).toMatchObject({ kind: 'jpeg', size: { width: 7, height: 9 } });
  // Cleaned again it is the same: the way up is all that it notes.
  expect(cleanPicture(cleaned.bytes).bytes).toEqual(cleaned.bytes);
  expect([...cleaned.bytes].join()).toContain([1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0].join());
  expect([...cleaned.bytes.subarray(-4)]).toEqual([5, 6, 0xff, 0xd9]);
  const noted = png(8, 8, chunk('tEXt', run('Comment\0secret')), chunk('eXIf', exif(1)));
  expect(cleanPicture(noted).bytes).toEqual(png(8, 8));
  const drawn: [string, number[]] = ['VP8 ', [1, 2, 3]];
  expect(cleanPicture(webp(0x0c, drawn, ['EXIF', exif(1)], ['XMP ', [1]])).bytes).toEqual(webp(0, drawn));
});

test('what moves, bursts a phone, is cut off, or is something else isn’t taken', () => {
  const wrong: [Uint8Array<ArrayBuffer>, RegExp][] = [
    [png(8, 8, chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])), /moves/],
    [webp(2, ['VP8 ', [1]]), /moves/],
    [webp(0, ['ANIM', [1, 2]]), /moves/],
    [png(60_000, 60_000), /60000 × 60000/],
    [png(60_000, 1), /60000 × 1/],
    [bytesOf('GIF89a\x08\x00\x08\x00'), /GIF/],
    [bytesOf('<html><script>1</script></html>'), /isn’t a picture/],
    [bytesOf('MZ\x90'), /isn’t a picture/],
    [new Uint8Array(), /isn’t a picture/],
    [png(8, 8).slice(0, 40), /damaged/],
    [jpeg().slice(0, 60), /damaged/],
    [webp(0, ['VP8 ', [1, 2, 3, 4]]).slice(0, 34), /damaged/],
    [bytesOf(svg('x'.repeat(1_100_000))), /more than 1 MB/],
    [Uint8Array.from([...bytesOf('<svg>'), 0xff, 0xfe, ...bytesOf('</svg>')]), /UTF-8/],
  ];
  for (const [bytes, says] of wrong) expect(() => cleanPicture(bytes), String(says)).toThrow(says);
});

test('a drawing keeps what is drawn, and nothing that runs, loads or is somebody’s note', async () => {
  const mark = await readFile(join(shippedDir, 'brand/mark.svg'), 'utf8');
  const shapes = (text: string) => [...text.matchAll(/<(?:path|rect|circle)\b/g)].length;
  expect(cleanSvg(mark).left).toEqual([]);
  expect(shapes(cleanSvg(mark).text)).toBe(shapes(mark));
  const kept = svg(
    '<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="1"/></linearGradient></defs><path class="a" d="M0 0h8"/><use xlink:href="#g"/><text>a &lt; b</text><image href="data:image/png;base64,aGk="/>',
  );
  for (const part of [
    '.a{fill:url(#g)}',
    '<stop offset="1"/>',
    'd="M0 0h8"',
    'xlink:href="#g"',
    'a &lt; b',
    'base64,aGk=',
  ])
    expect(cleanSvg(kept).text).toContain(part);
  const hostile: [string, string][] = [
    ['<script>alert(1)</script>', '<script>'],
    ['<SCRIPT>alert(1)</SCRIPT>', '<SCRIPT>'],
    [
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">alert</body></foreignObject>',
      '<foreignObject>',
    ],
    ['<path onload="alert(1)"/>', 'onload'],
    ['<path ONCLICK="alert(1)"/>', 'ONCLICK'],
    ['<use href="https://evil.example/alert.svg#x"/>', 'a link to another file'],
    ['<image xlink:href="//evil.example/alert.png"/>', 'a link to another file'],
    ['<image href="data:image/svg+xml;base64,alert"/>', 'a link to another file'],
    ['<rect fill="url(https://evil.example/alert)"/>', 'a link to another file'],
    ['<rect style="fill:u\\72l(//evil.example/alert)"/>', 'a link to another file'],
    ['<rect fill="url(&#104;ttps://evil.example/alert)"/>', 'a link to another file'],
    ['<style>@import "//evil.example/alert.css";</style>', 'styles that load something'],
    ['<style>&#64;import "//evil.example/alert.css";</style>', 'styles that load something'],
    ['<style><![CDATA[a{background:url(//evil.example/alert)}]]></style>', 'styles that load something'],
    ['<a href="javascript:alert(1)"><path/></a>', '<a>'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>', '<animate>'],
    ['<set attributeName="onload" to="alert(1)"/>', '<set>'],
  ];
  for (const [inside, said] of hostile) {
    const { text, left } = cleanSvg(svg(inside));
    expect(text, inside).not.toMatch(/alert|evil/);
    expect(left, inside).toContain(said);
  }
  expect(
    cleanSvg(svg('<metadata>by Ada</metadata><sodipodi:namedview a="b"/><path inkscape:label="x"/>')),
  ).toMatchObject({
    left: [],
    text: expect.not.stringMatching(/Ada|namedview|inkscape/) as string,
  });
});

const again = (levels: number, each: number, of = '<rect width="1" height="1"/>'): string =>
  `<defs><g id="a0">${of}</g>${Array.from({ length: levels }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(each)}</g>`).join('')}</defs><use href="#a${levels}"/>`;

test.each([
  ['shapes of shapes', again(9, 10)],
  ['shapes of shapes, by twos', again(40, 2)],
  ['a part in itself', '<g id="a"><use href="#a"/></g>'],
  ['parts in each other', '<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'],
  [
    'patterns of patterns',
    `<pattern id="p"><rect fill="url(#q)"/></pattern><pattern id="q"><rect fill="url( '#p' )"/></pattern>`,
  ],
  [
    'a filter without end',
    '<filter id="f"><feTurbulence numOctaves="100000"/></filter><rect filter="url(#f)"/>',
  ],
  [
    'filters in a row',
    `<filter id="f">${'<feGaussianBlur stdDeviation="5000"/>'.repeat(300)}</filter><rect filter="url(#f)"/>`,
  ],
  [
    'a filter for every part',
    `<style>*{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${'<rect/>'.repeat(500)}`,
  ],
  ['blurs by attributes', '<rect style="filter: blur(900px)"/>'.repeat(500)],
  [
    'a filter by styles for what is used again',
    `<style>.f{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${again(3, 9, '<rect class="f"/>')}`,
  ],
  ['blurs by styles', `<style>rect{filter:blur(900px)}</style>${'<rect/>'.repeat(500)}`],
])('[law] a drawing that would stop a browser is refused: %s', (_, inside) => {
  expect(() => cleanSvg(svg(inside))).toThrow(/draws so much/);
});

test('what a drawing program repeats or blurs now and then is taken', () => {
  for (const inside of [
    again(3, 10),
    '<filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="1"/></filter><g filter="url(#f)"><rect/></g>',
    '<rect/>'.repeat(20_000),
    `<style>${Array.from({ length: 60 }, (_, at) => `.c${at}{clip-path:url(#c${at})}`).join('')}</style>${Array.from({ length: 60 }, (_, at) => `<clipPath id="c${at}"><path/></clipPath>`).join('')}${'<path class="c1"/>'.repeat(5000)}`,
    `<style>.a{fill:url(#g)} #all{opacity:.5}</style><linearGradient id="g">${'<stop/>'.repeat(30)}</linearGradient><g id="all">${'<path class="a"/>'.repeat(5000)}</g>`,
  ])
    expect(cleanSvg(svg(inside)).left).toEqual([]);
});

test('a picture in a drawing is bounded and cleaned as one that stands alone', () => {
  const drawing = (bytes: Uint8Array) =>
    new TextEncoder().encode(
      svg(`<image href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`),
    );
  const photo = cleanPicture(drawing(png(40, 30, chunk('tEXt', run('Taken at home')))));
  const [, inner = ''] = /base64,([\w+/=]+)/.exec(new TextDecoder().decode(photo.bytes)) ?? [];
  expect(Buffer.from(inner, 'base64').toString('latin1')).not.toContain('Taken at home');
  expect(Buffer.from(inner, 'base64').toString('latin1')).toContain('IEND');
  for (const bytes of [png(30_000, 30_000), new TextEncoder().encode('hi'), drawing(png(4, 4))])
    expect(() => cleanPicture(drawing(bytes))).toThrow(NoPicture);
});

test('a drawing that another reader could take differently isn’t read at all', () => {
  const wrong = [
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
    '<svg>&unknown;</svg>',
    '<svg><g></svg></g>',
    '<svg><path d="1" d="2"/></svg>',
    '<svg><path d=1/></svg>',
    '<svg xmlns="http://www.w3.org/1999/xhtml"/>',
    '<svg xmlns:xlink="http://www.w3.org/2000/svg"/>',
    '<svg/><svg/>',
    '<g/>',
    '<svg>',
    'words<svg/>',
    '<svg><!-- </svg>',
    '<svg><path d="<script>"/></svg>',
    `<svg>${'<g>'.repeat(200)}${'</g>'.repeat(200)}</svg>`,
  ];
  for (const text of wrong) expect(() => cleanSvg(text), text.slice(0, 60)).toThrow(NoSvg);
});

const pieces = [
  '<g>|</g>|<path d="M0"/>|<script>|</script>|<style>|</style>|<![CDATA[|]]>|<!--|-->|&lt;script&gt;|&#60;|&#x3c;|"|>|<|&',
  `'|url(|@import| onload="x"|<x:g>|</x:g>|<use href="#a"/>|<use href="//b"/>|\0|\u2028|\uD800|<?xml-stylesheet href="b"?>`,
].flatMap((line) => line.split('|'));

const readDrawing = (text: string) => {
  try {
    return cleanSvg(text);
  } catch (error) {
    if (error instanceof NoSvg) return null;
    throw error;
  }
};

test('[law] whatever is typed as a drawing, what comes out is read again as itself, and runs nothing', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const once = readDrawing(svg(parts.join('')));
      read += once ? 1 : 0;
      const { text } = once ?? cleanSvg(svg(''));
      expect(cleanSvg(text)).toEqual({ text, left: [] });
      expect(text).not.toMatch(/<[^<>]*\sonload=|<\/?script|<!|<\?|href="\/\//i);
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(100);
});

const readPicture = (bytes: Uint8Array<ArrayBuffer>) => {
  try {
    return cleanPicture(bytes).bytes;
  } catch (error) {
    if (error instanceof NoPicture) return null;
    throw error;
  }
};

test('[law] bytes of any kind are a picture that stays the same when cleaned again, or refused in words', () => {
  const start = fc.constantFrom(png(8, 8), jpeg(segment(0xe1, exif(3))), webp(0, ['VP8 ', [1, 2]]));
  const broken = fc
    .tuple(start, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }), fc.nat(200))
    .map(([whole, changes, cut]) => {
      const bytes = Uint8Array.from(whole);
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      return cut % 4 === 0 ? bytes.slice(0, cut) : bytes;
    });
  let read = 0;
  fc.assert(
    fc.property(broken, (bytes) => {
      const once = readPicture(bytes);
      read += once ? 1 : 0;
      expect(once && readPicture(once)).toEqual(once);
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(100);
});

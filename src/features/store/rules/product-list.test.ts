import { expect, test } from 'vitest';
import { randomOf } from '#testing/random.ts';
import { plainOf } from './plain-text.ts';
import { mostListedProducts, readProductList } from './product-list.ts';

const read = (text: string, areCents = false) =>
  readProductList(text, { areCents, pause: () => Promise.resolve() });
const priced = async (price: string, more = '', areCents = false) => {
  const { products, faults } = await read(
    `Name,Price${more && ',Currency'}\nKit,"${price}"${more}\n`,
    areCents,
  );
  return products[0]?.cents ?? faults[0]?.why;
};

test('a list of Gumroad and one of Lemon Squeezy are read by the names of their columns', async () => {
  const gumroad = await read(
    '\uFEFFName,Custom Permalink,Formatted Price,Currency,Published,Tags,Description,Sales\r\n' +
      'Launch kit,https://me.gumroad.com/l/launch,$19+,usd,true,"SaaS, Grün",<p>All of it. More.</p><ul><li>One</li></ul>,7\r\n',
  );
  expect(gumroad.faults).toEqual([]);
  expect(gumroad.products[0]).toEqual({
    line: 2,
    id: 'launch',
    title: 'Launch kit',
    summary: 'All of it.',
    cents: 1900,
    tags: ['saas', 'grun'],
    page: 'All of it. More.\n\n- One',
    note: 'buyers chose what they paid; here it has this price',
  });
  const lemon = await read('name;slug;status;price_formatted;price\nPack;pack;draft;"$1,234.50";123450\n');
  expect(lemon.products[0]).toMatchObject({ id: 'pack', cents: 123_450 });
});

test('amounts are read right, or the row is refused', async () => {
  for (const [price, cents] of [
    ['0', 0],
    ['Free', 0],
    ['$0.50', 50],
    ['49,90', 4990],
    ['1.234,56', 123_456],
    ['$999,999.99', 99_999_999],
  ] as const)
    expect(await priced(price), price).toBe(cents);
  for (const price of [
    '',
    '-5',
    '0.49',
    '1,000,000',
    '1.234',
    '$10 - $20',
    '€10',
    'cheap',
    '1e3',
    'NaN',
    '10.999',
  ])
    expect(await priced(price), price).toEqual(expect.any(String));
  expect(await priced('10', ',EUR')).toContain('US dollars');
  expect(await priced('1900', '', true)).toBe(1900);
  expect(await priced('19.00', '', true)).toBe(1900);
  const both = await read('Name,Price,price_cents\nKit,19,1950\nOdd,19,19.50\n');
  expect(both.products.map(({ cents }) => cents)).toEqual([1950]);
  expect(both.faults).toEqual([{ line: 3, why: '"19.50" is not a number of cents' }]);
});

test('each row that is no product is told with its line and why; the others come', async () => {
  const { products, faults } = await read(
    [
      'Name,Price,Is subscription,Recurrence',
      ',5',
      `${'x'.repeat(81)},5`,
      'Club,5,true',
      'Monthly,5,false,monthly',
      '中文,5',
      'Kit,5,false,once',
      'Kit,6',
      'Wide,5,no,once,extra',
      `Long,5,no,"${'y'.repeat(10_001)}"`,
      'Open,"5',
      'Lost,5',
    ].join('\n'),
  );
  expect(products.map(({ id }) => id)).toEqual(['kit']);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 8, 9, 10, 11]);
  expect(faults.map(({ why }) => why).join('\n')).toMatch(
    /no name[^]*81 characters[^]*subscription[^]*subscription[^]*no address[^]*line 7 has the same[^]*more cells[^]*10,000[^]*never closed/,
  );
});

test('what is no list of products is refused as a whole, in words', async () => {
  for (const [text, words] of [
    ['', 'empty'],
    ['\n\n', 'empty'],
    ['a,b\n1,2', 'no column Name and no column Price'],
    ['Name\nKit', 'no column Price'],
    ['Item Name,Item Price ($),Purchase Email\n', 'lists sales'],
    ['"Name,Price', 'never closed'],
  ] as const)
    await expect(read(text), text).rejects.toThrow(words);
  const many =
    'Name,Price\n' + Array.from({ length: mostListedProducts + 1 }, (_, n) => `Kit ${n},1`).join('\n');
  await expect(read(many)).rejects.toThrow('more than 10,000');
});

test('[law] whatever lies in a file: every row is a product that fits, or refused, and none twice', async () => {
  const random = randomOf(31);
  const bits = [
    'Kit',
    '"',
    ',',
    '\n',
    '$19',
    '-1',
    '<script>',
    '<li',
    '&#0;',
    '\u202e',
    '=cmd',
    '\0',
    '1e9',
    ';',
    '\r',
  ];
  for (let turn = 0; turn < 400; turn++) {
    const body = Array.from({ length: 60 }, () => bits[Math.floor(random() * bits.length)] ?? '').join('');
    const { products, faults } = await read(`Name,Price,Description\n${body}`);
    const lines = [...products, ...faults].map(({ line }) => line);
    expect(new Set(lines).size).toBe(lines.length);
    for (const { id, title, summary, cents, page } of products) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect([title, summary].every((text) => text !== '' && !/[\r\n\0]/.test(text))).toBe(true);
      expect([title.length <= 80, summary.length <= 200]).toEqual([true, true]);
      expect(cents === 0 || (cents >= 50 && cents <= 99_999_999)).toBe(true);
      expect(page).not.toMatch(/<script|\0/i);
    }
  }
});

test('of HTML the words stay, and what only looks like it', () => {
  expect(plainOf('<b>3 < 4</b> &amp; <script>alert(1)</script>&#x41;&lt;&#0;&nope;')).toBe(
    '3 < 4 & A<&nope;',
  );
});

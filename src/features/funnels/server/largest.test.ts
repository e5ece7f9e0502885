import { expect, test } from 'vitest';
import { newId } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub } from '#testing/funnels-hub.ts';
import { standstill } from '#testing/standstill.ts';
import { type Block, type Funnel, mostBytes, mostValues } from '../rules/contract.ts';

const db = await useDatabase();
/** What nobody else's request may wait for, whatever somebody publishes. */
const mostWait = 250;

const block = (n: number, type: Block['type'], more: Partial<Block> = {}): Block => ({
  id: `b${n}`,
  type,
  show: 'all',
  tone: 'plain',
  align: 'start',
  alignPhone: null,
  values: {},
  items: [],
  ...more,
});
/** As they are counted where a body is read: what is empty is one more. */
function valuesIn(json: string): number {
  let count = 0;
  JSON.parse(json, (_, value: unknown) => {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    count += isEmpty ? 2 : 1;
    return value;
  });
  return count;
}
/** As many pages of these blocks as a funnel may have and hold. */
function filled(blocksOf: (page: number) => Block[]): Funnel {
  const funnel = aFunnel(newId('funnel'));
  const [first] = funnel.steps;
  if (!first) throw new Error('A funnel without a step');
  const steps: Funnel['steps'] = [];
  let bytes = JSON.stringify(funnel).length;
  let values = 1000;
  for (let n = 0; n < 200; n++) {
    const step = {
      ...first,
      id: `s${n}`,
      slug: `s${n}`,
      name: `Page ${n}`,
      next: null,
      decline: null,
      blocks: blocksOf(n),
    };
    const text = JSON.stringify(step);
    bytes += text.length + 1;
    values += valuesIn(text);
    if (bytes > mostBytes || values > mostValues) break;
    steps.push(step);
  }
  return { ...funnel, steps };
}
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** One page as long as a page can be, of one piece. */
const ofPiece = (piece: string) =>
  filled((page) => {
    const body = piece.repeat(8000 / piece.length);
    const items = times(29, () => ({ title: 'A', body }));
    const each = JSON.stringify(items).length;
    return page > 0
      ? [block(0, 'text')]
      : times(Math.floor((mostBytes - 80_000) / each), (n) => block(n, 'features', { items }));
  });

test.each([
  ...['- a\n', '[a](/b)', '{{a}}'].map((piece) => [JSON.stringify(piece), ofPiece(piece)] as const),
  [
    'many items',
    filled(() => times(12, (n) => block(n, 'features', { items: times(30, () => ({ body: 'a' })) }))),
  ] as const,
  [
    'many columns',
    filled(() => times(60, (n) => block(n, 'columns', { items: times(4, () => ({})) }))),
  ] as const,
  ['many links', filled(() => times(75, (n) => block(n, 'offer', { values: { link: 's199' } })))] as const,
])(
  'nobody waits while the largest funnel is saved, published, listed and read: %s',
  async (_what, funnel) => {
    const hub = await funnelsHub(db);
    const ada = await hub.member(newId('funnel'));
    const text = JSON.stringify(funnel);
    expect(text.length).toBeLessThanOrEqual(mostBytes);
    const isFull = text.length > mostBytes / 3 || valuesIn(text) > mostValues * 0.7;
    expect(isFull).toBe(true);
    const path = `/api/funnels/${funnel.id}`;
    const waited: Record<string, number> = {};
    const during = async (what: string, work: () => Response | Promise<Response>) => {
      waited[what] = await standstill(async () => {
        const response = await work();
        expect(response.status, what).toBe(200);
        await response.arrayBuffer();
      });
    };
    const put = (fields: string) =>
      hub.send('PUT', path, {
        headers: { 'x-user': ada.uid, 'content-type': 'application/json' },
        body: `{"key":"${newId('funnel')}-write","hasSeen":true,${fields}}`,
      });
    await during('publish', () => put(`"base":0,"publish":"now","funnel":${text}`));
    await during('publish again', () => put('"base":1,"publish":"now"'));
    await during('at a time', () => put('"base":1,"publish":{"at":"2030-01-01T00:00:00Z"}'));
    for (const what of ['', '/versions', '/versions/1', '/numbers'])
      await during(`GET ${what}`, () => ada.call('GET', path + what));
    await during('list', () => ada.call('GET', '/api/funnels'));
    await during('overview', () => ada.call('GET', '/api/funnels/overview'));
    expect(Object.entries(waited).filter(([, ms]) => ms > mostWait)).toEqual([]);
  },
);

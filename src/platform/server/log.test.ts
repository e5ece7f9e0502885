import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

test('lines of one turn are written together; an error flushes those before it, in order', async () => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const log = createLog('info');
    log.debug('not asked for');
    log.info('one');
    log.info('two');
    expect(written).toEqual([]);
    log.error('three', { error: new Error('why') });
    expect(written).toHaveLength(1);
    log.info('four');
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    write.mockRestore();
  }
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    'one',
    'two',
    'three',
    'four',
  ]);
});

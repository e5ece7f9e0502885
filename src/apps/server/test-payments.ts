import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/server/config.ts';

const noteIn = (dataDir: string): string => join(dataDir, 'test-payments.json');

/**
 * Tells this hub's command line where the running hub accepts test payments, so that refunds go there; until
 * withdrawn.
 */
export async function leaveNote({ dataDir, paypal }: Config): Promise<() => Promise<void>> {
  const note = noteIn(dataDir);
  const written = JSON.stringify(paypal);
  await writeFile(note, written, { mode: 0o600 });
  return async () => {
    // Another hub on the same data may have written its own meanwhile.
    if ((await readFile(note, 'utf8').catch(() => '')) === written) await rm(note, { force: true });
  };
}

/** The configuration including the running hub's test payments; never on a live hub, or alongside a real provider. */
export async function withTestPayments(config: Config): Promise<Config> {
  if (config.live || config.paypal) return config;
  const text = await readFile(noteIn(config.dataDir), 'utf8').catch(() => null);
  if (text === null) return config;
  const paypal = JSON.parse(text) as NonNullable<Config['paypal']>;
  return { ...config, paypal };
}

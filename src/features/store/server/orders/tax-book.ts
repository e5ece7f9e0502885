import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Platform } from '#platform/server/platform.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { euRates, type TaxSettings, ukRates } from '../../rules/tax.ts';

const takesRate = 'a percentage from 0 to 50, such as 25.5';
const schema = z.strictObject(
  {
    collect: z.optional(z.array(z.enum(['EU', 'UK'], 'EU or UK'), 'a list such as [EU, UK]')),
    rates: z.optional(
      z.record(
        z.string().check(z.regex(/^[A-Z]{2}$/, 'a two-letter country code, such as DE')),
        z.pipe(
          z
            .string(takesRate)
            .check(z.refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) <= 50, takesRate)),
          z.transform(Number),
        ),
        'countries with percentages, such as DE: 19',
      ),
    ),
  },
  'collect and rates',
);

export interface TaxBook {
  now(): TaxSettings;
  mistakes(): string[];
  isOn(): boolean;
}

/** site/tax.md, read again whenever it changed; a mistake in it leaves the last good rates in force. */
export function createTaxBook({ config, site, log }: Pick<Platform, 'config' | 'site' | 'log'>): TaxBook {
  const path = join(config.siteDir, 'tax.md');
  let stamp = '';
  let rates: Record<string, number> = {};
  let mistakes: string[] = [];

  function read(): void {
    const info = statSync(path, { throwIfNoEntry: false });
    const next = info ? `${info.mtimeMs} ${info.size}` : 'none';
    if (next === stamp) return;
    stamp = next;
    mistakes = [];
    if (!info) {
      rates = {};
      return;
    }
    try {
      const keys = readFrontMatter(parseMarkdownFile(path, readFileSync(path, 'utf8')), schema);
      rates = {
        ...(keys.collect?.includes('EU') && euRates),
        ...(keys.collect?.includes('UK') && ukRates),
        ...keys.rates,
      };
    } catch (error) {
      mistakes = (error instanceof Error ? error.message : String(error)).split('\n');
      for (const line of mistakes) log.error(line);
    }
  }

  return {
    now() {
      read();
      return { rates, sellerCountry: site.words().seller.country };
    },
    mistakes() {
      read();
      return mistakes;
    },
    isOn() {
      read();
      return Object.keys(rates).length > 0;
    },
  };
}

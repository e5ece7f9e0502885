import { foldersOf } from '#features/store/server/folders.ts';
import { readSamples } from '#features/store/server/samples.ts';
import type { Config } from '#platform/server/config.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { type Finding, good, note, unknown } from './finding.ts';

/** Whether a live hub sells what came with it, and whether somebody has said so. */
export async function samplesFinding(config: Pick<Config, 'siteDir' | 'live'>): Promise<Finding[]> {
  if (!config.live) return [];
  const about = 'samples';
  try {
    const { says, count } = await readSamples(foldersOf(config));
    if (says === 'yes') return [good(about, `the ${count} products that came with the hub are on sale`)];
    if (says === 'no') return [good(about, 'the products that came with the hub aren’t on sale')];
    return [
      note(
        about,
        'the products that came with the hub aren’t on sale: nobody has said that they are',
        'To sell them, or to say no: under Products on the desk, or shippedProducts: yes (or no) in site/catalog/catalog.md.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    return [unknown(about, 'unknown: site/catalog/catalog.md has a mistake', error.message.split('\n')[0])];
  }
}

import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import type { DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { addressOf, type PeopleParts, personActs } from './acts.ts';

const atOnce = 50;

/** One person with everything that the hub knows of them, whichever feature knows it. */
export const peopleFeature = (platform: Pick<Platform, 'clock'>, parts: PeopleParts): ServerFeature => ({
  name: 'people',
  desk: [peoplePage(platform, parts)],
});

function peoplePage(platform: Pick<Platform, 'clock'>, parts: PeopleParts): DeskPage {
  const { keepers } = parts;

  /** Each once, by their address, with everything that they are known as. */
  async function found(word: string): Promise<DeskCell[][]> {
    const people = new Map<string, { address: string; name: string; as: Set<string> }>();
    for (const { person } of keepers)
      for (const { address, name = '', as } of (await person.find?.(word, atOnce)) ?? []) {
        const key = mailAddressKey(address);
        const known = people.get(key) ?? { address, name: '', as: new Set() };
        people.set(key, { ...known, name: known.name || name, as: known.as.add(as) });
      }
    return [...people.values()]
      .slice(0, atOnce)
      .map(({ address, name, as }) => [
        { text: address, href: `/people/${encodeURIComponent(address)}` },
        name,
        [...as].join(', '),
      ]);
  }

  return {
    path: 'people',
    title: 'People',
    right: 'people',
    acts: personActs(platform, parts),
    async list({ find = '' }) {
      const word = find.trim().toLowerCase();
      const typed = parseMailAddress(word);
      return {
        title: 'People',
        lead: 'Everything that the hub knows of somebody: consents, orders, messages, newsletter, follow-ups, account.',
        blocks: [
          {
            is: 'search',
            fields: [{ name: 'find', label: 'Beginning of an email or name', kind: 'search', value: find }],
          },
          ...(word === ''
            ? []
            : [
                {
                  is: 'table' as const,
                  title: 'Results',
                  columns: [{ head: 'Email' }, { head: 'Name' }, { head: 'Known as' }],
                  rows: await found(word),
                  empty: 'Nobody is known by this.',
                },
              ]),
          ...(typed === null
            ? []
            : [
                {
                  is: 'link' as const,
                  text: `Everything about ${typed}`,
                  href: `/people/${encodeURIComponent(typed)}`,
                },
              ]),
        ],
      };
    },
    async one(id) {
      const address = addressOf(id);
      const blocks: DeskBlock[] = [];
      for (const { person } of keepers) blocks.push(...((await person.shown?.(address)) ?? []));
      return {
        title: address,
        ...(blocks.length === 0 && { lead: 'Nothing of it is known here, unless mail was sent there.' }),
        blocks: [
          { is: 'acts', id: address },
          ...blocks,
          { is: 'link', text: 'Mail sent there', href: `/mail?find=${encodeURIComponent(address)}` },
        ],
      };
    },
  };
}

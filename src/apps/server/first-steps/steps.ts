import type { OwnStore } from '#features/recovery/server/own-store.ts';
import { stateWords } from '#features/recovery/rules/own-store.ts';
import { readShop } from '#features/store/server/samples.ts';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { DeskCell, Done } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { whoForm } from '#platform/server/site/hub-form.ts';
import { changeSite } from '#platform/server/site/change-text.ts';
import { saveText, textFields } from '#platform/server/site/save-text.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { removeDemo } from '../demo/remove.ts';
import type { Look } from '../health/page.ts';
import { isDemoThere } from '../demo/there.ts';
import { factOf, type Step } from './step.ts';

/** Your name and address, in the file that an editor would write. */
export const whoStep = ({ db, site }: Pick<Platform, 'db' | 'site'>): Step => ({
  id: 'who',
  title: 'Who you are',
  lead: 'Your name and address are on every page, on invoices and in the terms. Until you give them, the hub says that it is a sample.',
  async read() {
    const { name, seller, isSample } = site.words();
    const hasName = site.shop().name !== '';
    const facts: [string, DeskCell][] = [
      ['Hub', hasName ? name : `${name} (the sample’s)`],
      ['Seller', isSample ? 'a sample' : [seller.legalName, ...seller.address].join(', ')],
      ['File', { text: site.texts.pathOf('hub.md'), mono: true }],
    ];
    const acts = ['who'];
    if (isSample)
      return {
        isDone: false,
        words: 'still the sample’s details',
        advice: 'Enter your name and address.',
        facts,
        acts,
      };
    return hasName
      ? { isDone: true, words: `${name}, ${seller.legalName}`, facts, acts }
      : {
          isDone: false,
          words: `${seller.legalName}; the hub has no name yet`,
          advice: 'Name your hub.',
          facts,
          acts,
        };
  },
  acts: [
    {
      name: 'who',
      label: 'Edit your details',
      button: 'Save',
      ask: async (_id, _by, typed) => ({
        words: 'It is public as soon as you save. What else is in the file stays as it is.',
        fields: await textFields(site.texts, whoForm(site), typed),
      }),
      async act(_id, form): Promise<Done> {
        return changeSite({ db, site }, () => saveText(site.texts, whoForm(site), form));
      },
    },
  ],
});

export const sellStep = ({ config, db }: Pick<Platform, 'config' | 'db'>): Step => ({
  id: 'sell',
  title: 'What you sell',
  lead: 'A product of your own: its name, its price, its files and a picture.',
  async read() {
    try {
      const { own, samples } = await readShop(config);
      const { rows: sold } = await db.pool.query<{ title: string; all: number }>(
        `select title, count(*) over ()::int as all from store_product where on_sale and id = any($1)
         order by title limit 5`,
        [own],
      );
      const said = samples.says === null && config.live ? ', because nobody has said so' : '';
      const facts: [string, DeskCell][] = [
        ['Your own on sale', sold.map(({ title }) => title).join(', ') || 'none'],
        [
          'Sample products',
          samples.isSold
            ? config.live
              ? 'on sale'
              : 'on sale, to try it out; on a live hub they aren’t, unless you say so'
            : `not on sale${said}`,
        ],
      ];
      const blocks = [
        { is: 'link' as const, text: 'New product', href: '/products/-/new' },
        { is: 'link' as const, text: 'Products', href: '/products' },
        samples.isSold
          ? {
              is: 'link' as const,
              text: 'Stop selling the sample products',
              href: '/products/-/stop-samples',
            }
          : { is: 'link' as const, text: 'Sell the sample products', href: '/products/-/sell-samples' },
      ];
      return sold.length > 0
        ? {
            isDone: true,
            words: `${countOf(sold[0]?.all ?? 0, 'product')} of your own on sale`,
            facts,
            blocks,
          }
        : { isDone: false, words: 'none of your own yet', advice: 'Make a product.', facts, blocks };
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      return {
        isDone: false,
        words: 'the site folder has a mistake',
        advice: error.message.split('\n')[0] ?? '',
      };
    }
  },
});

export const addressStep = ({ config, origin }: Pick<Platform, 'config' | 'origin'>, look: Look): Step => ({
  id: 'address',
  title: 'Address and HTTPS',
  lead: 'People reach the hub by a name of your own, encrypted. That takes a proxy with a certificate, and PUBLIC_URL where the hub is started: docs/operate.md, “Put it on the internet”.',
  async read({ isQuick } = { isQuick: false }) {
    const findings = (await look(isQuick ? 'known' : undefined)).filter(({ about }) =>
      ['HTTPS', 'address', 'proxy', 'clock'].includes(about),
    );
    const facts: [string, DeskCell][] = [['Now at', origin()], ...findings.map(factOf)];
    const bad = findings.find(({ state }) => state === 'bad');
    if (!config.live)
      return {
        isDone: false,
        words: 'not public: only this machine can reach the hub',
        advice: 'Put it behind a proxy with a certificate, and set PUBLIC_URL.',
        facts,
      };
    return bad
      ? { isDone: false, words: bad.words, ...(bad.advice && { advice: bad.advice }), facts }
      : { isDone: true, words: origin(), facts };
  },
});

export const recoveryStep = (
  { db }: Pick<Platform, 'db'>,
  ownStore: Pick<OwnStore, 'read' | 'choose'>,
): Step => ({
  id: 'recovery',
  title: 'Abandoned carts',
  lead: 'Buyers who tick the box at checkout are reminded of a cart that they left, up to three times and without a discount. Nobody else is written to.',
  async read() {
    const { standing, since } = await ownStore.read(db.tables());
    const isOff = standing.reason === 'switched off';
    const state = {
      words: stateWords(standing, since),
      acts: standing.isOn ? ['remind-off'] : ['remind-on', ...(isOff ? [] : ['remind-off'])],
      blocks: [{ is: 'link' as const, text: 'Reminders', href: '/reminders' }],
    };
    // Switched off is decided, too. Whatever else is missing, two of the other steps ask for.
    return standing.isOn || isOff
      ? { ...state, isDone: true }
      : { ...state, isDone: false, advice: 'Finish “Who you are” and “Mail”.' };
  },
  acts: [
    {
      name: 'remind-on',
      label: 'Turn reminders on',
      ask: async () => ({
        words: 'Carts that are left from now on are reminded of, as soon as all is set that a mail needs.',
        fields: [],
      }),
      act: () => choose(ownStore, 'on'),
    },
    {
      name: 'remind-off',
      label: 'Turn reminders off',
      ask: async () => ({ words: 'No reminder is sent any more, also none that is planned.', fields: [] }),
      act: () => choose(ownStore, 'off'),
    },
  ],
});

async function choose(ownStore: Pick<OwnStore, 'choose'>, choice: 'on' | 'off'): Promise<Done> {
  const { words, isOn, advice } = await ownStore.choose(choice);
  const more = choice === 'on' && !isOn ? ` ${advice}` : '';
  return { words: `Saved. Reminders are ${words}.${more}`, after: { reminders: choice } };
}

export const demoStep = (platform: Pick<Platform, 'db' | 'files'>): Step => ({
  id: 'demo',
  title: 'Remove the demo',
  lead: '“demo load” fills a hub with made-up members, orders and visits, to see it lived in. Before you open, take them away.',
  async read() {
    return (await isDemoThere(platform.db))
      ? {
          isDone: false,
          words: 'the demo is loaded',
          advice: 'Remove it: what it loaded and what was done in its people’s name, and nothing else.',
          acts: ['demo'],
        }
      : { isDone: true, words: 'no demo data' };
  },
  acts: [
    {
      name: 'demo',
      label: 'Remove the demo',
      isGrave: true,
      async ask() {
        if (!(await isDemoThere(platform.db))) throw new Problem('not_found', 'There is no demo data.');
        return {
          words:
            'Its members, documents, orders and visits are deleted, with what was done in their name. Everybody in it has an address at demo.example; nothing of anybody else is touched.',
          fields: [],
        };
      },
      async act(): Promise<Done> {
        const { members, rows } = await removeDemo(platform);
        return {
          words: `Removed ${countOf(members, 'demo member')} and ${countOf(rows, 'row')}.`,
          after: { members, rows },
        };
      },
    },
  ],
});

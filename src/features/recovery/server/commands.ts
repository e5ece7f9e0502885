import { countOf } from '#base/count.ts';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import { readJsonFile } from '#platform/server/json-file.ts';
import type { Platform } from '#platform/server/platform.ts';
import { conditionWords } from '../rules/condition.ts';
import { CampaignBody, Settings } from '../rules/contract.ts';
import { stateWords } from '../rules/own-store.ts';
import { money } from '../rules/writing.ts';
import { figuresOf } from './figures.ts';
import { listCarts } from './list.ts';
import { bounceSecret } from './bounce-secret.ts';
import { campaignView, campaignsOf, orderCampaigns, removeCampaign, saveCampaign } from './campaigns.ts';
import { ensureOwner, saveSettings } from './owners.ts';
import type { OwnStore } from './own-store.ts';
import { hubOwner } from './tables.ts';

/** The reminders of the hub's own store: the operator's, at a terminal. */
export function recoveryCommands(platform: Platform, ownStore: OwnStore): HubCommand[] {
  const { db, clock, origin } = platform;

  /** One of the same name goes on where it is: what it has planned stays planned. */
  async function replaceCampaigns(bodies: CampaignBody[]): Promise<void> {
    await db.transaction(async (trx) => {
      const before = await campaignsOf(trx, hubOwner);
      const ids: string[] = [];
      for (const body of bodies) {
        const known = before.find(({ id, name }) => name === body.name && !ids.includes(id));
        ids.push(await saveCampaign(trx, hubOwner, known ?? { isNew: true }, body, clock.now()));
      }
      for (const { id } of before) if (!ids.includes(id)) await removeCampaign(trx, hubOwner, id);
      await orderCampaigns(trx, hubOwner, ids);
    });
  }

  return [
    {
      name: 'recovery show',
      usage: 'recovery show',
      summary: 'Show your store’s reminders: settings, numbers and newest carts',
      async run(_args, print) {
        const owner = await db.transaction((trx) => ensureOwner(trx, hubOwner, clock.now()));
        const { standing, since } = await ownStore.read(db.tables());
        const { analytics, revenue } = await figuresOf(db.tables(), hubOwner, clock.now());
        print(stateWords(standing, since));
        print(standing.advice);
        for (const [name, value] of Object.entries(owner.settings)) print(`${name} = ${String(value)}`);
        print(
          `${countOf(analytics.totalAbandoned, 'cart')}, ${analytics.totalRecovered} recovered (${analytics.recoveryRate}%), ${
            revenue.map(({ cents, currency }) => money(cents, currency)).join(', ') || 'no revenue yet'
          }`,
        );
        const { carts } = await listCarts(db.tables(), hubOwner, { limit: 20 });
        for (const cart of carts)
          print(`${cart.createdAt}  ${cart.status}  ${money(cart.totalCents, cart.currency)}  ${cart.email}`);
      },
    },
    {
      name: 'recovery on',
      usage: 'recovery on',
      summary: 'Turn reminders for your store on again; carts abandoned before that get none',
      async run(_args, print) {
        const { isOn, words, advice } = await ownStore.choose('on');
        print(isOn ? `Reminders are ${words}, from now on.` : `Saved. Reminders are ${words}. ${advice}`);
      },
    },
    {
      name: 'recovery off',
      usage: 'recovery off',
      summary: 'Turn off reminders for your store',
      async run(_args, print) {
        await ownStore.choose('off');
        print('Reminders are off. Scheduled ones won’t be sent.');
      },
    },
    {
      name: 'recovery campaigns',
      usage: 'recovery campaigns [FILE]',
      summary: 'List your store’s campaigns by priority; a JSON file replaces them',
      async run([file], print) {
        const bodies = file === undefined ? null : await readJsonFile(file, z.array(CampaignBody));
        if (bodies) await replaceCampaigns(bodies);
        // Whoever writes campaigns that are on wants them to run; after an empty list the default one would come back.
        if (bodies?.length === 0) await ownStore.choose('off');
        else if (bodies?.some(({ isOn }) => isOn)) await ownStore.choose('on');
        for (const campaign of await campaignsOf(db.tables(), hubOwner)) {
          const { name, when, isOn, steps } = campaignView(campaign);
          print(
            `${isOn ? 'on ' : 'off'}  ${name}: ${conditionWords(when)}, ${countOf(steps.length, 'message')}`,
          );
        }
      },
    },
    {
      name: 'recovery set',
      usage: 'recovery set SETTING VALUE',
      summary: 'Change a setting, such as `emailDelay 2` or `maxDiscount 15`',
      async run([name = '', value = ''], print) {
        const { settings, delivery } = await db.transaction((trx) => ensureOwner(trx, hubOwner, clock.now()));
        if (!Object.hasOwn(settings, name))
          throw new Problem('bad_request', `The settings are ${Object.keys(settings).join(', ')}.`);
        const typed = value === 'true' || value === 'false' ? value === 'true' : Number(value);
        const parsed = Settings.safeParse({ ...settings, [name]: typed });
        if (!parsed.success)
          throw new Problem('bad_request', `${name}: ${parsed.error.issues[0]?.message ?? 'not accepted'}`);
        await db.transaction((trx) =>
          saveSettings(trx, hubOwner, { settings: parsed.data, delivery }, clock.now()),
        );
        print(`${name} = ${value}`);
      },
    },
    {
      name: 'recovery bounces',
      usage: 'recovery bounces',
      summary: 'Show the webhook for bounces from your mail service, and its signing secret',
      async run(_args, print) {
        print(`${origin()}/api/recovery/bounces`);
        print(bounceSecret(platform));
      },
    },
  ];
}

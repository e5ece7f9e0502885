import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { days, hours, movableClock, seconds } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { isPaidPlan } from '#features/plans/rules/capabilities.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { startFrom } from '#features/funnels/rules/start-from.ts';
import { starters } from '#features/funnels/rules/starters/index.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { firstCampaign } from '#features/recovery/rules/writing.ts';
import type { CheckoutAnswer } from '#features/store/rules/order-contract.ts';
import type { ProductList } from '#features/store/rules/contract.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { type Inside, openInside } from './inside.ts';
import {
  demoAddress,
  demoBranding,
  demoBuyers,
  demoDomain,
  demoMembers,
  type DemoMember,
  demoWares,
} from './people.ts';

export interface Loaded {
  /** The password of every demo member; random each time, because a live hub may be shown with it, too. */
  password: string;
  lines: string[];
}

/** Three weeks of a small business, created through the same routes everyone uses. */
const daysLived = 21;

export async function loadDemo(ground: Platform): Promise<Loaded> {
  const end = ground.clock.now().getTime();
  const clock = movableClock(new Date(end - days(daysLived)));
  const inside = await openInside(ground, clock);
  const password = randomText(20);
  try {
    const members: Viewer[] = [];
    for (const member of demoMembers) members.push(await openAccount(inside, member, password));
    const [maya] = members;
    if (maya?.kind !== 'member') throw new Problem('internal', 'The first demo member is missing.');

    await inside.ask('PUT', '/api/branding', brandingOf(maya.uid, clock.now()), { as: maya });
    const saveDocuments = documentsToSave(inside, ground, members);
    const funnel = await publishFunnel(inside, maya);
    await openRecovery(inside, maya);
    const sold = await sell(inside, members, new Date(end));
    for (let day = 0; day < daysLived; day++) {
      await visits(inside, funnel, day, () => clock.move(seconds(5)));
      await saveDocuments(day, clock.now());
      await carts(inside, maya, day);
      // Eight hours at a time, so that reminders are sent when they would have been.
      for (let part = 0; part < 3; part++) {
        clock.move(Math.min(hours(8), end - clock.now().getTime()));
        await inside.runJobs('recovery');
        if (part === 1) await purchases(inside, maya, day);
      }
    }
    return {
      password,
      lines: [
        `${demoMembers.length} members, ${demoMembers.flatMap(({ documents }) => documents).length} saved documents, a company's branding`,
        `a published funnel at /f/${funnel.slug}, with three weeks of visits, leads, carts and reminders`,
        `${sold} orders; no payments were made and no invoice numbers were used`,
      ],
    };
  } finally {
    await inside.close();
  }
}

async function openAccount(inside: Inside, { name, plan }: DemoMember, password: string): Promise<Viewer> {
  const email = demoAddress(name);
  const { user } = await inside.ask<{ user: { uid: string } }>('POST', '/api/auth/sign-up', {
    displayName: name,
    email,
    password,
  });
  if (isPaidPlan(plan)) await inside.command('plan grant', email, plan);
  return { kind: 'member', uid: user.uid, email, sessionId: `demo-${user.uid}` };
}

const brandingOf = (owner: string, now: Date) => ({
  owner,
  branding: demoBranding,
  changedAt: now.getTime(),
  base: null,
});

type SaveDocuments = (day: number, now: Date) => Promise<void>;

/** One every other day, in the order they are written. */
function documentsToSave(inside: Inside, ground: Platform, members: Viewer[]): SaveDocuments {
  const shipped = fileURLToPath(new URL('../../../../content/documents', import.meta.url));
  const library = readLibrary(shipped, join(ground.config.siteDir, 'documents'));
  const all = demoMembers.flatMap(({ documents }, index) =>
    documents.map((document) => ({ ...document, as: members[index] as Viewer })),
  );
  return async (day, now) => {
    const due = all.filter((_, index) => Math.floor((index * daysLived) / all.length) === day);
    for (const { slug, name, folder, starred = false, as } of due) {
      const template = library.get(slug);
      if (!template) continue;
      const doc = assemble(template, sampleAnswers(template), { date: now.toISOString().slice(0, 10) });
      const content = toHtml(doc);
      const marks = { name, folder, starred, createdAt: now.toISOString() };
      const ids = { key: randomText(24), id: newId('template') };
      await inside.ask('POST', '/api/saved', { ...ids, ...marks, content }, { as });
    }
  };
}

interface Shown {
  slug: string;
  next: string;
  form: string;
}

async function publishFunnel(inside: Inside, maya: Viewer): Promise<Shown> {
  const starter = starters.find(({ id }) => id === 'lead-magnet');
  if (!starter) throw new Problem('internal', 'There is no funnel to start from.');
  const id = newId('funnel');
  const started = startFrom(starter, () => randomText(12), id, demoBranding);
  const funnel = {
    ...started,
    // The starter leaves the guide's URL and the headline to its owner; here the URL is an existing page.
    steps: started.steps.map((step, index) => ({
      ...step,
      blocks: step.blocks.map((block) => ({
        ...block,
        values: {
          ...block.values,
          ...(block.values['link'] === '' && { link: '/store' }),
          ...(index === 0 && block.type === 'hero' && { title: 'Quote a fair price, and keep it' }),
        },
      })),
    })),
    name: 'Pricing guide',
    slug: `pricing-guide-${randomText(4)}`,
  };
  await inside.ask(
    'PUT',
    `/api/funnels/${id}`,
    { key: randomText(24), base: 0, funnel, publish: 'now', hasSeen: true },
    { as: maya },
  );
  const form = funnel.steps[0]?.blocks.find(({ type }) => type === 'optin')?.id ?? '';
  return { slug: funnel.slug, next: funnel.steps[1]?.slug ?? '', form };
}

const agents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
];
const sources = ['?utm_source=newsletter', '', '?utm_source=linkedin', '', '?utm_source=podcast'];

/** More each week, fewer on weekends; about one visitor in eight leaves an email address. */
async function visits(inside: Inside, funnel: Shown, day: number, wait: () => void): Promise<void> {
  const count = 6 + Math.floor(day / 3) + (day % 7 > 4 ? -4 : (day * 5) % 4);
  for (let visitor = 0; visitor < count; visitor++) {
    const sender = {
      address: `10.8.${day}.${visitor + 1}`,
      agent: agents[(day + visitor) % agents.length] ?? '',
    };
    await inside.send(
      'GET',
      `/f/${funnel.slug}${sources[(day + visitor) % sources.length]}`,
      undefined,
      sender,
    );
    if (visitor !== 2) continue;
    const name = demoBuyers[day % demoBuyers.length] ?? '';
    const { token } = await inside.ask<{ token: string }>('GET', '/api/funnels/form');
    wait();
    const form = { block: funnel.form, email: demoAddress(name), name, consent: 'yes', token };
    await inside.send('POST', `/f/${funnel.slug}`, undefined, { ...sender, form });
    await inside.send('GET', `/f/${funnel.slug}/${funnel.next}`, undefined, sender);
  }
}

async function openRecovery(inside: Inside, maya: Viewer): Promise<void> {
  const delivery = {
    ...firstDelivery(),
    shopName: demoBranding.companyName,
    postalAddress: demoBranding.address,
    shopCode: 'WELCOMEBACK',
    quietFrom: 0,
    quietTo: 0,
  };
  await inside.ask('PUT', '/api/recovery/settings', { settings: firstSettings(), delivery }, { as: maya });
  await inside.ask('POST', '/api/recovery/campaigns', { ...firstCampaign(), isOn: true }, { as: maya });
}

const buyerOf = (day: number): string => demoBuyers[(day * 7) % demoBuyers.length] ?? '';

async function carts(inside: Inside, maya: Viewer, day: number): Promise<void> {
  const ware = demoWares[day % demoWares.length];
  const name = buyerOf(day);
  if (!ware) return;
  await inside.ask(
    'POST',
    '/api/recovery/carts',
    {
      email: demoAddress(name),
      name,
      totalCents: ware.cents,
      items: [{ ...ware, quantity: 1 }],
      restoreUrl: `${demoBranding.website}/cart/${day + 1}`,
      consent: true,
    },
    { as: maya },
  );
}

/** Two carts in five are recovered the day after. */
async function purchases(inside: Inside, maya: Viewer, day: number): Promise<void> {
  const before = day - 1;
  const ware = demoWares[before % demoWares.length];
  if (before < 0 || !ware || (before % 5 !== 1 && before % 5 !== 3)) return;
  await inside.ask(
    'POST',
    '/api/recovery/purchases',
    { email: demoAddress(buyerOf(before)), orderId: `shop-${before + 1}`, totalCents: ware.cents },
    { as: maya },
  );
}

/**
 * Past sales as imported from another shop, and one fully paid by a coupon: neither needs a payment or an invoice.
 */
async function sell(inside: Inside, members: Viewer[], now: Date): Promise<number> {
  const { items: products } = await inside.ask<ProductList>('GET', '/api/store/products');
  if (products.length === 0) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'hub-demo-'));
  const made = randomText(8);
  const rows = Array.from({ length: 14 }, (_, index) => {
    const product = products[index % products.length];
    const email = index % 5 === 0 ? demoAddress(demoMembers[0]?.name ?? '') : demoAddress(buyerOf(index + 3));
    const day = new Date(now.getTime() - days(20 - index)).toISOString().slice(0, 10);
    return `demo-${made}-${index},${email},"${product?.id}",${((product?.priceCents ?? 0) / 100).toFixed(2)},${day}`;
  });
  try {
    const file = join(folder, 'sales.csv');
    await writeFile(
      file,
      ['Purchase ID,Purchase Email,Product Name,Item Price ($),Purchase Date', ...rows].join('\n'),
    );
    await inside.command('import', 'gumroad', file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const [maya, tom] = members;
  await inside.ask('POST', '/api/purchases/claim', {}, { as: maya as Viewer }).catch(() => {});

  const code = `DEMO${made.toUpperCase()}`;
  await inside.command('coupons add', code, '100%', '--note', demoDomain);
  const product = products.find(({ priceCents }) => priceCents > 0);
  if (!product || !tom) return rows.length;
  await inside.ask<CheckoutAnswer>(
    'POST',
    '/api/checkout',
    {
      items: [{ id: product.id, quantity: 1, seenCents: product.priceCents }],
      country: 'US',
      coupon: code,
      checkoutKey: randomText(26),
      agreed: true,
      wantsNews: false,
      wantsReminders: false,
      seenTotalCents: 0,
    },
    { as: tom },
  );
  return rows.length + 1;
}

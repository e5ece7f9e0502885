import type { Page } from '@playwright/test';
import { goTo, rest, type Seen } from './act.ts';
import { addressOf } from './acts-people.ts';
import type { DeviceName, Doc, Model } from './model.ts';
import { nameOf } from './words.ts';
import { settles, type World } from './world.ts';

/** Presses Save and waits until it has ended. A save that never ends says nothing: that is silence. */
export async function pressSave(page: Page): Promise<Seen> {
  const button = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await rest(page);
  // The hub gives up after half a minute, and then says so.
  const hasEnded = await button
    .waitFor({ timeout: 45_000 })
    .then(() => true)
    .catch(() => false);
  return hasEnded ? {} : { silent: 'Save never ends' };
}

/** The document that this save made, by the name that the hub gave it; unknown until it reaches the account. */
export async function nameNewDoc(world: World, doc: Doc): Promise<void> {
  if (world.docs.has(doc.k)) return;
  const known = [...world.docs.values()];
  const found = await world.ground.query<{ id: string }>(
    `select t.id from saved_template t join account_user u on u.id = t.owner_id
     where u.email = $1 and not (t.id = any($2)) and t.rest->'formData'->>'_document' = $3
     order by t.created_at limit 1`,
    [addressOf(world, doc.owner as 'mara'), known, doc.slug],
  );
  if (found[0]) world.docs.set(doc.k, found[0].id);
}

export const docOf = (model: Model, k: number | undefined): Doc => {
  const doc = model.docs.find((one) => one.k === k);
  if (!doc) throw new Error(`There is no document ${k}`);
  return doc;
};

export async function idOf(world: World, model: Model, k: number | undefined): Promise<string> {
  const doc = docOf(model, k);
  await settles(async () => {
    await nameNewDoc(world, doc);
    return world.docs.has(doc.k) ? null : 'it has not arrived yet';
  }, 8);
  const id = world.docs.get(doc.k);
  if (id === undefined)
    throw new Error(`What was saved never came to the account of ${nameOf(doc.owner as 'mara')}`);
  return id;
}

/** Its row in the list: by the id, which no rename changes. */
export async function rowOf(
  world: World,
  model: Model,
  step: { device: DeviceName; tab: number; doc?: number },
) {
  const id = await idOf(world, model, step.doc);
  const page = await world.tab(step.device, step.tab);
  await page.bringToFront();
  await goTo(page, '/dashboard/templates');
  if (docOf(model, step.doc).state === 'binned')
    await page
      .getByRole('main')
      .getByRole('radio', { name: /bin/i })
      .or(page.getByRole('main').getByRole('tab', { name: /bin/i }))
      .or(page.getByRole('main').getByRole('button', { name: /bin/i }))
      .first()
      .press('Space');
  const row = page.locator(`#saved-${id}`);
  await row.waitFor();
  return { page, row };
}

export async function choose(
  world: World,
  model: Model,
  step: { device: DeviceName; tab: number; doc?: number },
  name: string,
) {
  const { page, row } = await rowOf(world, model, step);
  await row.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name }).click();
  return page;
}

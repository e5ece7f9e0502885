import type { Locator, Page } from '@playwright/test';
import { asAddress, main, type Field, type Screen } from './screen.ts';
import type { Person } from './words.ts';
import type { World } from './world.ts';

/** The saved document that is sent to be signed; its own words are nobody's. */
export const contractName = 'Contract';
export const contractText = `<h1>Contract</h1><p>Between Wren Studio Ltd and Halden AG.</p>
<h2 id="term"><span class="doc-number">1.</span> Term</h2><p class="doc-sub"><span class="doc-number">1.1</span> This agreement lasts two years from the day of signing.</p>
<h2 id="law"><span class="doc-number">2.</span> Law</h2><p>The law of England and Wales applies.</p>
<div class="doc-signatures"><div class="doc-signature"><p>Halden AG</p><table><tr><td>Signature</td><td></td></tr><tr><td>Name</td><td>Tom Halden</td></tr><tr><td>Date</td><td></td></tr></table></div></div>`;
export const contractOf = (world: Pick<World, 'story'>, person: Person): string =>
  `tpl_walk${world.story}${person}`;

export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Of two that a wide and a narrow screen have. */
const seen = (page: Page, name: string): Locator =>
  main(page).getByRole('button', { name, exact: true }).filter({ visible: true });

async function openComment(page: Page): Promise<void> {
  const field = dialog(page).getByLabel('Your comment');
  if (await field.isVisible()) return;
  await page.getByRole('button', { name: /omments? on “1\. Term”/ }).click();
  await field.waitFor();
}

/** From the text to the step with the name; the code is looked at only once it is sent along. */
export async function openSignature(page: Page, code = () => Promise.resolve('000000')): Promise<void> {
  const name = dialog(page).getByLabel('Your full name');
  if (await name.isVisible()) return;
  const ask = dialog(page).getByRole('button', { name: 'Email me a code' });
  if (!(await ask.isVisible())) await seen(page, 'Review and sign').click();
  await ask.or(name).first().waitFor();
  if (await name.isVisible()) return;
  await ask.click();
  const typed = dialog(page).getByLabel('Code from the email');
  await typed.waitFor();
  await typed.fill(await code());
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await name.waitFor();
}

async function openReason(page: Page): Promise<void> {
  const field = dialog(page).getByLabel('Reason');
  if (await field.isVisible()) return;
  await seen(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Decline' }).click();
  await field.waitFor();
}

const inGroup = (label: string) => (page: Page) =>
  main(page).getByRole('group', { name: 'Person 1' }).getByLabel(label, { exact: true });
export const sendFields: Record<string, Field> = {
  title: { name: 'Title', find: (page) => main(page).getByLabel('Title', { exact: true }) },
  message: { name: 'Message', find: (page) => main(page).getByLabel('Message') },
  name: { name: 'Name', find: inGroup('Name') },
  email: { name: 'Email', find: inGroup('Email'), around: asAddress },
};

const inDialog = (field: string, label: string): Screen['fields'] => ({
  [field]: { name: label, find: (page) => dialog(page).getByLabel(label) },
});
const inTab = { member: 'tab', nobody: 'tab' } as const;

/** What somebody who was asked to sign can begin, by the link of their mail: "comment 4 ben". */
const asked = {
  comment: { fields: inDialog('comment', 'Your comment'), prepare: openComment },
  signature: {
    fields: inDialog('name', 'Your full name'),
    prepare: (page: Page) => openSignature(page),
  },
  reason: { fields: inDialog('reason', 'Reason'), prepare: openReason },
} as const;
export type Asked = keyof typeof asked;

export const askedKey = (kind: Asked, k: number | undefined, person: Person): string =>
  `${kind} ${k} ${person}`;

const heading = (page: Page) => main(page).getByRole('heading', { name: 'The document' }).waitFor();

export function signingScreen(world: World, key: string): Screen | null {
  const sender = /^send (\w+)$/.exec(key)?.[1];
  if (sender !== undefined)
    return {
      name: 'the page to send a contract',
      path: `/dashboard/agreements/new?from=${contractOf(world, sender as Person)}`,
      only: 'members',
      fields: sendFields,
      reach: { member: 'device', nobody: 'page' },
    };
  const [, kind, k, person] = /^(comment|signature|reason) (\d+) (\w+)$/.exec(key) ?? [];
  if (kind !== undefined)
    return {
      name: `the ${kind} of an agreement`,
      path: world.agreements.get(Number(k))?.signers.get(person as Person)?.path ?? '/sign',
      reach: inTab,
      ...asked[kind as Asked],
    };
  const [, side, n] = /^(agreement|answer) (\d+)$/.exec(key) ?? [];
  if (side === undefined) return null;
  return {
    name: 'an agreement, as its sender sees it',
    path: `/dashboard/agreements/${world.agreements.get(Number(n))?.id ?? 'unknown'}`,
    only: 'members',
    reach: inTab,
    fields: side === 'answer' ? inDialog('answer', 'Your comment') : {},
    prepare: side === 'answer' ? openComment : heading,
  };
}

import type { Page } from '@playwright/test';
import { openChat, openPersonForm, personForm } from './chat-hands.ts';
import { asAddress, type Field, labelled, main, named, type Screen } from './screen.ts';

const party = (group: string, label: string): Field => ({
  name: `${label} of “${group}”`,
  find: (page) => page.getByRole('group', { name: group, exact: true }).getByLabel(label).first(),
});

/** The first step of a document's interview. */
const interview = (slug: string, name: string, sides: [string, string]): [string, Screen] => [
  `answers ${slug}`,
  {
    name: `the ${name}`,
    path: `/tools/classic-template-generator?document=${slug}`,
    fields: {
      ourName: party(sides[0], 'Name'),
      theirName: party(sides[1], 'Name'),
      ourAddress: party(sides[0], 'Address'),
      theirAddress: party(sides[1], 'Address'),
    },
    reach: { member: 'account', nobody: 'device' },
  },
];

export const documents = {
  'mutual-nda': 'mutual NDA',
  invoice: 'invoice',
  'contractor-agreement': 'contractor agreement',
} as const;

/** Opened by a press on the map of funnels; the name is where its owner finds it again. */
export const openFunnel = async (page: Page, starting = /^Start from this: /): Promise<void> => {
  const settings = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Settings' });
  const starter = page.getByRole('button', { name: starting }).first();
  await settings.or(starter).first().waitFor();
  // A press that came before the page could hear it is made again.
  for (let tries = 0; tries < 4 && !(await settings.isVisible()); tries++) {
    await starter.press('Enter', { timeout: 2000 }).catch(() => {});
    await settings.waitFor({ timeout: 6000 }).catch(() => {});
  }
  await settings.waitFor();
  await settings.press('Space');
};

export const paper = (page: Page) => page.locator('[contenteditable="true"]').first();

const absent = (page: Page) => main(page).getByRole('link', { name: 'Choose a document' });

/** The text of a document, as the generator handed it over to be edited. */
const textOf = (slug: string, name: string): [string, Screen] => [
  `text ${slug}`,
  {
    name: `the text of the ${name}`,
    path: `/tools/document-editor?draft=${slug}`,
    fields: { text: { name: 'the text', find: paper, isAdded: true } },
    reach: { member: 'device', nobody: 'device' },
    glance: (page) => paper(page).or(absent(page)).first().waitFor(),
    prepare: async (page) => {
      await paper(page).or(absent(page)).first().waitFor();
      if (await paper(page).isVisible()) return;
      await page.goto(`/tools/classic-template-generator?document=${slug}`);
      await main(page).getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit the text' }).click();
      await paper(page).waitFor();
    },
  },
];

/** A saved document, opened by its address. */
export const savedText = (id: string): Screen => ({
  name: 'a saved document, opened by its address',
  path: `/tools/document-editor?template=${id}`,
  fields: { text: { name: 'the text', find: paper, isAdded: true } },
  reach: { member: 'account', nobody: 'page' },
  only: 'members',
  prepare: (page) => paper(page).waitFor(),
});

/** Who left an address in a published funnel, as its owner reads it. */
export const leadsOf = (id: string): Screen => ({
  name: 'the leads of a funnel',
  path: `/tools/funnel-builder?id=${id}`,
  fields: {},
  reach: { member: 'account', nobody: 'page' },
  only: 'members',
  prepare: async (page) => {
    const leads = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name: 'Leads' });
    await leads.waitFor();
    await leads.press('Space');
    await page.getByRole('table', { name: 'Leads' }).or(page.getByText('No leads yet')).first().waitFor();
  },
});

/** A letter with what was answered to it, by the link of the answer's mail. */
export const threadAt = (path: string): Screen => ({
  name: 'a conversation with the operator',
  path,
  fields: { reply: { name: 'Your reply', find: (page) => main(page).getByLabel('Your reply') } },
  reach: { member: 'tab', nobody: 'tab' },
});

export const screens: Record<string, Screen> = Object.fromEntries([
  interview('mutual-nda', documents['mutual-nda'], ['Your side', 'Their side']),
  interview('invoice', documents.invoice, ['You', 'Your customer']),
  interview('contractor-agreement', documents['contractor-agreement'], ['The client', 'The contractor']),
  textOf('mutual-nda', documents['mutual-nda']),
  textOf('contractor-agreement', documents['contractor-agreement']),
]);

const others: Record<string, Screen> = {
  'saved documents': {
    name: 'the list of saved documents',
    path: '/dashboard/templates',
    only: 'members',
    fields: {},
    reach: { member: 'account', nobody: 'page' },
    prepare: (page) => page.locator('[data-status="connected"]').waitFor(),
  },
  home: {
    name: 'the home page',
    path: '/',
    fields: {
      ours: { name: 'Your company', find: labelled('Your company') },
      theirs: { name: 'Their company', find: labelled('Their company') },
    },
    reach: { member: 'page', nobody: 'page' },
  },
  request: {
    name: 'the AI generator',
    path: '/tools/template-generator',
    fields: {
      request: { name: 'What do you need?', find: (page) => main(page).locator('textarea').first() },
    },
    reach: { member: 'tab', nobody: 'tab' },
  },
  contact: {
    name: 'the contact form',
    path: '/contact',
    fields: {
      name: { name: 'Your name', find: named('name') },
      email: { name: 'Your email', find: named('email'), around: asAddress },
      message: { name: 'Message', find: named('message') },
    },
    reach: { member: 'tab', nobody: 'tab' },
  },
  person: {
    name: 'the form to a person in the chat',
    path: '/about',
    draftOf: 'contact',
    fields: {
      name: { name: 'Your name', find: (page) => personForm(page).locator('[name="name"]') },
      email: {
        name: 'Your email',
        find: (page) => personForm(page).locator('[name="email"]'),
        around: asAddress,
      },
      message: { name: 'Message', find: (page) => personForm(page).locator('[name="message"]') },
    },
    reach: { member: 'tab', nobody: 'tab' },
    prepare: openPersonForm,
  },
  donation: {
    name: 'the donation page',
    path: '/donate',
    fields: {
      message: { name: 'Message', find: named('message') },
      name: { name: 'Your name', find: named('name') },
      email: { name: 'Email for the receipt', find: named('email'), around: asAddress },
    },
    reach: { member: 'tab', nobody: 'tab' },
  },
  checkout: {
    name: 'the checkout',
    path: '/checkout/guest?buy=invoice-proposal-pack',
    memberPath: '/checkout?buy=invoice-proposal-pack',
    fields: {
      name: { name: 'Name or company on the invoice', find: named('name') },
      coupon: {
        name: 'Coupon',
        find: named('coupon'),
        handIn: (page) => main(page).getByRole('button', { name: 'Apply' }).click(),
      },
      email: { name: 'Email', find: named('email'), around: asAddress, only: 'guests' },
    },
    reach: { member: 'tab', nobody: 'tab' },
    prepare: async (page) => {
      const more = main(page).locator('details', { has: page.locator('[name="coupon"]') });
      await more.waitFor();
      if (!(await more.evaluate((element: HTMLDetailsElement) => element.open)))
        await more.locator('summary').click();
    },
  },
  newsletter: {
    name: 'the newsletter page',
    path: '/newslettersignup',
    fields: {
      email: {
        name: 'Enter your email address',
        find: (page) => main(page).locator('[name="from_email"], [type="email"]').first(),
        around: asAddress,
      },
    },
    reach: { member: 'page', nobody: 'page' },
  },
  branding: {
    name: 'the branding',
    path: '/dashboard/branding',
    only: 'members',
    fields: {
      company: { name: 'Company name', find: (page) => main(page).getByLabel('Company name') },
      phone: { name: 'Phone', find: (page) => main(page).getByLabel('Phone') },
    },
    reach: { member: 'account', nobody: 'device' },
  },
  account: {
    name: 'the account settings',
    path: '/dashboard/account',
    only: 'members',
    fields: { name: { name: 'Name', find: named('displayName') } },
    reach: { member: 'account', nobody: 'page' },
    handIn: async (page) => {
      await main(page)
        .locator('form', { has: page.locator('[name="displayName"]') })
        .locator('[type=submit]')
        .click();
    },
  },
  recovery: {
    name: 'the recovery settings',
    path: '/automation',
    only: 'members',
    fields: {
      shop: { name: 'Shop name', find: labelled('Shop name') },
      address: { name: 'Postal address', find: labelled('Postal address') },
    },
    reach: { member: 'account', nobody: 'page' },
    prepare: async (page) => {
      await main(page).getByRole('tab', { name: 'Settings' }).click();
      await labelled('Shop name')(page).waitFor();
    },
    handIn: (page) => main(page).locator('form [type=submit]').first().click(),
  },
  campaign: {
    name: 'the campaign of reminders',
    path: '/automation',
    fields: {
      name: { name: 'Campaign name', find: labelled('Campaign name') },
      subject: { name: 'Subject', find: labelled('Subject') },
      // Each block's buttons name it: exactly this one is the field.
      words: { name: 'Text', find: (page) => main(page).getByLabel('Text', { exact: true }).first() },
    },
    reach: { member: 'account', nobody: 'device' },
    prepare: async (page) => {
      // Until the hub has answered there is a first campaign that would make way.
      await main(page).getByRole('tab', { name: 'Campaigns' }).click();
      const isKnown = main(page).getByRole('button', { name: /^Turn o(?:n|ff)$/ });
      await main(page).getByText('Saved on this device').or(isKnown).first().waitFor();
    },
    // By keyboard: a click right after a scroll is still the mail preview's, in whose frame the browser thinks it is.
    handIn: (page) => main(page).getByRole('button', { name: 'Save', exact: true }).press('Enter'),
  },
  asked: {
    name: 'what was asked in the chat',
    path: '/about',
    fields: {},
    reach: { member: 'tab', nobody: 'tab' },
    prepare: openChat,
  },
  chat: {
    name: 'the chat',
    path: '/about',
    fields: { question: { name: 'Your question', find: (page) => page.getByLabel('Your question') } },
    reach: { member: 'tab', nobody: 'tab' },
    prepare: openChat,
  },
  funnel: {
    name: 'the funnel builder',
    path: '/tools/funnel-builder',
    fields: {
      name: { name: 'Name', find: (page) => main(page).getByLabel('Name', { exact: true }).first() },
    },
    reach: { member: 'account', nobody: 'device' },
    prepare: (page) => openFunnel(page),
    isListed: true,
  },
};
Object.assign(screens, others);

export const screenOf = (key: string): Screen => {
  const screen = screens[key];
  if (!screen) throw new Error(`There is no screen ${key}`);
  return screen;
};

/** What two screens share is one text: it is known by the first of them. */
export const draftOf = (key: string): string => screens[key]?.draftOf ?? key;

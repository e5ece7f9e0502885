import type { Locator, Page } from '@playwright/test';
import type { Reach } from './model.ts';

export interface Field {
  /** As a person would name it. */
  name: string;
  find(page: Page): Locator;
  /** What stands around the text, such as an address. */
  around?: (word: string) => string;
  /** Typed at the end of what stands there, which stays. */
  isAdded?: true;
  /** Only members have it, or only guests. */
  only?: 'members' | 'guests';
  /** What makes this one count as handed in. */
  handIn?: (page: Page) => Promise<void>;
}

/** A screen that takes typing. */
export interface Screen {
  name: string;
  path: string;
  /** Where members have it, if that is elsewhere. */
  memberPath?: string;
  fields: Record<string, Field>;
  reach: { member: Reach; nobody: Reach };
  /** The screen that has the same fields, with the same words in them. */
  draftOf?: string;
  /** Only members have it, or only guests. */
  only?: 'members' | 'guests';
  /** What must be done before its fields are there. */
  prepare?: (page: Page) => Promise<void>;
  /** As it is opened only to look at it, where `prepare` would make something. */
  glance?: (page: Page) => Promise<void>;
  /** Each time it is typed into it makes a new thing, and its texts are looked for in the list of them. */
  isListed?: true;
  /** What makes a text count as handed in; without it, leaving it is enough. */
  handIn?: (page: Page) => Promise<void>;
}

export const main = (page: Page) => page.getByRole('main');
export const named = (name: string) => (page: Page) => main(page).locator(`[name="${name}"]`).first();
export const labelled = (label: string | RegExp) => (page: Page) => main(page).getByLabel(label).first();
export const asAddress = (word: string) => `${word}@example.com`;

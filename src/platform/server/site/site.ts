import type { OwnPictures } from './own-pictures.ts';
import type { OwnTexts } from './own-texts.ts';
import type { PublicSite, SitePage, SiteProject } from '#base/site.ts';

/** The operator's texts, read from site/ on top of the shipped content/. Each reload replaces all of them at once. */
export interface SiteStore {
  words(): PublicSite;
  /** What the operator gave for their shop, without the sample's words. */
  shop(): OwnShop;
  /** Changes with any text, page or image: part of every cached page's version. */
  version(): string;
  page(slug: string): SitePage | undefined;
  pages(): SitePage[];
  /** The portfolio, newest first. */
  projects(): SiteProject[];
  /** The synonym lists of words.txt, the shipped one first; the same array until one changes. */
  meanings(): readonly string[];
  /** Icons, logo and page images, by the path they are served at ("/brand/mark.svg"). */
  asset(path: string): SiteAsset | undefined;
  /** The names of what pages can show, such as "workshop.jpg". */
  images(): string[];
  isShippedImage(name: string): Promise<boolean>;
  /** The files that all of it is read from, for whoever changes them from a browser. */
  texts: OwnTexts;
  pictures: OwnPictures;
  /** What a file would be with this text in it; throws a SiteMistake if nothing. */
  draft: SiteDrafts;
  /** Waits until what was just written is read. */
  settled(): Promise<void>;
  /** Stops watching for changes. */
  close(): void;
}

export interface SiteDrafts {
  page(slug: string, text: string): SitePage;
  /** Null: it hides the shipped one of its name. */
  project(slug: string, text: string): SiteProject | null;
  /** hub.md */
  words(text: string): PublicSite;
}

export interface OwnShop {
  /** Empty where the operator has not given it. */
  name: string;
  address: string;
  /** False: `cartReminders: off`. */
  cartReminders: boolean;
}

export interface SiteAsset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Hash of the bytes, for an ETag. */
  version: string;
}

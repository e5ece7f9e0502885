import type { PublicSite, SitePage, SiteProject } from '#base/site.ts';

/** The operator's words, read from site/ over the shipped content/. All of one reading changes at once. */
export interface SiteStore {
  words(): PublicSite;
  /** Changes when any word, page or picture does: part of every cached page's version. */
  version(): string;
  page(slug: string): SitePage | undefined;
  pages(): SitePage[];
  /** What was made, the newest first. */
  projects(): SiteProject[];
  /** What words mean, for finding things: the texts of words.txt, the shipped one first; the same array until one changes. */
  meanings(): readonly string[];
  /** Icons, logo, pictures of pages, by the path they are served at ("/brand/mark.svg"). */
  asset(path: string): SiteAsset | undefined;
  /** Stops looking for changes. */
  close(): void;
}

export interface SiteAsset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Hash of the bytes, for an ETag. */
  version: string;
}

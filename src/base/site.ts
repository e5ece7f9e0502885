/** A page of this site, such as /store, or an address elsewhere. */
export interface SiteLink {
  label: string;
  url: string;
}

/** The operator's own texts: where pages, emails and documents take the site's name from. */
export interface PublicSite {
  name: string;
  tagline: string;
  description: string;
  assistantName: string;
  /** How dates and numbers are written, such as en-US. */
  language: string;
  /** #RRGGBB, or null for the default accent color. */
  accent: string | null;
  /** Where the operator's logo is served; null: show the mark at /brand/mark.svg. */
  logo: string | null;
  /** An image that mail clients can show (never SVG); null: use the name as text. */
  mailLogo: string | null;
  /** A sentence about money for payment pages, such as who pays for currency conversion. */
  currencyNote: string | null;
  /** The sender name of the newsletter. */
  newsletterSender: string;
  /** How often an issue is sent, phrased for the middle of a sentence: "once a month at most". */
  newsletterCadence: string;
  /** What its readers can choose from; empty: everybody gets every issue. */
  newsletterTopics: { id: string; label: string }[];
  social: SiteLink[];
  /** The operator's own menus; without one, the shipped links. */
  menu?: SiteLink[] | undefined;
  menuMore?: SiteLink[] | undefined;
  footer?: SiteLink[] | undefined;
  seller: {
    legalName: string;
    representedBy: string | null;
    address: string[];
    /** ISO 3166, two letters. */
    country: string;
    /** Empty if there is nothing to register. */
    registration: string;
    vatId: string | null;
    email: string;
    phone: string | null;
  };
  /** `hours`: when somebody is there, as `readOfficeHours` reads it. */
  support: { email: string; answersWithin: string; hours?: string | undefined };
  /** Pages that the operator added, for the footer and the sitemap. */
  morePages: { path: string; title: string }[];
  /** True while the shipped sample texts are in use: pages say so where it matters. */
  isSample: boolean;
}

/** A content page, such as /privacy: Markdown on disk, sanitized HTML from here on. */
export interface SitePage {
  slug: string;
  title: string;
  description: string;
  /** The day its text last changed, YYYY-MM-DD. */
  updated: string;
  /** Questions people ask about it, for search; never sent to the browser. */
  asks?: string[];
  html: string;
  toc: { id: string; title: string; level: 2 | 3 }[];
}

/** A project shown at /portfolio: a Markdown file and an image. */
export interface SiteProject {
  slug: string;
  title: string;
  summary: string;
  year: number;
  role: string;
  tags: string[];
  /** Where the project itself is: a URL, or a path on this site. */
  link: string | null;
  /** The image's path with its hash, such as /images/engine.svg?v=…. */
  image: string | null;
  /** Alternative text for people who can’t see the image. */
  imageAlt: string;
  html: string;
}

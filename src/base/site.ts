/** The hub's own words, as its operator gave them: what pages, mails and documents take their names from. */
export interface PublicSite {
  name: string;
  tagline: string;
  description: string;
  assistantName: string;
  /** How dates and numbers are written, such as en-US. */
  language: string;
  /** #RRGGBB, or null for the house's own pen. */
  accent: string | null;
  /** Where the operator's own logo is served; null: show the mark at /brand/mark.svg. */
  logo: string | null;
  /** A picture that mail programs can show (never SVG); null: write the name instead. */
  mailLogo: string | null;
  /** A sentence about money for paying pages, such as who bears the cost of conversion. */
  currencyNote: string | null;
  /** The name in front of the newsletter's address. */
  newsletterSender: string;
  /** How often an issue comes, as it stands in the middle of a sentence: "once a month at most". */
  newsletterCadence: string;
  social: { label: string; url: string }[];
  seller: {
    legalName: string;
    representedBy: string | null;
    address: string[];
    /** ISO 3166, two letters. */
    country: string;
    /** Empty when there is nothing to register. */
    registration: string;
    vatId: string | null;
    email: string;
    phone: string | null;
  };
  support: { email: string; answersWithin: string };
  /** Pages that the operator added, for the footer and the sitemap. */
  morePages: { path: string; title: string }[];
  /** True while the shipped sample words are in place: the page says so where it matters. */
  isSample: boolean;
}

/** A page of words, such as /privacy: Markdown on disk, sanitised HTML from here on. */
export interface SitePage {
  slug: string;
  title: string;
  description: string;
  /** The day its words last changed, YYYY-MM-DD. */
  updated: string;
  /** How people ask for it: for finding it, and stays on the server. */
  asks?: string[];
  html: string;
  toc: { id: string; title: string; level: 2 | 3 }[];
}

/** A piece of work that is shown at /portfolio: a Markdown file and a picture. */
export interface SiteProject {
  slug: string;
  title: string;
  summary: string;
  year: number;
  role: string;
  tags: string[];
  /** Where the thing itself is: an address, or a path of this hub. */
  link: string | null;
  /** The picture's path with its hash, such as /images/engine.svg?v=…. */
  image: string | null;
  /** What the picture shows, for people who can’t see it. */
  imageAlt: string;
  html: string;
}

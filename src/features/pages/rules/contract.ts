import * as z from 'zod/mini';
import type { PublicSite, SitePage, SiteProject } from '#base/site.ts';

/** A page of words, ready to be read. */
export const contentPage: z.ZodMiniType<SitePage> = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  updated: z.string(),
  html: z.string(),
  toc: z.array(z.object({ id: z.string(), title: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
});
export type ContentPage = z.output<typeof contentPage>;

export const pageParams = z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)) });

const link = z.object({ label: z.string(), url: z.string() });

export const publicSite: z.ZodMiniType<PublicSite> = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  assistantName: z.string(),
  language: z.string(),
  accent: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  mailLogo: z.nullable(z.string()),
  currencyNote: z.nullable(z.string()),
  newsletterSender: z.string(),
  newsletterCadence: z.string(),
  newsletterTopics: z.array(z.object({ id: z.string(), label: z.string() })),
  social: z.array(link),
  menu: z.optional(z.array(link)),
  menuMore: z.optional(z.array(link)),
  footer: z.optional(z.array(link)),
  seller: z.object({
    legalName: z.string(),
    representedBy: z.nullable(z.string()),
    address: z.array(z.string()),
    country: z.string(),
    registration: z.string(),
    vatId: z.nullable(z.string()),
    email: z.string(),
    phone: z.nullable(z.string()),
  }),
  support: z.object({ email: z.string(), answersWithin: z.string(), hours: z.optional(z.string()) }),
  morePages: z.array(z.object({ path: z.string(), title: z.string() })),
  isSample: z.boolean(),
});

/** A project as it is shown whole. */
export const project: z.ZodMiniType<SiteProject> = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  year: z.number(),
  role: z.string(),
  tags: z.array(z.string()),
  link: z.nullable(z.string()),
  image: z.nullable(z.string()),
  imageAlt: z.string(),
  html: z.string(),
});

/** A project, and some of the others to go on to. */
export const projectPage = z.object({
  project,
  others: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export type ProjectPage = z.output<typeof projectPage>;

export const portfolioQuery = z.object({ tag: z.optional(z.string().check(z.maxLength(200))) });

export const portfolio = z.object({
  /** Those with the tag that was asked for, or all. */
  projects: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      summary: z.string(),
      year: z.number(),
      tags: z.array(z.string()),
      image: z.nullable(z.string()),
      imageAlt: z.string(),
    }),
  ),
  /** Every tag there is, the commonest first. */
  tags: z.array(z.object({ tag: z.string(), count: z.number() })),
  tag: z.nullable(z.string()),
});
export type Portfolio = z.output<typeof portfolio>;

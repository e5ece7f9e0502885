import * as z from 'zod/mini';
import { agreementDocument, agreementId, link, shownDoc } from './contract.ts';

const { html, branding, paper, slug, answers } = agreementDocument;

/** Another text for an agreement that is out: the same people read it and sign it anew. */
export const reviseBody = z.strictObject({
  html,
  branding,
  paper,
  slug,
  answers,
  /** The version that it takes the place of. */
  version: z.int(),
  /** Stands beside what changed, for everybody to read. */
  why: z._default(
    z.string().check(z.maxLength(300, { error: 'Your explanation has at most 300 characters.' })),
    '',
  ),
  /** Only tells what would change. */
  look: z._default(z.boolean(), false),
});
export type ReviseBody = z.input<typeof reviseBody>;

export const revised = z.object({
  /** In one line; empty: nothing. */
  words: z.string(),
  changes: z.array(
    z.object({
      where: z.string(),
      lead: z.string(),
      before: z.string(),
      after: z.string(),
      trail: z.string(),
    }),
  ),
  /** What was agreed on meanwhile and stays: what they filled in, and words of theirs that were accepted. */
  kept: z.array(z.string()),
  /** Who signed or approved the former text, and is asked anew. */
  again: z.array(z.string()),
});
export type Revised = z.output<typeof revised>;

const version = z.string().check(z.regex(/^[1-9]\d{0,5}$/));
export const oneVersion = z.strictObject({ id: agreementId, version });
export const versionQuery = z.object({ t: link, version });
/** A version as both sides compare it with another. */
export const versionText = z.object({ doc: shownDoc });
export type VersionText = z.output<typeof versionText>;

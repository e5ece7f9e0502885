import * as z from 'zod/mini';

/** What mail may be sent for beyond what somebody's own account and orders need; `proof` is what must be known first. */
export const purposes = {
  newsletter: { label: 'the newsletter', proof: 'confirmed' },
  leads: { label: 'email about the offer you asked for', proof: 'given' },
  recovery: { label: 'reminders about an unfinished order', proof: 'given' },
  notices: { label: 'notifications you asked for', proof: 'given' },
  'product-updates': { label: 'news about products you own', proof: 'given' },
} as const satisfies Record<string, { label: string; proof: 'given' | 'confirmed' }>;

/** What one member writes to people who agreed to hear from that very member: their word to one is none to another. */
type FromMember = `member:${string}`;
export const fromMember = (uid: string): FromMember => `member:${uid}`;
const isFromMember = (text: string): text is FromMember => /^member:./.test(text);

export const memberOf = (purpose: string): string | null =>
  isFromMember(purpose) ? purpose.slice('member:'.length) : null;

export type Purpose = keyof typeof purposes | FromMember;

export const isPurpose = (text: string): text is Purpose =>
  isFromMember(text) || Object.hasOwn(purposes, text);

export const purposeOf = (purpose: Purpose): { label: string; proof: 'given' | 'confirmed' } =>
  isFromMember(purpose) ? { label: 'email from this sender', proof: 'given' } : purposes[purpose];

/** What somebody agreed to, in the words that they saw. */
export interface ConsentRecord {
  purpose: Purpose;
  consentText: string;
  source: string;
  givenAt: Date;
  confirmedAt: Date | null;
  withdrawnAt: Date | null;
}

export type SuppressionScope = 'marketing' | 'all';
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'erased';

export interface Suppression {
  scope: SuppressionScope;
  reason: SuppressionReason;
  at: Date;
}

/** The page behind an unsubscribe link: enough to recognise one's own address. */
export const unsubscribePreview = z.object({
  address: z.string(),
  purpose: z.string(),
  label: z.string(),
  state: z.enum(['subscribed', 'unsubscribed']),
  everything: z.boolean(),
});
export type UnsubscribePreview = z.infer<typeof unsubscribePreview>;

export const unsubscribeRequest = z.object({
  t: z.optional(z.string()),
  everything: z.optional(z.boolean()),
});

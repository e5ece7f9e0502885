/** All that the first scripts of the signing page hold of addresses: those of members, and every schema, come elsewhere. */
export const signingApi = {
  signing: '/api/signing',
  seen: '/api/signing/seen',
  code: '/api/signing/code',
  sign: '/api/signing/sign',
  approve: '/api/signing/approve',
  decline: '/api/signing/decline',
  forward: '/api/signing/forward',
  fill: '/api/signing/fill',
  comment: '/api/signing/comment',
  signingFile: '/api/signing/file',
} as const;

/** Where a link from an email leads: `/sign?t=...`. */
export const signPath = '/sign';

/** Where a member sees their agreements. */
export const agreementsPath = '/dashboard/agreements';
export const agreementPath = (id: string): string => `${agreementsPath}/${id}`;
export const sendPath = (template: string): string =>
  `${agreementsPath}/new?from=${encodeURIComponent(template)}`;

/** What an agreement may hold. */
export const most = {
  people: 20,
  title: 200,
  name: 120,
  initials: 12,
  message: 2000,
  reason: 1000,
  comment: 4000,
  /** Of a proposed wording, in characters. */
  words: 8000,
  /** Of one blank that is filled in. */
  answer: 600,
  blanks: 80,
  comments: 400,
  html: 1_000_000,
  days: 90,
} as const;
export const usualDays = 14;

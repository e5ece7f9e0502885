/**
 * Every error that can pass between browser and server, as a small closed set. Both sides share it: the server
 * throws a Problem, and the browser gets the same one.
 */
export const problemCodes = {
  bad_request: { status: 400, words: 'Something is wrong with this request.' },
  unauthenticated: { status: 401, words: 'Sign in to do this.' },
  limit_reached: { status: 402, words: 'You’ve reached your plan’s limit.' },
  forbidden: { status: 403, words: 'You don’t have permission to do this.' },
  not_found: { status: 404, words: 'We couldn’t find this.' },
  conflict: { status: 409, words: 'Someone else changed this. Reload it.' },
  too_large: { status: 413, words: 'This is too large.' },
  wrong_type: { status: 415, words: 'This type of content isn’t supported.' },
  too_many: { status: 429, words: 'Too many tries. Wait a moment, then try again.' },
  internal: { status: 500, words: 'Something went wrong on our side. Nothing you typed is lost.' },
  unavailable: { status: 503, words: 'The server is busy. Try again in a moment.' },
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** Errors by field, shown next to the field. */
export type FieldProblems = Record<string, string>;

export interface ProblemDetails {
  fields?: FieldProblems;
  retryAfterSeconds?: number;
}

export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, words?: string, details: ProblemDetails = {}) {
    super(words ?? problemCodes[code].words);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

import { Problem } from '#base/problem.ts';
import { accountWords } from '../../rules/words.ts';

export const unavailable = () => new Problem('unavailable', accountWords.federatedUnavailable);
export const invalid = () => new Problem('bad_request', accountWords.federatedInvalid);

/** What a provider's refusal means for who wants to sign in (RFC 6749, OpenID Connect Core); its own words are none of ours. */
export function refusal(error: string): Problem {
  switch (error) {
    case 'access_denied':
      return new Problem('forbidden', accountWords.federatedDenied);
    case 'server_error':
    case 'temporarily_unavailable':
      return unavailable();
    case 'login_required':
    case 'interaction_required':
    case 'account_selection_required':
    case 'consent_required':
      return new Problem('forbidden', accountWords.federatedNeedsYou);
    case 'invalid_grant':
    // GitHub's name for it.
    case 'bad_verification_code':
      return new Problem('bad_request', accountWords.federatedStale);
    default: {
      const name = /^[\w.-]{1,40}$/.test(error) ? error : 'an error of its own';
      return new Problem('bad_request', accountWords.federatedMisset.replace('{error}', name));
    }
  }
}

interface Refused {
  error?: unknown;
  error_description?: unknown;
}

/** What the provider itself said, as its error or in the challenge of a refused client. */
export function saidBy(thrown: unknown): Refused | null {
  const { name, cause } = thrown as { name?: string; cause?: unknown };
  if (name === 'AuthorizationResponseError' || name === 'ResponseBodyError') return thrown as Refused;
  if (name !== 'WWWAuthenticateChallengeError') return null;
  const [challenge] = cause as { parameters?: Refused }[];
  return { error: 'invalid_client', ...challenge?.parameters };
}

/** What went wrong on a way through a provider, for who wants to sign in. */
export function problemIn(thrown: unknown, otherwise: () => Problem): Problem {
  for (let each = thrown; each instanceof Error; each = each.cause) if (each instanceof Problem) return each;
  const said = saidBy(thrown);
  return said ? refusal(typeof said.error === 'string' ? said.error : '') : otherwise();
}

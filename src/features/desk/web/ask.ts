import {
  startAuthentication,
  WebAuthnError,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server says is said as it is; that it couldn't be reached, too. */
export async function post<R>(path: string, body: unknown): Promise<R> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The hub can’t be reached. Check the connection, then try again.');
  });
  const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
  if (!response.ok) throw new Error(answer?.error?.message ?? 'Something went wrong. Try again.');
  return answer as R;
}

/** An answer of the device, without what the server doesn't take. */
export async function askDevice(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** What a device's refusal means to whoever sits there. */
export function wordsOf(error: unknown): string {
  const cause = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey was not used. Try again when you are ready.';
  if (name === 'InvalidStateError') return 'This device has a passkey for the desk already. Unlock with it.';
  if (name === 'SecurityError')
    return 'Browsers allow passkeys only at a domain name or localhost, over HTTPS.';
  return cause instanceof Error ? cause.message : 'Something went wrong. Try again.';
}

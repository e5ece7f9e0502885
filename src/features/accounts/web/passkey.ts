import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { accountApi } from '../rules/account-api.ts';
import type { PasskeyAdded, PasskeyOptions, PasskeyUsed } from '../rules/contract.ts';
import { accountWords } from '../rules/words.ts';

const begin = async (path: string) =>
  (await api<PasskeyOptions>(path, { method: 'POST', body: {} })).options as never;

/** Asks the device for one of its passkeys; `isOffer`: beside the field, for as long as the page stands. */
export async function askForPasskey({ isOffer = false } = {}): Promise<PasskeyUsed> {
  const optionsJSON = await begin(accountApi.beginPasskeySignIn);
  const { id, rawId, response } = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: isOffer,
  }).catch(told);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Lets the device make one. */
export async function makePasskey(): Promise<PasskeyAdded> {
  const optionsJSON = await begin(accountApi.beginPasskey);
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(told);
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

function told(error: unknown): never {
  const { name } =
    error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error);
  const words =
    name === 'NotAllowedError' || name === 'AbortError'
      ? accountWords.passkeyClosed
      : name === 'InvalidStateError'
        ? accountWords.passkeyKnown
        : name === 'SecurityError'
          ? accountWords.passkeysNeedName
          : accountWords.passkeyNone;
  throw new Problem('bad_request', words);
}

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Problem } from '#base/problem.ts';
import { hasName } from './config.ts';

// Loaded by the first who has one.
const library = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256: what every device has one of. */
const algorithms = [-8, -7, -257];

/** Where a passkey is made and used. Browsers hold it to this name, and take no address in numbers. */
interface Place {
  origin: string;
  /** Said to whoever is at an address in numbers. */
  needsName: string;
}

/** Whether this challenge was given out for this, and not used yet. */
type Spends = (challenge: string) => boolean | Promise<boolean>;

export interface MadePasskey {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  isSynced: boolean;
}

const nameOf = ({ origin, needsName }: Place): string => {
  const { hostname } = new URL(origin);
  if (!hasName(hostname)) throw new Problem('conflict', needsName);
  return hostname;
};

/** What a device needs to make a passkey. */
export async function optionsToMake(
  place: Place,
  ceremony: {
    hub: string;
    user: { id: string; name: string };
    challenge: string;
    known: readonly { id: string }[];
  },
) {
  const rpID = nameOf(place);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: ceremony.hub,
    rpID,
    userName: ceremony.user.name,
    userID: new Uint8Array(Buffer.from(ceremony.user.id)),
    challenge: ceremony.challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: ceremony.known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** A new passkey, if it was made here, by somebody whom the device recognised; null otherwise. */
export async function readMade(
  place: Place,
  { response, ...key }: { id: string; response: object },
  spends: Spends,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { ...key, response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: spends,
    expectedOrigin: place.origin,
    expectedRPID: nameOf(place),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused);
  const made = verified?.registrationInfo;
  if (!made) return null;
  const { id, publicKey, counter, transports = [] } = made.credential;
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    isSynced: made.credentialBackedUp,
  };
}

/** What a device needs to use a passkey; without `known`, nobody learns who has one. */
export async function optionsToUse(place: Place, challenge: string, known?: readonly { id: string }[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: nameOf(place),
    challenge,
    userVerification: 'required',
    ...(known && { allowCredentials: known.map(({ id }) => ({ id })) }),
  });
}

/** What to keep of this use, if it is this passkey's own and no copy's; null otherwise. */
export async function readUsed(
  place: Place,
  { response, ...key }: { id: string; response: object },
  known: { id: string; publicKey: string; counter: number },
  spends: Spends,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: { ...key, response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: spends,
    expectedOrigin: place.origin,
    expectedRPID: nameOf(place),
    credential: {
      id: known.id,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(refused);
  if (!result?.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

/** The library says in its own words what does not fit; for who sits there it is one thing. */
function refused(error: unknown): null {
  // Ours, or the database's: no word about the passkey.
  if (error instanceof Problem || typeof (error as { code?: unknown }).code === 'string') throw error;
  return null;
}

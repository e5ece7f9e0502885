import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

interface Ceremony {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

/** How a device may differ from an honest one. */
export interface Odd {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** 0x01: somebody is there; 0x04: and was recognised. */
  flags?: number;
  counter?: number;
  userHandle?: string;
  key?: ReturnType<typeof generateKeyPairSync>['privateKey'];
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A device that makes one passkey and signs with it, as WebAuthn has it: ES256, no attestation. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(JSON.stringify({ type: odd.type ?? type, challenge, origin: odd.origin ?? origin }));
  const head = (rpId: string, flags: number, odd: Odd): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odd.counter ?? ++counter);
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([odd.flags ?? flags]), count]);
  };

  return {
    id: base64url(id),
    privateKey,

    make(options: Ceremony, odd: Odd = {}) {
      userHandle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        head(options.rp?.id ?? '', 0x45, odd),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', odd.challenge ?? options.challenge, odd)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },

    use(options: Ceremony, odd: Odd = {}) {
      const authData = head(options.rpId ?? '', 0x05, odd);
      const data = clientData('webauthn.get', odd.challenge ?? options.challenge, odd);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(
            createSign('sha256')
              .update(signed)
              .sign(odd.key ?? privateKey),
          ),
          userHandle: odd.userHandle ?? userHandle,
        },
      };
    },
  };
}

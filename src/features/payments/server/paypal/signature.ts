import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock } from '#base/clock.ts';
import type { PayPalSettings } from './client.ts';

export interface SignatureSettings extends PayPalSettings {
  webhookId: string | undefined;
}

const maxCertificate = 20_000;
const most = 20;

/** Where PayPal keeps the certificates it signs with: nothing is ever fetched from anywhere else. */
function isPayPals(address: string, { emulator, environment }: PayPalSettings): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!url.pathname.startsWith('/v1/notifications/certs/') || url.username || url.password) return false;
  if (emulator !== undefined) return url.origin === emulator;
  const hosts =
    environment === 'production'
      ? ['api.paypal.com', 'api-m.paypal.com']
      : ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'];
  return url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname);
}

/** Whether a notice is PayPal's own: SHA256 with RSA over id, time, our webhook's id and the body's CRC32. */
export function createSignatureCheck(settings: SignatureSettings, clock: Clock) {
  const certificates = new Map<string, X509Certificate>();

  async function certificate(address: string): Promise<X509Certificate | null> {
    const known = certificates.get(address);
    if (known) return known;
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) });
    const text = await response.text();
    if (!response.ok || text.length > maxCertificate) return null;
    const fetched = new X509Certificate(text);
    if (certificates.size >= most) certificates.clear();
    certificates.set(address, fetched);
    return fetched;
  }

  return async function isGenuine(headers: Headers, body: Uint8Array): Promise<boolean> {
    const header = (name: string) => headers.get(`paypal-${name}`) ?? '';
    const [id, time, address] = [header('transmission-id'), header('transmission-time'), header('cert-url')];
    if (!settings.webhookId || !id || !time || header('auth-algo').toUpperCase() !== 'SHA256WITHRSA')
      return false;
    if (!isPayPals(address, settings)) return false;
    let signer: X509Certificate | null;
    try {
      signer = await certificate(address);
    } catch {
      // Cannot be read now: PayPal sends the notice again.
      return false;
    }
    const now = clock.now();
    if (!signer || now < new Date(signer.validFrom) || now > new Date(signer.validTo)) return false;
    const signed = `${id}|${time}|${settings.webhookId}|${crc32(body)}`;
    return createVerify('RSA-SHA256')
      .update(signed)
      .verify(signer.publicKey, header('transmission-sig'), 'base64');
  };
}

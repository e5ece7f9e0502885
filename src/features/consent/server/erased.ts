import { createHmac } from 'node:crypto';
import { mailAddressKey } from '#base/mail-address.ts';

/** How an erased address is remembered, so that it is never written to again: without the address. */
export function erasedKey(secret: (name: string) => Buffer, email: string): string {
  return `erased:${createHmac('sha256', secret('erased addresses')).update(mailAddressKey(email)).digest('base64url')}`;
}

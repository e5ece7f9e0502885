import { createHash } from 'node:crypto';
import { brandingOf } from '#features/branding/server/public.ts';
import { pictureOfDataUrl } from '#features/branding/rules/picture.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import type { MailSender } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import { recoveryApi } from '../rules/contract.ts';
import { lookOf } from '../rules/look.ts';
import { logoIdOf } from './owners.ts';
import { hubOwner, type OwnerRow } from './tables.ts';

/** In whose name and clothes an owner's reminders go. */
export interface Dress {
  shop: string;
  address: string;
  /** The words of a reminder invite to reply. Empty: to the hub's own sender. */
  replyTo: string;
  /** Missing for the hub's own store, whose mails look like the hub's. */
  sender?: MailSender;
}

export const createDress =
  ({ site, origin }: Pick<Platform, 'site' | 'origin'>) =>
  async (
    db: AnyKysely,
    { owner_id, public_id, delivery }: Pick<OwnerRow, 'owner_id' | 'public_id' | 'delivery'>,
  ): Promise<Dress> => {
    const { name, seller, support } = site.words();
    if (owner_id === hubOwner)
      return {
        shop: delivery.shopName || name,
        address: delivery.postalAddress || seller.address.join(', '),
        replyTo: delivery.replyTo || support.email,
      };
    const { replyTo } = delivery;
    const branding = await brandingOf(db, owner_id);
    const address = delivery.postalAddress || (branding?.address ?? '');
    // With what it is in its address, so that a new logo is fetched and the old one may be kept.
    const mark = branding?.logo && createHash('sha256').update(branding.logo).digest('hex').slice(0, 12);
    const logoUrl = mark
      ? `${origin()}${recoveryApi.logo.replace(':id', logoIdOf(public_id))}?v=${mark}`
      : null;
    const look = lookOf(delivery.shopName, branding, logoUrl);
    return look ? { shop: look.name, address, replyTo, sender: look } : { shop: '', address, replyTo };
  };

/** A logo as the picture that it is; null where there is none that can be shown. */
export function logoBytes(logo: string): { type: string; bytes: Buffer } | null {
  const facts = pictureOfDataUrl(logo);
  return facts && { type: `image/${facts.kind}`, bytes: Buffer.from(logo.split(',')[1] ?? '', 'base64') };
}

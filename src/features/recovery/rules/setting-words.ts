import { countOf } from '#base/count.ts';
import type { AutomationSettings } from './automation.ts';
import type { Delivery } from './contract.ts';
import { senderOf } from './look.ts';

/** What each group of the settings is set to, in a sentence: read without opening anything. */
export interface SettingWords {
  when: string;
  what: string;
  discount: string;
  who: string;
  sender: string;
}

const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`;

/** `delivery`: null where there is no account, which sends. `brand` fills in for the sender; null while nobody knows it. */
export function settingWords(
  settings: AutomationSettings,
  delivery: Delivery | null,
  brand: { name: string; address: string } | null,
): SettingWords {
  const { emailDelay, maxEmails, maxDiscount, discountEnabled, aiPersonalization, multiChannel } = settings;
  const first =
    emailDelay === 0
      ? 'The first reminder goes out at once'
      : `The first reminder goes out ${countOf(emailDelay, 'hour')} after the cart is abandoned`;
  const isAlways = delivery?.quietFrom === delivery?.quietTo;
  const quiet = !delivery
    ? ''
    : isAlways
      ? ', at any hour'
      : `, never between ${hour(delivery.quietFrom)} and ${hour(delivery.quietTo)} (${delivery.timeZone})`;
  const channels = multiChannel ? ', announced to your other channels' : '';
  const hasDiscount = discountEnabled && maxDiscount > 0;
  const cap = !delivery
    ? ''
    : delivery.capHours > 0
      ? `, at most one reminder in ${countOf(delivery.capHours, 'hour')}`
      : ', however often they leave a cart';
  const heldOut =
    delivery && delivery.holdOut > 0
      ? ` ${delivery.holdOut}% get none, to measure what reminders bring.`
      : '';
  return {
    when: `${first}${quiet}.`,
    what: `Up to ${countOf(maxEmails, 'reminder')} a cart, ${aiPersonalization ? 'personalized with AI' : 'in the words of your campaign'}${channels}.`,
    discount: hasDiscount
      ? `Up to ${maxDiscount}% off, where a reminder offers it${delivery?.shopCode ? `, with the code ${delivery.shopCode}` : ''}.`
      : 'No reminder offers a discount.',
    who: `Every buyer who agreed${cap}.${heldOut}`,
    sender: brand ? senderWords(delivery, brand) : '',
  };
}

function senderWords(delivery: Delivery | null, brand: { name: string; address: string }): string {
  const { name, address } = senderOf(delivery ?? { shopName: '', postalAddress: '' }, brand);
  const to = delivery?.replyTo.trim() ? ` Replies go to ${delivery.replyTo.trim()}.` : '';
  if (name && address) return `From ${name}, ${address}.${to}`;
  const missing = name ? 'a postal address' : address ? 'a shop name' : 'a shop name and a postal address';
  return `${name ? `From ${name}. ` : ''}Reminders need ${missing}.${to}`;
}

import type { storedKeys } from './keys.ts';

interface Words {
  /** How long it is stored. */
  life: string;
  /** Its label in an offer, singular and plural; without one, people aren't asked about it. */
  noun?: readonly [string, string];
}

const untilRemoved = 'until it is removed';
const untilSent = 'until it is sent or emptied';
const tab = 'the tab’s';
const doc = ['document', 'documents'] as const;

/** The rest of the table in `keys.ts`: what people read about each key. */
export const keyWords: Record<keyof typeof storedKeys, Words> = {
  theme: { life: untilRemoved },
  offlineUser: { life: 'until logout' },
  'hub.lastMember': { life: 'the session’s' },
  'hub.endSession': { life: 'until the hub is told' },
  'hub.owner': { life: untilRemoved },
  'hub.visit': { life: 'the visit’s' },
  'hub.left': { life: untilRemoved },
  'hub.notMine': { life: untilRemoved },
  'hub.notNow': { life: tab },
  'hub.former:*': { life: untilRemoved },
  purchasedTemplates: { life: untilRemoved },
  'documentAnswers:*': { life: untilRemoved, noun: doc },
  'documentAnswersBase:*': { life: untilRemoved },
  'documentAnsweredAt:*': { life: untilRemoved },
  'documentSavedAs:*': { life: untilRemoved },
  'hub.edit.*': { life: 'until it is saved', noun: doc },
  'hub.aiRequest': { life: 'until it is a draft', noun: ['request for a draft', 'requests for drafts'] },
  'hub.aiGiven': { life: 'until it is a draft' },
  'hub.aiDrafts': { life: 'the newest twelve', noun: ['generated draft', 'generated drafts'] },
  localSavedTemplates: { life: untilSent, noun: ['saved template', 'saved templates'] },
  savedTemplates: { life: untilSent },
  'simpleRecord:*': { life: untilSent, noun: ['unsaved form', 'unsaved forms'] },
  userBranding: { life: untilRemoved, noun: ['branding', 'brandings'] },
  userBranding_logo: { life: tab },
  'hub.brandingLogo': { life: untilRemoved },
  'hub.branding': { life: 'the branding’s' },
  cart: { life: 'until it is paid or emptied', noun: ['cart', 'carts'] },
  'hub.cartMark': { life: 'the cart’s' },
  'hub.checkout': { life: 'until it is ordered', noun: ['started checkout', 'started checkouts'] },
  'hub.checkoutKey*': { life: 'until it is paid' },
  'hub.donation': { life: tab, noun: ['started donation', 'started donations'] },
  subscriptionData: { life: 'until logout' },
  aiTemplateUsage: { life: 'the month’s' },
  'hub.subscription': { life: 'until logout' },
  automationData: { life: 'until logout', noun: ['cart recovery', 'cart recoveries'] },
  'hub.sendDrafts': { life: untilSent, noun: ['prepared agreement', 'prepared agreements'] },
  'hub.signDraft:*': { life: 'until it is signed', noun: ['started signature', 'started signatures'] },
  'hub.wanted': { life: 'until one is in' },
  'hub.accountDraft': { life: 'until one is in' },
  'hub.nameDraft': { life: 'until it is saved' },
  'hub.threadLink:*': { life: tab },
  'hub.replyDraft:*': { life: untilSent, noun: ['unsent reply', 'unsent replies'] },
  'hub.contactDraft': { life: untilSent, noun: ['unsent message', 'unsent messages'] },
  'hub.funnelClipboard': { life: untilRemoved },
  aiChat: { life: tab, noun: ['chat', 'chats'] },
  aiChatDraft: { life: tab, noun: ['unsent question', 'unsent questions'] },
};

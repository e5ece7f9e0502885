import { type DeviceName, isOfDevice, type Model, type Owner, type Text } from './model.ts';
import { screens } from './screens.ts';
import { nameOf, people, type Person } from './words.ts';

export const fieldName = ({ screen, field }: Text): string => {
  const known = screens[screen];
  return known ? `“${known.fields[field]?.name}” of ${known.name}` : `${field} of ${screen}`;
};
export const ownerName = (owner: Owner, device: DeviceName): string =>
  `${isOfDevice(owner) ? 'A guest' : nameOf(owner as Person)} at the ${device}`;

/** Whose a word is; addresses and names are their account's. */
export function textOf(model: Model, word: string): Text | null {
  const found = model.texts.find((text) => text.word === word);
  if (found) return introduces(found) ? { ...found, ...told(model, found) } : found;
  const by = people.find((person) => word.includes(person));
  if (!by) return null;
  const sent = readersOf(model, by);
  const asked = model.texts.flatMap((text) => (text.by === by && text.mailbox ? [text.mailbox] : []));
  const ofAccount = {
    screen: 'sign up',
    field: 'name or address',
    owner: by,
    by,
    // Whoever runs the hub knows who has an account, and whoever is asked to sign knows by whom.
    also: ['operator' as const, ...sent, ...asked],
  };
  return {
    ...ofAccount,
    word,
    device: 'laptop',
    tab: 0,
    visit: 0,
    reach: 'account',
    isSent: true,
    fate: 'gone',
  };
}

const readersOf = (model: Model, by: Owner): Owner[] =>
  model.agreements.filter(({ sender }) => sender === by).flatMap(({ readers }) => readers);

/** Who sends something to be signed says who they are, as their account and their branding call them. */
const introduces = ({ screen, field }: Text): boolean =>
  (screen === 'account' && field === 'name') || (screen === 'branding' && field === 'company');

const told = (model: Model, { owner, also }: Text): Pick<Text, 'also' | 'isPublic'> => ({
  also: [...also, ...readersOf(model, owner)],
  ...(model.openLinks.some((link) => link.owner === owner) && { isPublic: true }),
});

/** Keys differ by ids and times; a finding is about the kind of them. */
export const kindOf = (key: string): string =>
  key
    .replaceAll(/usr_\w+|tpl_\w+|template_\w+|offline_\d+|zq\w+/g, '…')
    .replaceAll(/[0-9a-z]{16,}|\d{4,}/g, '…')
    .replaceAll(/"[^"]{20,}"/g, '…');

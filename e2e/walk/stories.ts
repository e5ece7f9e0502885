import type { Step } from './act.ts';
import type { DeviceName } from './model.ts';

type More = Partial<Omit<Step, 'act' | 'n' | 'device'>>;
const line = (act: string, device: DeviceName, more: More = {}) => ({ act, device, tab: 0, ...more });
const story = (...lines: Omit<Step, 'n'>[]): Step[] => lines.map((step, at) => ({ ...step, n: at + 1 }));

const mara = { person: 'mara' } as const;
const [laptop, phone] = ['laptop', 'phone'] as const;
/** Mara has an account, types this into that, and signs out. */
const leaves = (screen: string, field: string): Step[] =>
  story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, { screen, field }),
    line('sign out', laptop),
  );
const invoice = (field: string): More => ({ screen: 'answers invoice', field });

/** The shortest stories that have broken a law, by what they found; docs/decisions/walker.md has them in words. */
export const foundBefore: Record<string, Step[]> = {
  'the answers of a document stay for the next person': leaves('answers invoice', 'theirName'),
  'the draft of the editor stays for the next person': leaves('text mutual-nda', 'text'),
  'the request to the AI stays for the next person': leaves('request', 'request'),
  'the letter to the owner stays for the next person': leaves('contact', 'message'),
  'what was saved offline goes into the next account': story(
    line('begin', laptop, mara),
    line('work offline', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
    line('sign out', laptop),
    line('change places', laptop, { person: 'ben' }),
    line('sign up', laptop),
    line('look', laptop, { screen: 'saved documents' }),
  ),
  'an answer goes when another device answers another question': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('begin', phone, mara),
    line('sign in', phone),
    line('type', phone, invoice('theirName')),
    line('type', laptop, invoice('ourAddress')),
  ),
  'a clock that is ahead wins for days': story(
    line('begin', phone, { ...mara, days: 3 }),
    line('sign up', phone),
    line('type', phone, invoice('ourName')),
    line('begin', laptop, mara),
    line('sign in', laptop),
    line('type', laptop, invoice('theirName')),
  ),
  'a save with slow IndexedDB never ends': story(
    line('begin', laptop, { ...mara, storage: 'slow' }),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
  ),
  'a document opened by its address becomes two': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
    line('begin', phone, mara),
    line('sign in', phone),
    line('edit saved', phone, { doc: 4 }),
  ),
  'a document whose answers are changed by its address becomes two': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
    line('begin', phone, mara),
    line('sign in', phone),
    line('change answers', phone, { doc: 4 }),
  ),
  'a document opened by its address without IndexedDB becomes two': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
    line('begin', phone, { ...mara, storage: 'refused' }),
    line('sign in', phone),
    line('edit saved', phone, { doc: 4 }),
  ),
  'a backup is brought back, and devices hear nothing new': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('save', laptop, { screen: 'answers invoice' }),
    line('rename', laptop, { doc: 4 }),
    line('backup', laptop),
    line('rename', laptop, { doc: 4 }),
    line('rename', laptop, { doc: 4 }),
    line('restore backup', laptop),
    line('begin', phone, mara),
    line('sign in', phone),
    line('rename', phone, { doc: 4 }),
    line('look', laptop, { screen: 'saved documents' }),
  ),
  'a document deleted for good comes back': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, invoice('ourName')),
    line('lost answers', laptop),
    line('save', laptop, { screen: 'answers invoice' }),
    line('answers again', laptop),
    line('look', laptop, { screen: 'saved documents' }),
    line('delete elsewhere', laptop, { doc: 5 }),
    line('look', laptop, { screen: 'saved documents' }),
  ),
  'a campaign that a guest wrote is gone at sign-up': story(
    line('begin', laptop, mara),
    line('type', laptop, { screen: 'campaign', field: 'subject' }),
    line('sign up', laptop),
    line('look', laptop, { screen: 'campaign' }),
  ),
  'a campaign saved at one device goes over that of another': story(
    line('begin', laptop, mara),
    line('sign up', laptop),
    line('type', laptop, { screen: 'campaign', field: 'words' }),
    line('begin', phone, mara),
    line('sign in', phone),
    line('type', phone, { screen: 'campaign', field: 'name' }),
    line('type', laptop, { screen: 'campaign', field: 'words' }),
  ),
  'a letter begun where there is no room goes with working offline': story(
    line('begin', laptop, { ...mara, storage: 'full' }),
    line('type', laptop, { screen: 'contact', field: 'message' }),
    line('work offline', laptop),
    line('look', laptop, { screen: 'contact' }),
  ),
  'names from the home page are said to be kept where there is no room': story(
    line('begin', laptop, { ...mara, storage: 'full' }),
    line('hero', laptop),
    line('change places', laptop, { person: 'ben' }),
    line('type', laptop, { screen: 'contact', field: 'message' }),
  ),
  'a campaign is said to be kept where there is no room': story(
    line('begin', laptop, { ...mara, storage: 'full' }),
    line('type', laptop, { screen: 'campaign', field: 'name' }),
    line('hero', laptop),
  ),
  'an order stands open in a second tab after its owner logged out': story(
    line('begin', phone, mara),
    line('second tab', phone, { tab: 1 }),
    line('sign up', phone),
    line('order', phone, { tab: 1 }),
    line('sign out', phone),
  ),
  'a text stands in a second tab, and goes to who signs up after a logout': story(
    line('begin', phone, { person: 'ben' }),
    line('second tab', phone, { tab: 1 }),
    line('type', phone, { tab: 1, screen: 'text mutual-nda', field: 'text' }),
    line('work offline', phone),
    line('change places', phone, mara),
    line('sign out', phone),
    line('look', phone, { tab: 1, screen: 'text mutual-nda' }),
    line('sign up', phone),
  ),
  'a request gives way to the one from before signing up where there is no room': story(
    line('begin', laptop, { ...mara, storage: 'full' }),
    line('type', laptop, { screen: 'request', field: 'request' }),
    line('type', laptop, { screen: 'answers contractor-agreement', field: 'theirAddress' }),
    line('type', laptop, { screen: 'answers contractor-agreement', field: 'ourAddress' }),
    line('sign up', laptop),
    line('lost answers', laptop),
    line('type', laptop, { screen: 'request', field: 'request' }),
  ),
  'a conversation stands open in a second tab after its author logged out': story(
    line('begin', laptop, mara),
    line('second tab', laptop, { tab: 1 }),
    line('sign up', laptop),
    line('send letter', laptop),
    line('answer letter', laptop, { letter: 4 }),
    line('begin reply', laptop, { tab: 1, letter: 4 }),
    line('reload', laptop, { tab: 1 }),
    line('sign out', laptop),
  ),
};

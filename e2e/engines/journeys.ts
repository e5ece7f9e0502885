import type { Person } from './person.ts';

export interface Journey {
  title: string;
  /** Gone in every run of the tests; the others by `npm test -- browsers`. */
  usual?: boolean;
  go(person: Person): Promise<void>;
}

const password = 'seven quiet herons';
let count = 0;
const newEmail = (): string => `engine.${Date.now().toString(36)}${count++}@example.com`;
const isPdf = (file: Buffer): void => {
  if (file.subarray(0, 5).toString() !== '%PDF-') throw new Error('What arrived is no PDF');
};

async function signUp(person: Person): Promise<string> {
  const email = newEmail();
  await person.go('/signup');
  await person.type('Name', 'Ada Lovelace');
  await person.type('Email', email);
  await person.type('Password', password);
  await person.button('Create account', { within: 'main' });
  await person.isAt('/dashboard');
  return email;
}

async function signOut(person: Person): Promise<void> {
  await person.button('Account of ', { begins: true });
  await person.press({ kind: 'menuitem', name: 'Logout' });
  await person.isAt('/signin');
  await person.hears();
  await person.waitsLonger();
}

async function pay(person: Person): Promise<void> {
  await person.inWindow(
    () => person.button('Debit or Credit Card'),
    () => person.press({ kind: 'button', name: 'Pay now', closes: true }),
  );
}

async function save(person: Person): Promise<void> {
  await person.go('/tools/classic-template-generator?document=mutual-nda');
  await person.type('Name', 'Wren Studio', { within: 'Your side' });
  await person.type('Name', 'Halden Analytics', { within: 'Their side' });
  await person.sees({ kind: 'text', name: 'Halden Analytics', within: 'main' });
  await person.button('Save', { within: 'main' });
  await person.until('the template in the account', () =>
    person.browser.run(() => {
      const asked = new XMLHttpRequest();
      asked.open('GET', '/api/saved/changes', false);
      asked.send();
      return asked.responseText.includes('"id"');
    }),
  );
}

export const journeys: Journey[] = [
  {
    title: 'the home page takes two names, and gives the agreement as a PDF',
    usual: true,
    async go(person) {
      await person.go('/');
      await person.type('Your company', 'Wren Studio');
      await person.type('Their company', 'Halden Analytics');
      isPdf(await person.download(() => person.button('Download PDF')));
      // A row of the list below is one link, and its own.
      await person.link('Independent contractor agreement');
      await person.isAt('/documents/contractor-agreement');
    },
  },
  {
    title: 'from the store to the cart, to the checkout of a guest, and the test payment completes',
    usual: true,
    async go(person) {
      await person.go('/store');
      await person.button('Add to cart: Desk icons');
      await person.go('/cart');
      await person.link('Check out', { begins: true });
      await person.isAt('/checkout/guest');
      await person.hears();
      await person.type('Email', newEmail());
      await person.choose('Country', 'US');
      await pay(person);
      await person.isAt(/^\/thank-you\?order=/);
      await person.sees({ kind: 'link', name: 'Download ', begins: true });
    },
  },
  {
    title: 'a block of a funnel is moved by dragging its name',
    usual: true,
    async go(person) {
      await signUp(person);
      await person.go('/tools/funnel-builder');
      await person.button('Start from this: Lead magnet');
      const names = () =>
        person.browser.run(() =>
          [...document.querySelectorAll('section[aria-label="Blocks"] li')].map((one) =>
            (one.textContent ?? '').trim(),
          ),
        );
      let before: string[] = [];
      await person.until('the blocks', async () => (before = await names()).length > 2);
      const item = (name = ''): { kind: 'item'; name: string; within: string } => ({
        kind: 'item',
        name,
        within: 'Blocks',
      });
      await person.drag(item(before[2]), item(before[0]));
      let after: string[] = [];
      await person.until(
        'the third block is the first',
        async () => (after = await names())[0] === before[2],
        () => after.join(', '),
      );
    },
  },
  {
    title: 'signing up, out and in again; what the generator saved is in the list',
    async go(person) {
      const email = await signUp(person);
      await save(person);
      await person.go('/dashboard/templates');
      await person.sees({ kind: 'text', name: 'Mutual non-disclosure agreement', within: 'main' });
      await signOut(person);
      await person.type('Email', email);
      await person.type('Password', password);
      await person.button('Sign In', { within: 'main' });
      await person.isAt('/dashboard');
      await person.go('/dashboard/templates');
      await person.sees({ kind: 'text', name: 'Mutual non-disclosure agreement', within: 'main' });
    },
  },
  {
    title: 'a provider signs somebody in by its own window, time after time',
    async go(person) {
      for (let time = 0; time < 4; time++) {
        await person.go('/signin');
        await person.inWindow(
          () => person.button('Continue with ', { begins: true }),
          () => person.press({ kind: 'button', name: 'Ada Test', begins: true, closes: true }),
        );
        await person.isAt('/dashboard');
        await person.sees({ kind: 'heading', name: 'Hello, Ada Test' });
        await signOut(person);
      }
    },
  },
  {
    title: 'a donation is given and thanked for',
    async go(person) {
      await person.go('/donate');
      await person.type('Email for the receipt', newEmail(), { begins: true });
      await person.press({ kind: 'button', name: 'Donate $10' });
      await pay(person);
      await person.isAt(/^\/donate\/thanks/);
      await person.reads('received');
    },
  },
  {
    title: 'a message is written and arrives',
    async go(person) {
      await person.go('/contact');
      await person.type('Your name', 'Ben Abara');
      await person.type('Your email', newEmail());
      await person.choose('Topic', 'project');
      await person.type('Message', 'A shop in four weeks, please: what would it cost?');
      await person.button('Send message');
      await person.reads('We received your message');
    },
  },
  {
    title: 'a sentence becomes a draft',
    async go(person) {
      await person.go('/tools/template-generator');
      const words = 'Freelance contract with Mia Chen, she designs our onboarding for 4500 EUR';
      await person.type('What do you need?', words);
      await person.button('Write the draft');
      await person.button('Skip the questions');
      await person.isAt(/\?draft=/);
      await person.reads('Mia Chen');
    },
  },
];

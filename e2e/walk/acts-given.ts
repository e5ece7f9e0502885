import type { Page } from '@playwright/test';
import { type Act, goTo, openScreen, placesOf, rest, whoAt } from './act.ts';
import { answers, at, made } from './given.ts';
import { replace } from './model.ts';
import { main } from './screen.ts';
import { openChat } from './chat-hands.ts';
import { screenOf } from './screens.ts';
import { wordOf, wordsIn } from './words.ts';
import { freeCode, type World } from './world.ts';

/** Fills the fields of a form by their names; what stood there makes way. */
async function fillIn(world: World, page: Page, fields: Record<string, string>): Promise<Set<string>> {
  const before: string[] = [];
  for (const [name, words] of Object.entries(fields)) {
    const field = main(page).locator(`[name="${name}"]`).first();
    before.push(await field.inputValue());
    await field.fill(words);
  }
  return wordsIn(world.story, before.join(' '));
}

/** A machine at work on much else. */
const slowMs = 120_000;

/** Whichever of both comes first: true for the good end. What never comes is the other's business, when that has come. */
export async function ends(good: Promise<unknown>, bad: Promise<unknown>): Promise<boolean> {
  return Promise.race([good.then(() => true), bad.then(() => false)]);
}

const letter: Act = {
  name: 'send letter',
  weight: 5,
  choices: placesOf,
  canRun: (model, step) => at(model, step).isOn && at(model, step).hasNetwork,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: 'contact' }, 'anew');
    const word = wordOf(world.story, at(model, step).person, step.n);
    const replaced = await fillIn(world, page, {
      name: 'Somebody',
      email: `${word}@example.com`,
      message: `Please answer ${word}.`,
    });
    await main(page).locator('[name="reason"]').selectOption({ index: 1 });
    await main(page).getByRole('button', { name: 'Send message' }).click();
    const isSent = await ends(
      page.getByText('We received your message').waitFor(),
      page.getByText('Couldn’t send your message').waitFor(),
    );
    return { replaced, ...(!isSent && { refused: 'not sent' }) };
  },
  after(model, step, { replaced, refused }, word) {
    replace(model, replaced);
    // Without an answer it stays in the form, and may have arrived all the same.
    const text = refused
      ? made(model, step, word, { screen: 'contact', field: 'message', reach: 'tab' })
      : {
          ...made(model, step, word, { screen: 'letter', field: 'message', reach: 'given' }),
          table: 'contact_message',
        };
    model.texts.push({ ...text, also: ['operator'] });
    if (!refused) model.letters.push({ k: step.n, word, isAnswered: false });
    at(model, step).tabs[step.tab] = refused ? 'contact' : null;
  },
  words: (model, step) => `${whoAt(model, step)} writes to the operator and sends it.`,
};

const give: Act = {
  name: 'donate',
  weight: 3,
  choices: placesOf,
  canRun: (model, step) => answers(at(model, step)),
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: 'donation' }, 'anew');
    const word = wordOf(world.story, at(model, step).person, step.n);
    const replaced = await fillIn(world, page, {
      message: word,
      name: 'Somebody',
      email: `${word}@example.com`,
    });
    await page.getByRole('button', { name: /^Donate \$/ }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Debit or Credit Card' }).click();
    const pay = (await opened).getByRole('button', { name: /^Pay now/ });
    await pay.click();
    await page.waitForURL(/\/donate\/thanks/);
    // Until the hub has answered there are no thanks to look at, however long that takes.
    const thanks = main(page).getByRole('heading', { name: /^(?:Thank you|Payment pending)/ });
    const isThanked = await ends(
      thanks.waitFor({ timeout: slowMs }),
      main(page).getByText('Couldn’t open your donation').waitFor({ timeout: slowMs }),
    );
    const says =
      isThanked &&
      (await main(page)
        .getByText(word)
        .first()
        .waitFor()
        .then(() => true)
        .catch(() => false));
    return { replaced, ...(!says && { silent: 'The word with a gift is not in its thanks' }) };
  },
  after(model, step, { replaced }, word) {
    replace(model, replaced);
    model.texts.push({
      ...made(model, step, word, { screen: 'gift', field: 'message', reach: 'given' }),
      table: 'donation',
      also: ['operator'],
    });
    at(model, step).tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} gives money with a word to it.`,
};

const order: Act = {
  name: 'order',
  weight: 4,
  choices: placesOf,
  canRun: (model, step) => answers(at(model, step)) && !at(model, step).isOfflineUser,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: 'checkout' }, 'anew');
    const { isIn, person } = at(model, step);
    const word = wordOf(world.story, person, step.n);
    const replaced = await fillIn(world, page, {
      name: word,
      coupon: freeCode,
      ...(!isIn && { email: `${word}@example.com` }),
    });
    await main(page).locator('[name="country"]').selectOption('US');
    await main(page).getByRole('button', { name: 'Apply' }).click();
    await main(page).getByRole('button', { name: 'Get it' }).click();
    await page.waitForURL(/\/thank-you\?order=/);
    await page.getByText('Thank you for your order').waitFor();
    return { replaced };
  },
  after(model, step, { replaced }, word) {
    replace(model, replaced);
    model.texts.push({
      ...made(model, step, word, { screen: 'order', field: 'name on the invoice', reach: 'given' }),
      table: 'store_order',
      also: ['operator'],
    });
    at(model, step).tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} orders something with a coupon that makes it free.`,
};

const ask: Act = {
  name: 'ask',
  weight: 5,
  choices: placesOf,
  canRun: (model, step) => {
    const { isOn, hasNetwork, tabs } = at(model, step);
    return isOn && (hasNetwork || /^(?:chat|asked)$/.test(tabs[step.tab] ?? ''));
  },
  async run(world, model, step) {
    const isThere = /^(?:chat|asked)$/.test(at(model, step).tabs[step.tab] ?? '');
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    if (!isThere) await goTo(page, screenOf('chat').path);
    await openChat(page);
    const field = page.locator('.ui-chat textarea');
    const replaced = wordsIn(world.story, await field.inputValue());
    await field.fill(wordOf(world.story, at(model, step).person, step.n));
    await field.press('Enter');
    await rest(page);
    return { replaced };
  },
  after(model, step, { replaced }, word) {
    replace(model, replaced);
    model.texts.push(made(model, step, word, { screen: 'asked', field: 'your question', reach: 'tab' }));
    at(model, step).tabs[step.tab] = 'asked';
  },
  words: (model, step) => `${whoAt(model, step)} asks the assistant something.`,
};

/** What leaves its author's hands: each has a place where the hub keeps it, and somebody to whom it was given. */
export const givenActs: Act[] = [letter, give, order, ask];

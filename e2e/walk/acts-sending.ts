import { type Act, openScreen, placesOf, rest, type Step, whoAt } from './act.ts';
import { ends } from './acts-given.ts';
import { addressOf } from './acts-people.ts';
import { saidNotKept } from './acts-typing.ts';
import { answers, at, made } from './given.ts';
import { type Model, replace } from './model.ts';
import { main } from './screen.ts';
import { agreementOf, hasContract, ofLink, pathFor, said } from './signing-hands.ts';
import { sendFields } from './signing-screens.ts';
import { shownOn } from './look.ts';
import { nameOf, type Person, wordOf, wordsIn } from './words.ts';
import type { World } from './world.ts';

type Choice = Omit<Step, 'act' | 'n'>;
const keyOf = (person: Person): string => `send ${person}`;
const otherOf = (person: Person): Person => (person === 'mara' ? 'ben' : 'mara');

/** A member, whose plan has room for a contract among what they have saved, or who has it there. */
const canPrepare = (model: Model, step: Choice): boolean => {
  const { isOn, isIn, hasNetwork, person, tabs } = at(model, step);
  const saved = model.docs.filter(({ owner, state }) => owner === person && state !== 'purged');
  const hasRoom = model.contracts.has(person) || (!model.full.has(person) && saved.length < 4);
  return isOn && isIn && hasRoom && (hasNetwork || tabs[step.tab] === keyOf(person));
};

const beginSending: Act = {
  name: 'begin to send',
  weight: 4,
  choices: (model) =>
    placesOf(model).flatMap((place) => Object.keys(sendFields).map((field) => ({ ...place, field }))),
  canRun: canPrepare,
  async run(world, model, step) {
    const { person } = at(model, step);
    await hasContract(world, person);
    const page = await openScreen(world, model, { ...step, screen: keyOf(person) });
    const { find, around = String } = sendFields[step.field ?? ''] ?? {};
    if (!find) throw new Error(`There is no field ${step.field}`);
    const replaced = wordsIn(world.story, await find(page).inputValue());
    await find(page).fill(around(wordOf(world.story, person, step.n)));
    await rest(page);
    return { replaced, ...(await saidNotKept(model, step, page)) };
  },
  after(model, step, { replaced, refused }, word) {
    const { person, tabs } = at(model, step);
    const screen = keyOf(person);
    replace(model, replaced, screen);
    const reach = refused === undefined ? 'device' : 'page';
    model.texts.push(made(model, step, word, { screen, field: step.field ?? '', reach }));
    model.contracts.add(person);
    tabs[step.tab] = screen;
  },
  words: (model, step) =>
    `${whoAt(model, step)} begins to send a contract to be signed, and leaves its ${step.field} there.`,
};

/** What was filled in here once and sent, with no answer: it goes again as it is. */
const unheard = (model: Model, step: Choice) => {
  const { person } = at(model, step);
  return model.texts.filter(
    (text) =>
      text.screen === keyOf(person) &&
      text.device === step.device &&
      text.owner === person &&
      text.fate === 'kept' &&
      text.reach === 'device',
  );
};
const wasTried = (model: Model, step: Choice): boolean =>
  unheard(model, step).some(({ also }) => also.length > 0);

const sendToSign: Act = {
  name: 'send to sign',
  weight: 6,
  choices: (model) =>
    placesOf(model).flatMap((place) => ['one', 'both'].map((field) => ({ ...place, field }))),
  canRun: (model, step) => canPrepare(model, step) && at(model, step).hasNetwork,
  async run(world, model, step) {
    const { person } = at(model, step);
    await hasContract(world, person);
    const page = await openScreen(world, model, { ...step, screen: keyOf(person) }, 'anew');
    const word = wordOf(world.story, person, step.n);
    const before: string[] = [];
    if (!wasTried(model, step)) {
      const typed = { title: `Contract ${word}`, message: `Please sign ${word}.`, name: `Somebody ${word}` };
      for (const [name, words] of Object.entries({ ...typed, email: `${word}@example.com` })) {
        const field = sendFields[name]?.find(page);
        before.push((await field?.inputValue()) ?? '');
        await field?.fill(words);
      }
      const mine = main(page).getByRole('button', { name: 'I sign, too' });
      if (step.field === 'both') await mine.click().catch(() => {});
    }
    await main(page).getByRole('button', { name: 'Send', exact: true }).click();
    const isSent = await ends(
      page.waitForURL(/\/dashboard\/agreements\/agr_/, { timeout: 60_000 }),
      main(page)
        .getByText(/^(?:Not sent|Not sent yet|Already sent)$/)
        .waitFor({ timeout: 60_000 }),
    );
    const replaced = wordsIn(world.story, before.join(' '));
    if (!isSent) return { replaced, refused: 'not sent' };
    await namesIt(world, step, /agr_\w+/.exec(page.url())?.[0] ?? '', person);
    return { replaced };
  },
  after(model, step, { replaced, refused }, word) {
    const { person, tabs, storage } = at(model, step);
    const screen = keyOf(person);
    const receiver = otherOf(person);
    replace(model, replaced, screen);
    model.contracts.add(person);
    const isAgain = wasTried(model, step);
    const mine = made(model, step, word, {
      screen,
      field: 'message',
      reach: storage === 'full' ? 'page' : 'device',
    });
    if (!isAgain) model.texts.push({ ...mine, mailbox: receiver, ...(refused && { also: [receiver] }) });
    tabs[step.tab] = refused ? screen : null;
    if (refused) return;
    const signers = [receiver, ...(step.field === 'both' ? [person] : [])];
    const readers = [person, receiver];
    const agreement = { k: step.n, sender: person, receiver, signers, readers };
    const state = { state: 'out' as const, signed: [], comments: [] };
    model.agreements.push({ ...agreement, ...state });
    const sent = unheard(model, step);
    for (const text of isAgain ? sent : model.texts.filter((one) => one.word === word))
      Object.assign(text, said(agreementOf(model, step.n), text, tableOf(text.field)));
  },
  words: (model, step) =>
    `${whoAt(model, step)} sends a contract to ${nameOf(otherOf(at(model, step).person))} to be signed${
      step.field === 'both' ? ', and signs it too' : ''
    }.`,
};

const tableOf = (field: string): string => (/name|email/.test(field) ? 'agreement_person' : 'agreement');

/** Under which addresses it went to whom, and what each of them opens. */
async function namesIt(world: World, step: Step, id: string, sender: Person): Promise<void> {
  const rows = await world.ground.query<{ email: string }>(
    'select email from agreement_person where agreement_id = $1',
    [id],
  );
  const own = addressOf(world, sender);
  const signers = new Map<Person, { email: string; path: string }>();
  for (const { email } of rows)
    signers.set(email === own ? sender : otherOf(sender), { email, path: await pathFor(world, id, email) });
  world.agreements.set(step.n, { id, signers });
}

const makeLink: Act = {
  name: 'make open link',
  weight: 2,
  choices: placesOf,
  canRun: (model, step) => canPrepare(model, step) && answers(at(model, step)),
  async run(world, model, step) {
    const { person } = at(model, step);
    await hasContract(world, person);
    const page = await openScreen(world, model, { ...step, screen: keyOf(person) }, 'anew');
    const before = await shownOn(page);
    await page.getByRole('radio', { name: 'Anybody with a link' }).check();
    const word = wordOf(world.story, person, step.n);
    await sendFields['title']?.find(page).fill(`Contract ${word}`);
    await sendFields['message']?.find(page).fill(`Please sign ${word}.`);
    await main(page).getByRole('button', { name: 'Create link' }).click();
    await page.waitForURL(/\/dashboard\/agreements\?link=/, { timeout: 60_000 });
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    world.openLinks.set(step.n, link.slice(new URL(link).origin.length));
    return { replaced: wordsIn(world.story, before) };
  },
  after(model, step, { replaced }, word) {
    const { person, tabs } = at(model, step);
    // What was filled in for people is not needed for a link.
    replace(model, replaced, keyOf(person));
    model.contracts.add(person);
    model.texts.push({
      ...made(model, step, word, { screen: ofLink(step.n), field: 'message', reach: 'given' }),
      table: 'agreement_open',
      also: [otherOf(person)],
    });
    model.openLinks.push({ k: step.n, owner: person });
    tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} makes a link by which anybody can sign a contract.`,
};

/** How a document goes out to be signed, to somebody or to whoever has its link. */
export const sendingActs: Act[] = [beginSending, sendToSign, makeLink];

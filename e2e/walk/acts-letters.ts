import { type Act, openScreen, placesOf, rest, type Step, whoAt } from './act.ts';
import { ends } from './acts-given.ts';
import { at, made } from './given.ts';
import { mayRead, type Model, replace, type Text, viewerAt } from './model.ts';
import { main } from './screen.ts';
import { personForm } from './chat-hands.ts';
import { wordOf, wordsIn } from './words.ts';
import type { World } from './world.ts';

const hears = (model: Model, step: Pick<Step, 'device'>): boolean =>
  at(model, step).isOn && at(model, step).hasNetwork;

/** The contact form inside the chat; what was asked goes along. */
const writeToPerson: Act = {
  name: 'write to a person',
  weight: 4,
  choices: placesOf,
  canRun: hears,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: 'person' }, 'anew');
    const form = personForm(page);
    const word = wordOf(world.story, at(model, step).person, step.n);
    const before: string[] = [];
    const typed = { name: 'Somebody', email: `${word}@example.com`, message: `A person may read ${word}.` };
    for (const [name, words] of Object.entries(typed)) {
      const field = form.locator(`[name="${name}"]`);
      before.push(await field.inputValue());
      await field.fill(words);
    }
    const along = form.getByRole('checkbox');
    if (await along.isVisible()) await along.check();
    await form.getByRole('button', { name: 'Send message' }).click();
    const isSent = await ends(
      page.getByText('Your message is on its way').last().waitFor(),
      form.getByText('Couldn’t send your message').waitFor(),
    );
    return {
      replaced: wordsIn(world.story, before.join(' ')),
      ...(!isSent && { refused: 'not sent' }),
    };
  },
  after(model, step, { replaced, refused }, word) {
    // The form begins with the last question, which stays where it was asked.
    replace(model, replaced, 'contact');
    for (const text of model.texts)
      if (text.screen === 'asked' && text.device === step.device && text.tab === step.tab)
        text.also.push('operator');
    const text = refused
      ? made(model, step, word, { screen: 'contact', field: 'message', reach: 'tab' })
      : {
          ...made(model, step, word, { screen: 'letter', field: 'message', reach: 'given' }),
          table: 'contact_message',
        };
    model.texts.push({ ...text, also: ['operator'] });
    if (!refused) model.letters.push({ k: step.n, word, isAnswered: false });
    at(model, step).tabs[step.tab] = refused ? 'person' : null;
  },
  words: (model, step) =>
    `${whoAt(model, step)} writes to a person from the chat, with what was asked there.`,
};

const textOfLetter = (model: Model, k: number | undefined): Text | undefined => {
  const word = model.letters.find((letter) => letter.k === k)?.word;
  return model.texts.find((text) => text.word === word && text.fate === 'kept');
};

/** The address of a conversation in the mails of a letter: the one to its author, or the one to the operator. */
async function linkIn(world: World, word: string, isToAuthor: boolean): Promise<string | undefined> {
  // A later letter may tell of this one, in what was asked in the chat before it.
  const mails = await world.ground.query<{ mail: string }>(
    `select payload::text as mail from outbound_message where payload->>$2 ilike $1`,
    [`%${word}%`, isToAuthor ? 'to' : 'replyTo'],
  );
  const links = mails.map(({ mail }) => /\/contact\/thread\?t=[^"\\\s]+/.exec(mail)?.[0]);
  return links.find((link) => link !== undefined);
}

/** The operator answers by the button of the mail, somewhere else. */
const answerLetter: Act = {
  name: 'answer letter',
  weight: 6,
  choices: (model) =>
    placesOf(model)
      .filter(({ tab }) => tab === 0)
      .flatMap((place) => model.letters.map(({ k }) => ({ ...place, letter: k }))),
  canRun: (model, { letter }) =>
    textOfLetter(model, letter) !== undefined &&
    !model.letters.some(({ k, isAnswered }) => k === letter && isAnswered),
  async run(world, model, { letter = 0 }) {
    const { word = '' } = textOfLetter(model, letter) ?? {};
    const link = await linkIn(world, word, false);
    if (!link) throw new Error(`No mail to the operator has a link to the letter with ${word}`);
    const elsewhere = await world.context(4);
    const answer = await elsewhere.request.post('/api/contact/thread', {
      data: { t: new URL(link, world.ground.url).searchParams.get('t'), text: 'Thank you for writing.' },
      headers: { origin: world.ground.url },
    });
    await elsewhere.close();
    if (!answer.ok())
      throw new Error(`The operator could not answer: ${answer.status()} ${await answer.text()}`);
    const theirs = await linkIn(world, word, true);
    if (!theirs) throw new Error(`No mail to its author has a link to the letter with ${word}`);
    world.threads.set(letter, theirs);
  },
  after(model, { letter }) {
    const found = model.letters.find(({ k }) => k === letter);
    if (found) found.isAnswered = true;
  },
  words: (_model, { letter }) => `The operator answers letter ${letter}.`,
};

const keyOf = ({ letter }: Pick<Step, 'letter'>): string => `thread ${letter}`;
const repliesOf = ({ letter }: Pick<Step, 'letter'>): string => `replies to letter ${letter}`;

const conversations = (model: Model) =>
  placesOf(model).flatMap((place) =>
    model.letters.filter(({ isAnswered }) => isAnswered).map(({ k }) => ({ ...place, letter: k })),
  );

/** By the link of their mail; as a guest or a member, whichever they were when they wrote. */
const canOpen = (model: Model, step: Omit<Step, 'act' | 'n'>): boolean => {
  const letter = textOfLetter(model, step.letter);
  const viewer = viewerAt(model, step.device);
  const isTheirs = (text: Text) =>
    text.owner === viewer || text.screen !== repliesOf(step) || mayRead(viewer, text);
  return (
    at(model, step).isOn &&
    letter?.owner === viewer &&
    letter.by === at(model, step).person &&
    model.texts.every(isTheirs) &&
    (at(model, step).hasNetwork || at(model, step).tabs[step.tab] === keyOf(step))
  );
};

/** Types a reply into a conversation, and leaves it there. */
const beginReply: Act = {
  name: 'begin reply',
  weight: 6,
  choices: conversations,
  canRun: canOpen,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: keyOf(step) });
    const field = main(page).getByLabel('Your reply');
    const replaced = wordsIn(world.story, await field.inputValue());
    await field.fill(wordOf(world.story, at(model, step).person, step.n));
    await rest(page);
    return { replaced };
  },
  after(model, step, { replaced }, word) {
    replace(model, replaced, keyOf(step));
    model.texts.push(made(model, step, word, { screen: keyOf(step), field: 'your reply', reach: 'tab' }));
    at(model, step).tabs[step.tab] = keyOf(step);
  },
  words: (model, step) => `${whoAt(model, step)} begins a reply to the answer to letter ${step.letter}.`,
};

const sendReply: Act = {
  name: 'send reply',
  weight: 4,
  choices: conversations,
  canRun: (model, step) => canOpen(model, step) && hears(model, step),
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: keyOf(step) }, 'anew');
    const field = main(page).getByLabel('Your reply');
    const replaced = wordsIn(world.story, await field.inputValue());
    await field.fill(wordOf(world.story, at(model, step).person, step.n));
    await main(page).getByRole('button', { name: 'Send reply' }).click();
    const isSent = await ends(
      page.getByText('Reply sent').waitFor(),
      main(page).getByText('Your text is still here').waitFor(),
    );
    return { replaced, ...(!isSent && { refused: 'not sent' }) };
  },
  after(model, step, { replaced, refused }, word) {
    replace(model, replaced, keyOf(step));
    const text = refused
      ? made(model, step, word, { screen: keyOf(step), field: 'your reply', reach: 'tab' })
      : {
          ...made(model, step, word, { screen: repliesOf(step), field: 'your reply', reach: 'given' }),
          table: 'contact_reply',
        };
    model.texts.push({ ...text, also: ['operator'] });
    at(model, step).tabs[step.tab] = refused ? keyOf(step) : null;
  },
  words: (model, step) => `${whoAt(model, step)} replies to the answer to letter ${step.letter}.`,
};

/** Letters that begin in the chat, and the conversations that follow. */
export const letterActs: Act[] = [writeToPerson, answerLetter, beginReply, sendReply];

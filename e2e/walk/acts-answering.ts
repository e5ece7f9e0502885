import { type Act, openScreen, placesOf, rest, type Seen, type Step, whoAt } from './act.ts';
import { ends } from './acts-given.ts';
import { leavesPage } from './acts-typing.ts';
import { answers, at, made } from './given.ts';
import { shownOn } from './look.ts';
import { type Model, replace } from './model.ts';
import { main } from './screen.ts';
import { agreementOf, endsTalk, given, said } from './signing-hands.ts';
import { dialog } from './signing-screens.ts';
import { wordOf, wordsIn } from './words.ts';
import { settles } from './world.ts';

type Choice = Omit<Step, 'act' | 'n'>;

const mine = (model: Model): Choice[] =>
  placesOf(model).flatMap((place) =>
    model.agreements
      .filter(({ sender }) => at(model, place).isIn && at(model, place).person === sender)
      .map(({ k }) => ({ ...place, agreement: k })),
  );
const isOut = (model: Model, step: Choice): boolean => agreementOf(model, step.agreement).state === 'out';
const pageOf = ({ agreement }: Choice): string => `agreement ${agreement}`;
const answerOf = ({ agreement }: Choice): string => `answer ${agreement}`;

const beginAnswer: Act = {
  name: 'begin answer',
  weight: 4,
  choices: mine,
  canRun: (model, step) =>
    isOut(model, step) && (at(model, step).hasNetwork || at(model, step).tabs[step.tab] === answerOf(step)),
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: answerOf(step) });
    const field = dialog(page).getByLabel('Your comment');
    const replaced = wordsIn(world.story, await field.inputValue());
    await field.fill(wordOf(world.story, at(model, step).person, step.n));
    await rest(page);
    return { replaced };
  },
  after(model, step, { replaced }, word) {
    const screen = answerOf(step);
    replace(model, replaced, screen);
    model.texts.push(made(model, step, word, { screen, field: 'answer', reach: 'tab' }));
    at(model, step).tabs[step.tab] = screen;
  },
  words: (model, step) =>
    `${whoAt(model, step)} begins a comment on agreement ${step.agreement}, as its sender.`,
};

const sendAnswer: Act = {
  name: 'send answer',
  weight: 4,
  choices: mine,
  canRun: (model, step) => isOut(model, step) && at(model, step).hasNetwork,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: answerOf(step) }, 'anew');
    const field = dialog(page).getByLabel('Your comment');
    const replaced = wordsIn(world.story, await field.inputValue());
    await field.fill(wordOf(world.story, at(model, step).person, step.n));
    await dialog(page).getByRole('button', { name: 'Send comment' }).click();
    const isSent = await ends(
      page.getByText('Added. Everyone in this agreement sees it.').waitFor(),
      dialog(page).getByText('Your text is still here').waitFor(),
    );
    return { replaced, ...(!isSent && { refused: 'not sent' }) };
  },
  after(model, step, { replaced, refused }, word) {
    const screen = answerOf(step);
    replace(model, replaced, screen);
    const agreement = agreementOf(model, step.agreement);
    const text = made(model, step, word, { screen, field: 'answer', reach: 'tab' });
    model.texts.push(
      refused ? { ...text, also: [...agreement.readers] } : said(agreement, text, 'agreement_comment'),
    );
    at(model, step).tabs[step.tab] = refused ? screen : null;
  },
  words: (model, step) => `${whoAt(model, step)} comments on agreement ${step.agreement}, as its sender.`,
};

/** A comment is done with, or the words that are proposed are taken: then everybody signs anew. */
const settle: Act = {
  name: 'settle comment',
  weight: 5,
  choices: mine,
  canRun: (model, step) =>
    isOut(model, step) && answers(at(model, step)) && agreementOf(model, step.agreement).comments.length > 0,
  async run(world, model, step) {
    const [comment] = agreementOf(model, step.agreement).comments;
    const page = await openScreen(world, model, { ...step, screen: pageOf(step) }, 'anew');
    const line = main(page).locator('li', { hasText: comment?.word ?? 'none' });
    const button = line.getByRole('button', {
      name: comment?.isProposal ? 'Accept' : 'Resolve',
      exact: true,
    });
    await line.waitFor();
    // Other words of a paragraph that has changed can’t be accepted any more.
    if (comment?.isProposal && !(await button.isVisible())) return { refused: 'changed since' };
    await button.click();
    const isSettled = await ends(
      page.getByText(/^(?:Accepted\. Everyone gets|Marked as resolved)/).waitFor(),
      page.getByText('This paragraph has changed since the proposal').waitFor(),
    );
    return isSettled ? {} : { refused: 'changed since' };
  },
  after(model, step, { refused }) {
    const agreement = agreementOf(model, step.agreement);
    const comment = agreement.comments.shift();
    if (comment?.isProposal && !refused) agreement.signed = [];
    at(model, step).tabs[step.tab] = pageOf(step);
    leavesPage(model, step);
  },
  words: (model, step) => `${whoAt(model, step)} takes what was said about agreement ${step.agreement}.`,
};

const withdraw: Act = {
  name: 'withdraw',
  weight: 1,
  choices: mine,
  canRun: (model, step) => isOut(model, step) && answers(at(model, step)),
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: pageOf(step) }, 'anew');
    await main(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn. Everyone asked was told.').waitFor();
  },
  after(model, step) {
    agreementOf(model, step.agreement).state = 'ended';
    endsTalk(model, step.agreement ?? 0);
    at(model, step).tabs[step.tab] = pageOf(step);
  },
  words: (model, step) => `${whoAt(model, step)} withdraws agreement ${step.agreement}.`,
};

/** A day of their own on what was signed, which the other side never sees. */
const addDate: Act = {
  name: 'add date',
  weight: 4,
  choices: mine,
  canRun: (model, step) => agreementOf(model, step.agreement).state === 'signed' && answers(at(model, step)),
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: pageOf(step) }, 'anew');
    await main(page).getByRole('button', { name: 'Add a date' }).click();
    await dialog(page)
      .getByLabel('What is due')
      .fill(wordOf(world.story, at(model, step).person, step.n));
    await dialog(page).getByLabel('Date').fill('2031-05-01');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Date added.').waitFor();
  },
  after(model, step, _seen, word) {
    const screen = `dates of agreement ${step.agreement}`;
    const text = made(model, step, word, { screen, field: 'date', reach: 'given' });
    model.texts.push({ ...text, table: 'agreement_due' });
    at(model, step).tabs[step.tab] = pageOf(step);
  },
  words: (model, step) => `${whoAt(model, step)} adds a date to agreement ${step.agreement}.`,
};

/** What was said in it, and its dates, stand on its sender's page. */
const lookAt: Act = {
  name: 'look at agreement',
  weight: 4,
  choices: mine,
  canRun: (model, step) => at(model, step).hasNetwork,
  async run(world, model, step): Promise<Seen> {
    const k = step.agreement ?? 0;
    const page = await openScreen(world, model, { ...step, screen: pageOf(step) }, 'to look');
    const must = model.texts.filter(
      ({ screen, field, fate }) =>
        fate === 'kept' &&
        (screen === `dates of agreement ${k}` ||
          (screen === given(k) && /^(?:message|comment|answer|reason)$/.test(field))),
    );
    const missing = await settles(async () => {
      const there = wordsIn(world.story, await shownOn(page));
      return must.find(({ word }) => !there.has(word)) ?? null;
    });
    return missing ? { silent: `The ${missing.field} of an agreement is not on its sender's page` } : {};
  },
  after(model, step) {
    at(model, step).tabs[step.tab] = pageOf(step);
    leavesPage(model, step);
  },
  words: (model, step) => `${whoAt(model, step)} opens agreement ${step.agreement}.`,
};

/** What the sender does about what they sent: each on the page of that agreement. */
export const answeringActs: Act[] = [beginAnswer, sendAnswer, settle, withdraw, addDate, lookAt];

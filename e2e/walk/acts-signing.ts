import { type Act, goTo, openScreen, placesOf, rest, type Seen, type Step, whoAt } from './act.ts';
import { ends } from './acts-given.ts';
import { leavesPage } from './acts-typing.ts';
import { answers, at, made } from './given.ts';
import { type Agreement, type Model, replace, type Text } from './model.ts';
import { main } from './screen.ts';
import { agreementOf, codeFor, endsTalk, hasSigned, isRead, ofLink, pathFor, said } from './signing-hands.ts';
import { type Asked, askedKey, dialog, openSignature, signingScreen } from './signing-screens.ts';
import { nameOf, wordOf, wordsIn } from './words.ts';
import type { World } from './world.ts';

type Choice = Omit<Step, 'act' | 'n'>;

/** Each agreement that the person at a device was asked to sign, as a guest there or a member. */
const asked = (model: Model): Choice[] =>
  placesOf(model).flatMap((place) =>
    model.agreements
      .filter(({ signers }) => signers.includes(at(model, place).person))
      .map(({ k }) => ({ ...place, agreement: k })),
  );

const isOut = (model: Model, step: Choice): boolean => agreementOf(model, step.agreement).state === 'out';
/** They can still decide: what they have signed they neither sign again nor decline. */
const isOpen = (model: Model, step: Choice): boolean =>
  isOut(model, step) && !agreementOf(model, step.agreement).signed.includes(at(model, step).person);
const keyOf = (model: Model, kind: Asked, step: Choice): string =>
  askedKey(kind, step.agreement, at(model, step).person);
const signerIn = (world: World, model: Model, step: Step) => {
  const found = world.agreements.get(step.agreement ?? 0);
  const you = found?.signers.get(at(model, step).person);
  if (!found || !you) throw new Error(`Nobody was asked to sign agreement ${step.agreement}`);
  return { id: found.id, ...you };
};

/** Sent, or still there because its answer never came. */
const becomes = (agreement: Agreement, text: Text, refused: string | undefined, table: string): Text =>
  refused ? { ...text, also: [...agreement.readers] } : said(agreement, text, table);

const begins = (kind: Asked, field: string, weight: number, what: string): Act => ({
  name: `begin ${kind}`,
  weight,
  choices: asked,
  canRun: (model, step) =>
    (kind === 'comment' ? isOut : isOpen)(model, step) &&
    (at(model, step).hasNetwork || at(model, step).tabs[step.tab] === keyOf(model, kind, step)),
  async run(world, model, step) {
    const key = keyOf(model, kind, step);
    const page = await openScreen(world, model, { ...step, screen: key });
    const input = signingScreen(world, key)?.fields[field]?.find(page);
    if (!input) throw new Error(`There is no ${field}`);
    const replaced = wordsIn(world.story, await input.inputValue());
    await input.fill(wordOf(world.story, at(model, step).person, step.n));
    await rest(page);
    return { replaced };
  },
  after(model, step, { replaced }, word) {
    const screen = keyOf(model, kind, step);
    isRead(model, agreementOf(model, step.agreement), step.device);
    replace(model, replaced, screen);
    model.texts.push(made(model, step, word, { screen, field, reach: 'tab' }));
    at(model, step).tabs[step.tab] = screen;
  },
  words: (model, step) => `${whoAt(model, step)} begins ${what} agreement ${step.agreement}.`,
});

/** Opens what they began by the link of their mail, to see whether it is there. */
const lookAtBegun: Act = {
  name: 'look at signing',
  weight: 4,
  choices: (model) =>
    asked(model).flatMap((choice) =>
      (['comment', 'signature', 'reason'] as const).map((field) => ({ ...choice, field })),
    ),
  canRun: (model, { field, ...step }) =>
    (field === 'comment' ? isOut : isOpen)(model, step) && at(model, step).hasNetwork,
  run: async (world, model, step) =>
    void (await openScreen(
      world,
      model,
      { ...step, screen: keyOf(model, step.field as Asked, step) },
      'to look',
    )),
  after(model, step) {
    isRead(model, agreementOf(model, step.agreement), step.device);
    at(model, step).tabs[step.tab] = keyOf(model, step.field as Asked, step);
    leavesPage(model, step);
  },
  words: (model, step) =>
    `${whoAt(model, step)} opens agreement ${step.agreement} by the link of the mail, at the ${step.field}.`,
};

const sendComment: Act = {
  name: 'send comment',
  weight: 5,
  choices: (model) =>
    asked(model).flatMap((choice) => ['comment', 'proposal'].map((field) => ({ ...choice, field }))),
  canRun: (model, step) => isOut(model, step) && at(model, step).hasNetwork,
  async run(world, model, step) {
    const screen = keyOf(model, 'comment', step);
    const page = await openScreen(world, model, { ...step, screen }, 'anew');
    const word = wordOf(world.story, at(model, step).person, step.n);
    const isProposal = step.field === 'proposal';
    if (isProposal) {
      // Of the paragraph: a clause as a whole takes no other words.
      await dialog(page).getByLabel('About').selectOption({ index: 1 });
      await dialog(page).getByRole('radio', { name: 'Propose other words' }).check();
    }
    const label = isProposal ? 'What it should say' : 'Your comment';
    const field = dialog(page).getByLabel(label, { exact: true });
    // A proposal begins with the words of the text, which stay where they are.
    const replaced = wordsIn(world.story, isProposal ? '' : await field.inputValue());
    await field.fill(`It should last for ${word}.`);
    await dialog(page)
      .getByRole('button', { name: isProposal ? 'Send proposal' : 'Send comment' })
      .click();
    const isSent = await ends(
      page.getByText(/^Sent\. .* is told by email\.$/).waitFor(),
      dialog(page).getByText('Your text is still here').waitFor(),
    );
    return { replaced, ...(!isSent && { refused: 'not sent' }) };
  },
  after(model, step, { replaced, refused }, word) {
    const agreement = agreementOf(model, step.agreement);
    const screen = keyOf(model, 'comment', step);
    const isProposal = step.field === 'proposal';
    isRead(model, agreement, step.device);
    replace(model, replaced, screen);
    const text = made(model, step, word, { screen, field: 'comment', reach: 'tab' });
    // A proposal that may have arrived is looked for where it would be then: it stands in no field that is opened first.
    model.texts.push(becomes(agreement, text, isProposal ? undefined : refused, 'agreement_comment'));
    if (!refused && agreement.receiver === at(model, step).person)
      agreement.comments.push({ word, isProposal });
    at(model, step).tabs[step.tab] = refused && !isProposal ? screen : null;
  },
  words: (model, step) =>
    `${whoAt(model, step)} ${step.field === 'proposal' ? 'proposes other words in' : 'comments on'} agreement ${step.agreement}.`,
};

const arrives = (isDone: boolean, model: Model, step: Step, what: string): Seen =>
  // Without its answer it has arrived all the same, and whoever comes again is told so.
  isDone || at(model, step).losesAnswers ? {} : { silent: `${what} is not taken` };

const sign: Act = {
  name: 'sign',
  weight: 4,
  choices: asked,
  canRun: (model, step) => isOpen(model, step) && at(model, step).hasNetwork,
  async run(world, model, step) {
    const { id, email, path } = signerIn(world, model, step);
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    await goTo(page, path);
    await openSignature(page, () => codeFor(world, id, email));
    const word = wordOf(world.story, at(model, step).person, step.n);
    await dialog(page).getByLabel('Your full name').fill(word);
    await dialog(page).getByRole('radio', { name: 'Type' }).check();
    await dialog(page).getByLabel('Type your name as your signature').fill(word);
    await dialog(page)
      .getByRole('checkbox', { name: /sign this document electronically/ })
      .check();
    await dialog(page)
      .getByRole('button', { name: /^Sign(?: without it)?$/ })
      .click();
    const isSigned = await ends(
      main(page).getByRole('heading', { name: 'You signed this.' }).waitFor(),
      dialog(page).getByText('What you filled in is still here.').waitFor(),
    );
    return arrives(isSigned, model, step, 'A signature');
  },
  after(model, step, _seen, word) {
    const agreement = agreementOf(model, step.agreement);
    isRead(model, agreement, step.device);
    const text = made(model, step, word, { screen: '', field: 'name', reach: 'given' });
    model.texts.push(said(agreement, text, 'agreement_event'));
    hasSigned(model, agreement, at(model, step).person);
    at(model, step).tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} signs agreement ${step.agreement} with the code of a mail.`,
};

const decline: Act = {
  name: 'decline',
  weight: 1,
  choices: asked,
  canRun: (model, step) => isOpen(model, step) && at(model, step).hasNetwork,
  async run(world, model, step) {
    const screen = keyOf(model, 'reason', step);
    const page = await openScreen(world, model, { ...step, screen }, 'anew');
    await dialog(page)
      .getByLabel('Reason')
      .fill(wordOf(world.story, at(model, step).person, step.n));
    await dialog(page)
      .getByRole('button', { name: /^Decline(?: without it)?$/ })
      .click();
    const isDeclined = await ends(
      main(page).getByText('You declined this agreement.').waitFor(),
      dialog(page).getByText('Your reason is still here.').waitFor(),
    );
    return arrives(isDeclined, model, step, 'A reason for declining');
  },
  after(model, step, _seen, word) {
    const agreement = agreementOf(model, step.agreement);
    isRead(model, agreement, step.device);
    const text = made(model, step, word, { screen: '', field: 'reason', reach: 'given' });
    model.texts.push(said(agreement, text, 'agreement_event'));
    agreement.state = 'ended';
    endsTalk(model, agreement.k);
    at(model, step).tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} declines agreement ${step.agreement} and says why.`,
};

/** Whoever has an open link says who they are, and has an agreement of their own. */
const beginByLink: Act = {
  name: 'begin by link',
  weight: 5,
  choices: (model) =>
    placesOf(model).flatMap((place) =>
      model.openLinks
        .filter(({ owner }) => owner !== at(model, place).person)
        .map(({ k }) => ({ ...place, link: k })),
    ),
  canRun: (model, step) => answers(at(model, step)),
  async run(world, model, step) {
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    await goTo(page, world.openLinks.get(step.link ?? 0) ?? '/sign');
    await main(page).getByRole('button', { name: 'Sign this' }).filter({ visible: true }).click();
    const { person } = at(model, step);
    const email = `${wordOf(world.story, person, step.n)}@example.com`;
    await dialog(page)
      .getByLabel('Your name')
      .fill(`${nameOf(person)} ${wordOf(world.story, person, step.n)}`);
    await dialog(page).getByLabel('Your email address').fill(email);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/sign\?(?!o=)/);
    const [found] = await world.ground.query<{ id: string }>(
      'select agreement_id as id from agreement_person where email = $1',
      [email],
    );
    const { pathname, search } = new URL(page.url());
    const path = search.includes('t=') ? pathname + search : await pathFor(world, found?.id ?? '', email);
    world.agreements.set(step.n, {
      id: found?.id ?? 'unknown',
      signers: new Map([[person, { email, path }]]),
    });
  },
  after(model, step, _seen, word) {
    const { person: receiver, tabs } = at(model, step);
    const sender = model.openLinks.find(({ k }) => k === step.link)?.owner ?? 'mara';
    const agreement: Agreement = {
      k: step.n,
      sender,
      receiver,
      state: 'out',
      signers: [receiver],
      signed: [],
      comments: [],
      readers: [sender, receiver],
      link: step.link ?? 0,
    };
    model.agreements.push(agreement);
    const text = made(model, step, word, { screen: ofLink(step.link), field: 'name', reach: 'given' });
    model.texts.push(said(agreement, text, 'agreement_person'));
    isRead(model, agreement, step.device);
    tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} begins to sign by open link ${step.link}.`,
};

/** What those do who were asked, by the link of their mail or by one that is open to all. */
export const signingActs: Act[] = [
  begins('comment', 'comment', 5, 'a comment on'),
  begins('signature', 'name', 4, 'to sign'),
  begins('reason', 'reason', 3, 'a reason to decline'),
  lookAtBegun,
  sendComment,
  sign,
  decline,
  beginByLink,
];

import { addressOf, password } from './acts-people.ts';
import { type Agreement, type DeviceName, type Model, type Owner, type Text, viewerAt } from './model.ts';
import { contractName, contractOf, contractText } from './signing-screens.ts';
import type { Person } from './words.ts';
import type { World } from './world.ts';

/** A contract among what this person has saved, and an address that is proven: only then may they write to others. */
export async function hasContract(world: World, person: Person): Promise<void> {
  const email = addressOf(world, person);
  const id = contractOf(world, person);
  await world.ground.query('update account_user set email_verified = true where email = $1', [email]);
  const [there] = await world.ground.query('select id from saved_template where id = $1', [id]);
  if (there) return;
  const elsewhere = await world.context(7);
  const headers = { origin: world.ground.url };
  await elsewhere.request.post('/api/auth/sign-in', { data: { email, password }, headers });
  const data = {
    key: `key-${id}-0000`,
    id,
    name: contractName,
    content: contractText,
    fields: [],
    formData: {},
  };
  const answer = await elsewhere.request.post('/api/saved', { data, headers });
  await elsewhere.close();
  if (!answer.ok()) throw new Error(`No contract could be saved: ${answer.status()} ${await answer.text()}`);
}

export const agreementOf = (model: Model, k: number | undefined): Agreement => {
  const found = model.agreements.find((one) => one.k === k);
  if (!found) throw new Error(`There is no agreement ${k}`);
  return found;
};

export const given = (k: number): string => `agreement ${k}`;
export const ofLink = (k: number | undefined): string => `open link ${k}`;

const isBegunIn = (screen: string, k: number): boolean =>
  new RegExp(`^(?:comment|signature|reason|answer) ${k}(?: |$)`).test(screen);

/** Opened by a link, also by guests: whoever comes as a guest to that device may come upon it. */
export function isRead(model: Model, agreement: Agreement, device: DeviceName): void {
  const viewer: Owner = viewerAt(model, device);
  if (!agreement.readers.includes(viewer)) agreement.readers.push(viewer);
  const isOfIt = ({ screen, also }: Text) =>
    screen === given(agreement.k) ||
    (agreement.link !== undefined && screen === ofLink(agreement.link)) ||
    // Its answer was lost: it may have arrived.
    (also.length > 0 && isBegunIn(screen, agreement.k));
  for (const text of model.texts) if (isOfIt(text) && !text.also.includes(viewer)) text.also.push(viewer);
}

/** What was begun there has no place any more. */
function closesForms(model: Model, isClosed: (screen: string) => boolean): void {
  for (const text of model.texts) if (isClosed(text.screen) && text.fate !== 'replaced') text.fate = 'gone';
  for (const at of Object.values(model.devices))
    at.tabs = at.tabs.map((screen) => (screen !== null && isClosed(screen) ? null : screen));
}

/** Nothing can be said or signed any more. */
export const endsTalk = (model: Model, k: number): void =>
  closesForms(model, (screen) => isBegunIn(screen, k));

/** This signer has done what they were asked for. */
export function hasSigned(model: Model, agreement: Agreement, person: Person): void {
  const { k, signers, signed } = agreement;
  signed.push(person);
  // A comment that was begun goes with it, as the page says before.
  const begun = ['signature', 'reason', 'comment'].map((what) => `${what} ${k} ${person}`);
  closesForms(model, (screen) => begun.includes(screen));
  if (!signers.every((one) => signed.includes(one))) return;
  agreement.state = 'signed';
  endsTalk(model, k);
}

/** What goes to everybody in an agreement. */
export const said = (agreement: Agreement, text: Text, table: string): Text => ({
  ...text,
  screen: given(agreement.k),
  reach: 'given',
  table,
  also: [...agreement.readers],
});

/** The path in the mail that asks the owner of this address to sign. */
export async function pathFor(world: World, id: string, email: string): Promise<string> {
  const mails = await world.ground.query<{ mail: string }>(
    `select payload::text as mail from outbound_message
     where payload->>'to' ilike $1 and dedupe_key like $2`,
    [`%${email}%`, `agreement:${id}:%`],
  );
  const path = mails.map(({ mail }) => /\/sign\?t=[^"\\\s#]+/.exec(mail)?.[0]).find(Boolean);
  if (!path) throw new Error(`No mail to ${email} has a link to sign`);
  return path;
}

/** The newest code that was mailed to them. */
export async function codeFor(world: World, id: string, email: string): Promise<string> {
  const mails = await world.ground.query<{ subject: string }>(
    `select payload->>'subject' as subject from outbound_message
     where payload->>'to' ilike $1 and dedupe_key like $2 order by created_at`,
    [`%${email}%`, `agreement:${id}:code:%`],
  );
  const code = /^\d{6}/.exec(mails.at(-1)?.subject ?? '')?.[0];
  if (!code) throw new Error(`No code was mailed to ${email}`);
  return code;
}

import { fileName } from '#features/documents/rules/formats/file-name.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { oneLine, type MailBlock, type MailFile } from '#platform/server/mail/message.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { MailCause } from '#platform/server/mail/bounds.ts';
import type { Agreement, Held, Person } from './ledger.ts';
import type { Links } from './links.ts';

/** Of the sealed file, as a mail carries it. */
export const sealedFiles = 'agreement';
const sealedFile = ({ id, title }: Agreement): MailFile => ({
  of: sealedFiles,
  ref: id,
  name: `${fileName(title)}-signed.pdf`,
});

/**
 * The emails of an agreement. Strangers get them, so they carry the sender's name and the title and nothing else that a
 * member wrote: the message is on the page.
 */
export function createLetters(
  { mail, origin, site }: Pick<Platform, 'mail' | 'origin' | 'site'>,
  links: Links,
) {
  const signLink = (person: Person): string => origin() + links.path(person);
  const pageOf = ({ id }: Agreement): string => `${origin()}/dashboard/agreements/${id}`;

  const nameOf = ({ sender }: Agreement): string =>
    oneLine(sender.company === '' ? sender.name : `${sender.name}, ${sender.company}`).slice(0, 120);

  const send = async (
    trx: AnyTransaction,
    { agreement }: Pick<Held, 'agreement'>,
    to: string,
    letter: {
      key: string;
      subject: string;
      body: MailBlock[];
      why?: MailCause;
      file?: MailFile;
      /** Asks somebody for something: not for a sender whom the operator has stopped. */
      asks?: true;
    },
  ): Promise<boolean> => {
    // Erased: nobody is there anymore.
    if (to === '') return false;
    if (letter.asks && (await memberById(trx, agreement.owner_id))?.suspended !== false) return false;
    return mail.send(trx, {
      to,
      replyTo: agreement.sender.email,
      kind: 'transactional',
      purpose: 'agreement',
      why: letter.why ?? 'typed',
      subject: letter.subject,
      body: letter.body,
      dedupeKey: `agreement:${agreement.id}:${letter.key}`,
      sender: { name: nameOf(agreement) },
      ...(letter.file && { file: letter.file }),
    });
  };

  const until = (date: Date): string =>
    date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const facts = (agreement: Agreement): MailBlock => ({
    kind: 'lines',
    lines: [
      ['Document', agreement.title],
      ['From', `${nameOf(agreement)} (${agreement.sender.email})`],
      ['Open until', until(agreement.expires_at)],
    ],
  });
  const why = (agreement: Agreement): MailBlock => ({
    kind: 'small',
    text: `${agreement.sender.email} entered your address at ${site.words().name}. Not expecting this? Ignore it, or decline on the page. Opening the link signs nothing.`,
  });
  const asks = { signs: 'sign', approves: 'approve', copy: 'read' } as const;

  return {
    asked: (trx: AnyTransaction, held: Held, person: Person) =>
      send(trx, held, person.email, {
        asks: true,
        key: `asked:${held.agreement.version}:${person.n}:${person.rev}`,
        subject: `${nameOf(held.agreement)} asks you to ${asks[person.role]} “${held.agreement.title}”`,
        body: [
          { kind: 'heading', text: `A document for you to ${asks[person.role]}` },
          facts(held.agreement),
          {
            kind: 'button',
            label: person.role === 'signs' ? 'Review and sign' : 'Open the document',
            url: signLink(person),
          },
          why(held.agreement),
        ],
      }),

    /** `which` tells one reminder from another: only the first of a kind is sent. */
    reminder: (trx: AnyTransaction, held: Held, person: Person, which: string) =>
      send(trx, held, person.email, {
        asks: true,
        key: `reminder:${held.agreement.version}:${person.n}:${person.rev}:${which}`,
        subject: `Reminder: “${held.agreement.title}” waits for you`,
        body: [
          { kind: 'heading', text: `Still waiting for you to ${asks[person.role]}` },
          facts(held.agreement),
          { kind: 'button', label: 'Open the document', url: signLink(person) },
          why(held.agreement),
        ],
      }),

    code: (trx: AnyTransaction, held: Held, person: Person, code: string, at: Date) =>
      send(trx, held, person.email, {
        key: `code:${person.n}:${person.rev}:${at.getTime()}`,
        why: 'signing',
        subject: `${code} is your code for “${held.agreement.title}”`,
        body: [
          { kind: 'heading', text: 'Your code' },
          { kind: 'code', text: code },
          {
            kind: 'text',
            text: 'Enter it on the signing page within 15 minutes. Don’t pass it on: it stands for you.',
          },
        ],
      }),

    /** To the sender: something happened that they wait for. */
    told: (trx: AnyTransaction, held: Held, key: string, words: string, detail = '', file?: MailFile) =>
      send(trx, held, held.agreement.sender.email, {
        key: `told:${key}`,
        why: 'account',
        subject: words,
        ...(file && { file }),
        body: [
          { kind: 'heading', text: words },
          ...(detail === '' ? [] : [{ kind: 'quote', spans: [{ text: detail }] } as MailBlock]),
          { kind: 'button', label: 'Open the agreement', url: pageOf(held.agreement) },
        ],
      }),

    /** To the sender, with the file. */
    sealed(trx: AnyTransaction, held: Held) {
      const { title } = held.agreement;
      return this.told(
        trx,
        held,
        'finished',
        `Signed by everybody: “${title}”`,
        '',
        sealedFile(held.agreement),
      );
    },

    /** To everybody who was asked: it ended without them. */
    ended: (trx: AnyTransaction, held: Held, person: Person, words: string) =>
      send(trx, held, person.email, {
        key: `ended:${held.agreement.state}:${person.n}:${person.rev}`,
        subject: `“${held.agreement.title}”: ${words}`,
        body: [{ kind: 'heading', text: words }, facts(held.agreement)],
      }),

    changed: (trx: AnyTransaction, held: Held, person: Person) =>
      send(trx, held, person.email, {
        asks: true,
        key: `changed:${held.agreement.version}:${person.n}:${person.rev}`,
        subject: `“${held.agreement.title}” has changed`,
        body: [
          { kind: 'heading', text: 'The text has changed' },
          {
            kind: 'text',
            text: 'The page shows what is different. Whoever signed the former text is asked again.',
          },
          facts(held.agreement),
          { kind: 'button', label: 'See what changed', url: signLink(person) },
          why(held.agreement),
        ],
      }),

    /** The sender wrote back: once an hour at most, however much they write. */
    answered: (trx: AnyTransaction, held: Held, person: Person, hour: number) =>
      send(trx, held, person.email, {
        asks: true,
        key: `answered:${person.n}:${person.rev}:${hour}`,
        subject: `An answer about “${held.agreement.title}”`,
        body: [
          { kind: 'heading', text: 'The sender has answered' },
          facts(held.agreement),
          { kind: 'button', label: 'Read the answer', url: signLink(person) },
          why(held.agreement),
        ],
      }),

    /** To each person once the file is sealed. */
    finished: (trx: AnyTransaction, held: Held, person: Person) =>
      send(trx, held, person.email, {
        key: `finished:${person.n}:${person.rev}`,
        why: person.proof === null ? 'typed' : 'signing',
        subject: `Signed by everybody: “${held.agreement.title}”`,
        file: sealedFile(held.agreement),
        body: [
          { kind: 'heading', text: 'Everybody has signed' },
          facts(held.agreement),
          { kind: 'button', label: 'Download the signed PDF', url: signLink(person) },
          {
            kind: 'small',
            text: `The signed PDF is attached and is yours to keep. It is sealed: anybody can check that it is unchanged at ${origin()}/verify, or with any PDF reader.`,
          },
        ],
      }),
  };
}

export type Letters = ReturnType<typeof createLetters>;

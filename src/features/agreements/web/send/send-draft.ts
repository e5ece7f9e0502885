import { randomText } from '#base/id.ts';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import { usualDays } from '../../rules/addresses.ts';
import type { DraftPerson } from '../../rules/prefilled.ts';
import type { LinkDraft } from '../open/link-draft.ts';

/**
 * What somebody has filled in to send a document; kept on this device until it is sent, and taken along by whoever
 * prepared it offline and then signs in.
 */
export interface SendDraft {
  /** The saved template. */
  from: string;
  /** One for all attempts: an answer that was lost never sends it twice. */
  key: string;
  title: string;
  people: DraftPerson[];
  inOrder: boolean;
  message: string;
  days: number;
  reminders: boolean;
  forwarding: boolean;
  /** Instead of people: a link that anybody can sign by. */
  link?: LinkDraft;
  at: number;
}

const key = 'hub.sendDrafts';
/** The newest ones: a list on a device has an end. */
const most = 10;

export function sendDrafts(): SendDraft[] {
  try {
    const found: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(found)
      ? found.filter(
          (one): one is SendDraft =>
            typeof one === 'object' &&
            one !== null &&
            typeof (one as SendDraft).from === 'string' &&
            typeof (one as SendDraft).title === 'string' &&
            Array.isArray((one as SendDraft).people),
        )
      : [];
  } catch {
    return [];
  }
}

export const sendDraftOf = (from: string): SendDraft | null =>
  sendDrafts().find((one) => one.from === from) ?? null;

export const newSendDraft = (from: string, title: string, people: DraftPerson[]): SendDraft => ({
  from,
  key: randomText(24),
  title,
  people,
  inOrder: false,
  message: '',
  days: usualDays,
  reminders: true,
  forwarding: true,
  at: 0,
});

/** False where this browser keeps nothing. */
export function keepSendDraft(draft: SendDraft): boolean {
  const others = sendDrafts().filter(({ from }) => from !== draft.from);
  return (
    writeStored(
      key,
      JSON.stringify([{ ...draft, id: draft.from, at: Date.now() }, ...others].slice(0, most)),
    ) === 'written'
  );
}

export const forgetSendDraft = (from: string): void =>
  void writeStored(key, JSON.stringify(sendDrafts().filter((one) => one.from !== from)));

export const onSendDrafts = (hear: () => void): (() => void) => onStoredElsewhere(key, hear);

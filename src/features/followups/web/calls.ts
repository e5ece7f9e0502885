import type * as z from 'zod/mini';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import type { LetterPreview } from '#features/letters/rules/contract.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { followupsApi } from '../rules/addresses.ts';
import type {
  ChangePersonBody,
  EndSplitBody,
  ImportAnswer,
  ImportBody,
  NewPersonBody,
  OverviewAnswer,
  PersonDetail,
  SavedSegment,
  SavedSequence,
  SequenceBody,
  SequenceDetail,
  SequenceView,
  StartAnswer,
  StartBody,
  StopAnswer,
  UnstartAnswer,
} from '../rules/contract.ts';
import type { PhoneBody } from '../rules/phone.ts';
import { callOf } from './paths.ts';

/** What these pages ask of the server besides reading. */

export type Saved = z.output<typeof SavedSequence>;
export type Started = z.output<typeof StartAnswer>;
export type Imported = z.output<typeof ImportAnswer>;

const send = <T>(path: string, method: 'POST' | 'PUT' | 'DELETE', body?: unknown, timeoutMs = 20_000) =>
  withSession(() => api<T>(path, { method, timeoutMs, ...(body !== undefined && { body }) }));

export const saveSequence = (
  id: string,
  body: Omit<SequenceBody, 'isOn'>,
  version: number,
  isOn?: boolean,
): Promise<Saved> => send(callOf('sequence', id), 'PUT', { ...body, version, isOn });
export const turnSequence = (id: string, isOn: boolean): Promise<SequenceView> =>
  send(callOf('turn', id), 'POST', { isOn });
export const goOnSending = (): Promise<OverviewAnswer> => send(followupsApi.goOn, 'POST', {});
export const removeSequence = (id: string): Promise<unknown> => send(callOf('sequence', id), 'DELETE');
export const startFor = (id: string, body: z.input<typeof StartBody>): Promise<Started> =>
  send(callOf('start', id), 'POST', body);

export const unstart = (id: string, cause: string): Promise<z.output<typeof UnstartAnswer>> =>
  send(callOf('unstart', id), 'POST', { cause });
export const saveSegment = ({ id, ...body }: SavedSegment): Promise<SavedSegment> =>
  send(callOf('segment', id), 'PUT', body);
export const removeSegment = (id: string): Promise<unknown> => send(callOf('segment', id), 'DELETE');

const onlyWords = ({ subject, blocks }: MailWords): MailWords => ({ subject, blocks });
export const previewMail = (words: MailWords): Promise<LetterPreview> =>
  send(followupsApi.preview, 'POST', onlyWords(words));
export const sendToMe = (words: MailWords): Promise<{ sentTo: string }> =>
  send(followupsApi.testMail, 'POST', onlyWords(words));
export const endSplit = (id: string, body: EndSplitBody): Promise<SequenceDetail> =>
  send(callOf('split', id), 'POST', body);

export const addPerson = (body: z.input<typeof NewPersonBody>): Promise<{ id: string }> =>
  send(followupsApi.people, 'POST', body);
export const savePerson = (id: string, body: z.input<typeof ChangePersonBody>): Promise<PersonDetail> =>
  send(callOf('person', id), 'PUT', body);
export const savePhone = (id: string, body: z.input<typeof PhoneBody>): Promise<PersonDetail> =>
  send(callOf('phone', id), 'PUT', body);
export const removePerson = (id: string): Promise<unknown> => send(callOf('person', id), 'DELETE');
export const stopRuns = (id: string, runId?: string): Promise<z.output<typeof StopAnswer>> =>
  send(callOf('stop', id), 'POST', runId === undefined ? {} : { runId });
export const resumeRuns = (id: string, runs: string[]): Promise<{ resumed: number }> =>
  send(callOf('resume', id), 'POST', { runs });

/** A list of a hundred thousand people takes its time. */
const importPatienceMs = 180_000;
export const importPeople = (body: z.input<typeof ImportBody>): Promise<Imported> =>
  send(followupsApi.import, 'POST', body, importPatienceMs);

import { cutTo } from './content.ts';
import type { SavedTemplate } from './contract.ts';
import { cutCopy } from './record.ts';
import { jsonBytes, sizes } from './sizes.ts';
import { say, type Situation } from './words.ts';

export type LocalBudget = 'usual' | 'large';

/** What is to be done next; each but the last two is answered by an outcome. */
export type SaveStep =
  /** To the account, in one go: a large one's content into file storage first. */
  | { do: 'send'; record: SavedTemplate }
  | { do: 'keepLocally'; record: SavedTemplate; budget: LocalBudget }
  /** Clears the local caches of templates first, and nothing else. */
  | { do: 'keepEmergency'; record: SavedTemplate }
  | { do: 'done'; kept: 'account' | 'device' | 'emergency'; record: SavedTemplate }
  | { do: 'fail'; error: string };

export type SaveOutcome =
  | { of: 'send'; was: 'written' | 'timeout' | 'unavailable' }
  | { of: 'send'; was: 'refused'; words?: string }
  /** File storage did not take the content, and so nothing was written. */
  | { of: 'upload'; was: 'missing' | 'cors' | 'unauthorized' | 'failed' }
  | { of: 'local'; was: 'written' | 'full' | 'failed' };

/** Why it is kept locally decides what is said, and what is thrown when that fails too. */
type Reason = 'storageMissing' | 'storageRefused' | 'uploadFailed' | 'timeout' | 'unavailable' | 'refused';

export interface SaveChain {
  /** With the whole content, as far as the cap lets it. */
  record: SavedTemplate;
  reason?: Reason;
  /** What a refusal said, to be thrown once the record is safe. */
  refusal?: string;
  step: SaveStep;
  /** Said on the way to this step. */
  says: Situation[];
}

const isLarge = (record: SavedTemplate): boolean => jsonBytes(record) > sizes.databaseThresholdBytes;

/** The first step: `canSend` says whether the account can be reached, as far as is known before anything is tried. */
export const chooseSave = (record: SavedTemplate, canSend: boolean): SaveChain =>
  canSend ? next({ record }, { do: 'send', record }) : locally({ record }, 'unavailable');

/** The step after an outcome. */
export function afterOutcome(chain: SaveChain, outcome: SaveOutcome): SaveChain {
  switch (outcome.of) {
    case 'upload':
      return afterUpload(chain, outcome);
    case 'send':
      return afterSend(chain, outcome);
    case 'local':
      return chain.step.do === 'keepEmergency' ? afterEmergency(chain, outcome) : afterLocal(chain, outcome);
  }
}

function afterUpload(chain: SaveChain, outcome: Extract<SaveOutcome, { of: 'upload' }>): SaveChain {
  switch (outcome.was) {
    case 'missing':
      return locally(chain, 'storageMissing');
    case 'cors':
    case 'unauthorized':
      return locally(chain, 'storageRefused');
    case 'failed':
      return locally(chain, 'uploadFailed');
  }
}

function afterSend(chain: SaveChain, outcome: Extract<SaveOutcome, { of: 'send' }>): SaveChain {
  switch (outcome.was) {
    case 'written':
      return next(chain, { do: 'done', kept: 'account', record: chain.record });
    case 'timeout':
    case 'unavailable':
      return locally(chain, outcome.was);
    case 'refused':
      return locally({ ...chain, ...(outcome.words && { refusal: outcome.words }) }, 'refused');
  }
}

function afterLocal(chain: SaveChain, { was }: Extract<SaveOutcome, { of: 'local' }>): SaveChain {
  const { reason = 'unavailable' } = chain;
  if (was === 'written') return kept(chain, reason);
  // A full disk gets a smaller copy; a storage that is switched off would refuse that too.
  if (was === 'full' || reason === 'uploadFailed') return emergency(chain);
  return next(chain, { do: 'fail', error: say(thrown[reason]) });
}

function afterEmergency(chain: SaveChain, { was }: Extract<SaveOutcome, { of: 'local' }>): SaveChain {
  const { step, reason = 'unavailable' } = chain;
  if (was !== 'written') {
    return next(chain, { do: 'fail', error: say(thrown[reason]) }, ['saveFailedToast']);
  }
  if (reason === 'refused') return refusedAfterAll(chain, ['emergencySaved']);
  const record = step.do === 'keepEmergency' ? step.record : chain.record;
  return next(chain, { do: 'done', kept: 'emergency', record }, ['emergencySaved']);
}

function kept(chain: SaveChain, reason: Reason): SaveChain {
  const { step } = chain;
  if (reason === 'refused') return refusedAfterAll(chain, ['refusedBackup']);
  const record = step.do === 'keepLocally' ? step.record : chain.record;
  return next(chain, { do: 'done', kept: 'device', record }, backup[reason]);
}

/** A definite refusal is thrown: what is kept of the record is safe, and is not in the account. */
const refusedAfterAll = (chain: SaveChain, says: Situation[]): SaveChain =>
  next(chain, { do: 'fail', error: chain.refusal ?? say('databaseFailed') }, says);

function locally(chain: Pick<SaveChain, 'record' | 'refusal'>, reason: Reason): SaveChain {
  const { record } = chain;
  const large = isLarge(record);
  const isOnStorage = large && (reason === 'unavailable' || reason === 'storageMissing');
  const length =
    reason === 'storageRefused'
      ? sizes.localCutAfterRefusal
      : isOnStorage
        ? sizes.localCutWithoutStorage
        : Infinity;
  const copy = cutCopy(record, cutTo(record.content, length));
  return { ...next(chain, { do: 'keepLocally', record: copy, budget: large ? 'large' : 'usual' }), reason };
}

function emergency(chain: SaveChain): SaveChain {
  const { record } = chain;
  const content = cutTo(record.content, sizes.emergencyCut);
  const storageNote = say('emergencyNote', { to: content.length, from: record.originalContentLength });
  // A logo in the text of the record would fill what is left.
  const branding = record.branding?.logo?.startsWith('data:')
    ? { ...record.branding, logo: '' }
    : record.branding;
  const copy = cutCopy({ ...record, branding }, content, { isEmergencySaved: true, storageNote });
  return next(chain, { do: 'keepEmergency', record: copy });
}

const next = (
  chain: Pick<SaveChain, 'record' | 'reason' | 'refusal'>,
  step: SaveStep,
  says: Situation[] = [],
): SaveChain => ({
  record: chain.record,
  ...(chain.reason && { reason: chain.reason }),
  ...(chain.refusal && { refusal: chain.refusal }),
  step,
  says,
});

const backup: Record<Exclude<Reason, 'refused'>, Situation[]> = {
  timeout: ['timeoutBackup', 'savedAfterTimeout'],
  unavailable: ['unavailableBackup', 'savedUnavailable'],
  storageMissing: ['storageMissingBackup'],
  storageRefused: ['storageMissingBackup'],
  uploadFailed: ['uploadFailedBackup'],
};

const thrown: Record<Reason, Situation> = {
  timeout: 'localFailed',
  unavailable: 'localFailed',
  storageMissing: 'localFailed',
  storageRefused: 'corsFailed',
  uploadFailed: 'saveFailed',
  refused: 'databaseFailed',
};

import { cutTo } from './content.ts';
import type { SavedTemplate } from './contract.ts';
import { cutCopy } from './record.ts';
import { jsonBytes, sizes } from './sizes.ts';
import { say, type Situation } from './words.ts';

/** What can be reached, as far as is known before anything is tried. */
export interface SaveWorld {
  database: boolean;
  files: boolean;
}

export type LocalBudget = 'usual' | 'large';

/** What is to be done next; each but the last two is answered by an outcome. */
export type SaveStep =
  | { do: 'upload'; record: SavedTemplate }
  | { do: 'write'; record: SavedTemplate }
  | { do: 'keepLocally'; record: SavedTemplate; budget: LocalBudget }
  /** Clears the local caches of templates first, and nothing else. */
  | { do: 'keepEmergency'; record: SavedTemplate }
  | { do: 'done'; kept: 'account' | 'device' | 'emergency'; record: SavedTemplate }
  | { do: 'fail'; error: string };

export type SaveOutcome =
  | { of: 'upload'; was: 'uploaded'; contentURL: string; contentLength: number }
  | { of: 'upload'; was: 'missing' | 'cors' | 'unauthorized' | 'failed' }
  | { of: 'write'; was: 'written' | 'timeout' | 'unavailable' }
  | { of: 'write'; was: 'refused'; words?: string }
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

/** The first step: by size, and by what can be reached. */
export function chooseSave(record: SavedTemplate, world: SaveWorld): SaveChain {
  if (isLarge(record)) {
    if (world.database && world.files) return next({ record }, { do: 'upload', record });
    return locally({ record }, world.database ? 'storageMissing' : 'unavailable');
  }
  if (!world.database) return locally({ record }, 'unavailable');
  return next({ record }, { do: 'write', record });
}

/** The step after an outcome. */
export function afterOutcome(chain: SaveChain, outcome: SaveOutcome): SaveChain {
  switch (outcome.of) {
    case 'upload':
      return afterUpload(chain, outcome);
    case 'write':
      return afterWrite(chain, outcome);
    case 'local':
      return chain.step.do === 'keepEmergency' ? afterEmergency(chain, outcome) : afterLocal(chain, outcome);
  }
}

function afterUpload(chain: SaveChain, outcome: Extract<SaveOutcome, { of: 'upload' }>): SaveChain {
  switch (outcome.was) {
    case 'uploaded': {
      const { contentURL, contentLength } = outcome;
      const record = { ...chain.record, content: '', contentURL, contentLength, isStoredInStorage: true };
      return next(chain, { do: 'write', record });
    }
    case 'missing':
      return locally(chain, 'storageMissing');
    case 'cors':
    case 'unauthorized':
      return locally(chain, 'storageRefused');
    case 'failed':
      return locally(chain, 'uploadFailed');
  }
}

function afterWrite(chain: SaveChain, outcome: Extract<SaveOutcome, { of: 'write' }>): SaveChain {
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
  const record = step.do === 'keepEmergency' ? step.record : chain.record;
  return next(chain, { do: 'done', kept: 'emergency', record }, ['emergencySaved']);
}

function kept(chain: SaveChain, reason: Reason): SaveChain {
  const { step } = chain;
  // A definite refusal is thrown after all: the record is safe, and is not in the account.
  if (reason === 'refused') {
    return next(chain, { do: 'fail', error: chain.refusal ?? say('databaseFailed') }, ['refusedBackup']);
  }
  const record = step.do === 'keepLocally' ? step.record : chain.record;
  return next(chain, { do: 'done', kept: 'device', record }, backup[reason]);
}

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

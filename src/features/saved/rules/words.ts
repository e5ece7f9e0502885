/** How a text reaches somebody. A caught one is thrown by a step and answered by the chain, which goes on another way. */
type Way = 'thrown' | 'caught' | 'logged' | 'success' | 'warning' | 'error' | 'shown';

interface Entry {
  text: string;
  as: Way;
}

/** Every sentence that saving says: situation -> text. The names of other services are fixed texts, word for word. */
export const savedWords = {
  notAuthenticated: { text: 'User not authenticated', as: 'thrown' },
  storageMissing: { text: 'Firebase Storage not available', as: 'caught' },
  uploadFailed: { text: 'Storage upload failed: {reason}', as: 'caught' },
  logoFailed: { text: 'Logo upload failed: {reason}', as: 'caught' },
  localFailed: { text: 'Failed to save template locally. Please try again.', as: 'thrown' },
  processFailed: { text: 'Failed to process template content. Please try again.', as: 'thrown' },
  corsFailed: {
    text: 'Failed to save template due to CORS issues. Please contact support to fix Firebase Storage configuration.',
    as: 'thrown',
  },
  saveFailed: { text: 'Failed to save template. Please try again or contact support.', as: 'thrown' },
  databaseFailed: {
    text: 'Failed to save template to Firestore. Please try again or contact support.',
    as: 'thrown',
  },
  invalid: { text: 'Data validation failed: {reason}', as: 'thrown' },
  timedOut: { text: 'Firestore save timeout after 30 seconds', as: 'caught' },

  timeoutBackup: { text: 'Firestore connection timed out. Template saved locally as backup.', as: 'warning' },
  unavailableBackup: { text: 'Firestore unavailable. Template saved locally as backup.', as: 'warning' },
  savedAfterTimeout: { text: 'Template saved locally (Firestore connection timed out)', as: 'success' },
  savedUnavailable: { text: 'Template saved locally (Firestore unavailable)', as: 'success' },
  emergencySaved: { text: 'Template saved with emergency compression', as: 'success' },
  saveFailedToast: { text: 'Failed to save template. Please try again.', as: 'error' },
  deleted: { text: 'Template deleted successfully!', as: 'success' },
  deleteFailed: { text: 'Failed to delete template. Please try again.', as: 'error' },

  // What the catalogue of old does not have, in its voice.
  storageMissingBackup: {
    text: 'File storage unavailable. A shortened copy was saved locally as backup.',
    as: 'warning',
  },
  uploadFailedBackup: { text: 'File storage failed. Template saved locally as backup.', as: 'warning' },
  refusedBackup: { text: 'Template saved locally. You can export it at any time.', as: 'warning' },
  limitReached: {
    text: 'You’ve reached your plan’s limit for saved templates. It’s saved on this device, and you can export it.',
    as: 'thrown',
  },
  tooLarge: { text: 'This template is larger than the limit of 1048576 bytes.', as: 'thrown' },
  logoNotKept: { text: 'The logo couldn’t be saved with this template.', as: 'logged' },
  contentElsewhere: {
    text: 'This template’s content is stored on another site and wasn’t loaded.',
    as: 'shown',
  },
  contentFailed: { text: 'The saved content couldn’t be loaded (HTTP {status}).', as: 'shown' },
  contentUnreachable: { text: 'The saved content couldn’t be loaded (no connection).', as: 'shown' },
  cutNote: {
    text: 'Shortened from {from} to {to} characters. The full text is on the device that saved it.',
    as: 'shown',
  },
  emergencyNote: { text: 'Emergency copy: the first {to} of {from} characters.', as: 'shown' },
  simpleNote: { text: 'Compressed for the database; the full record is in local storage.', as: 'shown' },
} as const satisfies Record<string, Entry>;

export type Situation = keyof typeof savedWords;

/** The words of a situation, its blanks filled in. */
export const say = (situation: Situation, blanks: Record<string, string | number> = {}): string =>
  savedWords[situation].text.replace(/\{(\w+)\}/g, (blank, name: string) => String(blanks[name] ?? blank));

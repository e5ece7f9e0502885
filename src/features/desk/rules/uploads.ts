// What the script in the browser knows, too; what needs a validator is in upload-contract.ts.

export const pieceBytes = 4 * 1024 ** 2;
export const mostFileBytes = 2 * 1024 ** 3;

/** The one-time token of the form that a file is for: a page of another kind knows none. */
export const formHeader = 'x-desk-form';

export interface UploadState {
  id: string;
  /** As it is kept. */
  name: string;
  size: number;
  /** So many bytes are here: go on from there. */
  got: number;
  /** All of it, looked through if the hub has a scanner. */
  isWhole: boolean;
}

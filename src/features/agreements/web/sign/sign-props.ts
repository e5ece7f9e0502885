import type { ReactNode } from 'react';
import type { SigningView } from '../../rules/contract.ts';
import type { SignForm } from './use-sign-draft.ts';
import type { Signing } from './use-signing.ts';

/** What every step of signing needs. */
export interface SignSheetProps {
  open: boolean;
  onClose(): void;
  view: SigningView;
  file: string;
  form: SignForm;
  signing: Signing;
  token: string;
  /** What was begun and not sent, told before it is lost. */
  unsent: ReactNode;
}

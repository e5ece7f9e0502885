import { createContext, useContext } from 'react';
import type { AuthState } from '../rules/machine.ts';
import type { Auth } from './auth.ts';

type Actions = Pick<
  Auth,
  | 'signIn'
  | 'signUp'
  | 'signInBy'
  | 'signInWithPopup'
  | 'signOut'
  | 'goOffline'
  | 'refresh'
  | 'readNews'
  | 'state'
>;

export interface AuthValue extends Pick<AuthState, 'user' | 'mode' | 'backendError' | 'isEnded'>, Actions {
  /** True until the first answer to "who is this?". */
  loading: boolean;
  authReady: boolean;
  /** Whether to offer it: something failed on the other side, and this person is not offline yet. */
  canGoOffline: boolean;
}

export const AuthContext = createContext<AuthValue | null>(null);

export function useAuth(): AuthValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used within an AuthProvider');
  return value;
}

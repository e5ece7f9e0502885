import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { api } from '#platform/web/api.ts';
import { cleanAfterSignOut } from '#platform/web/session.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { setViewer } from '#platform/web/viewer.ts';
import { federatedChannel } from '../rules/addresses.ts';
import { type AuthState, firstState } from '../rules/machine.ts';
import { type Auth, createAuth, type TabMessage } from './auth.ts';
import { openPopup, popupDone } from './popup.ts';
import { SignInHost } from './sign-in-host.tsx';

type Actions = Pick<
  Auth,
  'signIn' | 'signUp' | 'signInWithPopup' | 'resetPassword' | 'signOut' | 'goOffline' | 'refresh'
>;

export interface AuthValue extends Pick<AuthState, 'user' | 'mode' | 'backendError'>, Actions {
  /** True until the first answer to "who is this?". */
  loading: boolean;
  authReady: boolean;
  /** Whether to offer it: something failed on the other side, and this person is not offline yet. */
  canGoOffline: boolean;
}

const AuthContext = createContext<AuthValue | null>(null);

export function useAuth(): AuthValue {
  const value = useContext(AuthContext);
  if (!value) throw new Error('useAuth must be used within an AuthProvider');
  return value;
}

/** Once around the application. It also keeps `platform/web/viewer.ts` true, by which other features know who is here. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [{ auth, connect }] = useState(inThisBrowser);
  const state = useSyncExternalStore(auth.subscribe, auth.state, () => firstState);
  useEffect(connect, [connect]);
  const value = useMemo(() => {
    const { phase, user, mode, backendError } = state;
    const authReady = phase === 'ready';
    return {
      ...auth,
      user,
      mode,
      backendError,
      authReady,
      loading: !authReady,
      canGoOffline: backendError !== null && !user?.isOffline,
    };
  }, [auth, state]);
  return (
    <AuthContext value={value}>
      {children}
      <SignInHost />
    </AuthContext>
  );
}

function inThisBrowser() {
  let channel: BroadcastChannel | null = null;
  const auth = createAuth({
    ask: api,
    now: () => new Date(),
    read: readStored,
    write: writeStored,
    remove: removeStored,
    // oxlint-disable-next-line no-console -- fixed texts that belong in the console and nowhere else
    log: (text) => console.warn(text),
    tell: (message) => channel?.postMessage(message),
    leaveTo: (path) => window.location.assign(path),
    reload: () => window.location.reload(),
    cleanUp: cleanAfterSignOut,
    openPopup,
    popupDone,
  });

  const publish = () => {
    const { phase, mode, user } = auth.state();
    setViewer({ ready: phase === 'ready', mode, user });
  };
  const hear = ({ data }: MessageEvent<TabMessage | { type: typeof federatedChannel; ok: boolean }>) => {
    if (data.type !== federatedChannel) void auth.heard(data);
    // From a provider's window that its opener had given up.
    else if (data.ok) void auth.heard({ type: 'signed-in', uid: null });
  };
  // A page that the Back button brings out of the browser's memory may show somebody who has left since.
  const wake = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload();
  };

  return {
    auth,
    connect() {
      const stop = auth.subscribe(publish);
      channel = new BroadcastChannel(federatedChannel);
      channel.addEventListener('message', hear);
      window.addEventListener('pageshow', wake);
      void auth.start();
      return () => {
        stop();
        channel?.close();
        window.removeEventListener('pageshow', wake);
      };
    },
  };
}

import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { api, onRefusal } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { becomeOwner, leaveOwner, readyToBecome } from '#platform/web/owner.ts';
import { guest } from '#platform/web/place.ts';
import { cleanAfterSignOut, sendBeforeSignOut } from '#platform/web/session.ts';
import type { StoredKey } from '#platform/web/keys.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { setViewer } from '#platform/web/viewer.ts';
import { noteAct } from '#platform/web/visit.ts';
import { entryApi, federatedChannel } from '../rules/addresses.ts';
import { firstState } from '../rules/machine.ts';
import type { FederatedResult } from '../rules/contract.ts';
import { type AuthWorld, createAuth, type TabMessage } from './auth.ts';
import { AuthContext } from './auth-context.ts';
import { SignInHost } from './sign-in-host.tsx';

export { useAuth } from './auth-context.ts';

/** Once around the application. It also keeps `platform/web/viewer.ts` true, by which other features know who is here. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [{ auth, connect }] = useState(inThisBrowser);
  const state = useSyncExternalStore(auth.subscribe, auth.state, () => firstState);
  const endsAt = useSyncExternalStore(auth.subscribe, auth.endsAt, () => null);
  useEffect(connect, [connect]);
  const value = useMemo(() => {
    const { phase, user, mode, backendError, isEnded } = state;
    const authReady = phase === 'ready';
    return {
      ...auth,
      user,
      mode,
      backendError,
      isEnded,
      authReady,
      loading: !authReady,
      canGoOffline: backendError !== null && !user?.isOffline,
    };
  }, [auth, state]);
  return (
    <AuthContext value={value}>
      {children}
      <SignInHost endsAt={endsAt} news={state.news} readNews={auth.readNews} />
    </AuthContext>
  );
}

const device = () => loadChunk(() => import('#platform/web/device.ts'));

function openPopup(attempt: string, provider: string): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - 480) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - 640) / 2);
  const look = `popup,width=480,height=640,left=${left},top=${top}`;
  return window.open(
    `${entryApi.federatedStart}?attempt=${attempt}&provider=${provider}`,
    federatedChannel,
    look,
  );
}

/** Where the device has no room somebody works offline in this tab: what is theirs would be nobody's at the next page. */
const tabKey = 'offlineUser';
const inThisTabToo: Pick<AuthWorld, 'read' | 'write' | 'remove'> = {
  read: (key: StoredKey) => readStored(key) ?? (key === tabKey ? readStored(key, 'session') : null),
  write(key: StoredKey, value) {
    if (writeStored(key, value) !== 'written' && key === tabKey) writeStored(key, value, 'session');
  },
  remove(key: StoredKey) {
    removeStored(key);
    if (key === tabKey) removeStored(key, 'session');
  },
};

function inThisBrowser() {
  let channel: BroadcastChannel | null = null;
  // Heard from the start: a provider that refuses at once answers before the code that waits for it has come.
  let popupSaid: FederatedResult | null = null;
  let typedAt = '';
  const auth = createAuth({
    ask: api,
    now: () => new Date(),
    ...inThisTabToo,
    log: (text) => console.warn(text),
    tell: (message) => channel?.postMessage(message),
    isTypedOn: () => typedAt === window.location.pathname,
    leaveTo: (path) => window.location.assign(path),
    reload: () => window.location.reload(),
    become: (uid) => becomeOwner(uid ?? guest),
    readyToBecome: () => readyToBecome(),
    leave: leaveOwner,
    forget: (uid) => device().then(({ forgetMember }) => forgetMember(uid), reportError),
    sendUnsent: sendBeforeSignOut,
    cleanUp: cleanAfterSignOut,
    clearDevice: async () => (await device()).clearDevice(),
    openPopup,
    popupDone: async (popup, attempt) =>
      (await loadChunk(() => import('./popup.ts'))).popupDone(popup, attempt, () => popupSaid),
  });

  const publish = () => {
    const { phase, mode, user, isEnded } = auth.state();
    setViewer({ ready: phase === 'ready', mode, user, isEnded });
  };
  const hear = ({ data }: MessageEvent<TabMessage | FederatedResult>) => {
    if (data.type !== federatedChannel) return void auth.heard(data);
    popupSaid = data;
    // Perhaps from a window that its opener had given up.
    if (data.ok) void auth.heard({ type: 'signed-in', uid: null });
  };
  const acts = ['pointerdown', 'keydown'] as const;
  const act = () => noteAct();
  // A page that the Back button brings out of the browser's memory may show somebody who has left since.
  const wake = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload();
  };

  const type = () => void (typedAt = window.location.pathname);
  // Whoever comes back to a page: is it still theirs?
  const look = () => void (document.hidden || auth.lookAgain());

  return {
    auth,
    connect() {
      const stop = auth.subscribe(publish);
      channel = new BroadcastChannel(federatedChannel);
      channel.addEventListener('message', hear);
      const listening = new AbortController();
      const all = { capture: true, signal: listening.signal };
      window.addEventListener('pageshow', wake, all);
      window.addEventListener('input', type, all);
      document.addEventListener('visibilitychange', look, all);
      const unhear = onRefusal(() => void auth.heardRefusal());
      for (const kind of acts) window.addEventListener(kind, act, all);
      void auth.start();
      return () => {
        stop();
        unhear();
        channel?.close();
        listening.abort();
      };
    },
  };
}

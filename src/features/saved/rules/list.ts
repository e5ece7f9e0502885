import { patience } from './sizes.ts';

export type ListStatus = 'checking' | 'connected' | 'error' | 'disconnected';

export interface ListState {
  userId: string | null;
  status: ListStatus;
  isLoading: boolean;
  /** What the list shows: nothing yet, this device's copies, or what the account says. */
  shows: 'nothing' | 'local' | 'live';
}

export type ListEvent =
  | { type: 'viewer'; userId: string | null; isOffline: boolean; localCount: number }
  /** Copies that were found on this device after the list began. */
  | { type: 'found' }
  | { type: 'live' }
  | { type: 'listenerFailed' }
  | { type: 'time'; which: 'forceLoad' | 'server' }
  | { type: 'forceReady' };

/** A timer belongs to the list that started it: another user's is not heard. */
export type ListEffect =
  | { do: 'subscribe' }
  | { do: 'unsubscribe' }
  | { do: 'startTimer'; which: 'forceLoad' | 'server'; ms: number }
  | { do: 'stopTimers' };

export const firstList: ListState = {
  userId: null,
  status: 'disconnected',
  isLoading: false,
  shows: 'nothing',
};

/** The life of one person's list: local first, then live, and never waiting for ever. */
export function listStep(state: ListState, event: ListEvent): { state: ListState; effects: ListEffect[] } {
  const to = (change: Partial<ListState>, ...effects: ListEffect[]) => ({
    state: { ...state, ...change },
    effects,
  });
  switch (event.type) {
    case 'viewer': {
      const stop: ListEffect[] = [{ do: 'unsubscribe' }, { do: 'stopTimers' }];
      const { userId, isOffline, localCount } = event;
      if (userId === null) return { state: firstList, effects: stop };
      // An offline user has no server to wait for.
      if (isOffline) return to({ userId, status: 'error', isLoading: false, shows: 'local' }, ...stop);
      const hasLocal = localCount > 0;
      return to(
        { userId, status: 'checking', isLoading: !hasLocal, shows: hasLocal ? 'local' : 'nothing' },
        ...stop,
        { do: 'subscribe' },
        { do: 'startTimer', which: 'forceLoad', ms: patience.forceLoadMs },
        { do: 'startTimer', which: 'server', ms: patience.serverMs },
      );
    }
    case 'found':
      if (state.userId === null || state.shows !== 'nothing') return to({});
      return to({ isLoading: false, shows: 'local' });
    case 'live':
      if (state.userId === null) return to({});
      return to({ status: 'connected', isLoading: false, shows: 'live' }, { do: 'stopTimers' });
    case 'listenerFailed':
      if (state.userId === null) return to({});
      return to({ status: 'error', isLoading: false, shows: fallback(state) }, { do: 'stopTimers' });
    case 'time':
      if (state.userId === null || state.status !== 'checking') return to({});
      if (event.which === 'forceLoad') return to({ isLoading: false, shows: fallback(state) });
      return to({ status: 'error', isLoading: false, shows: 'local' });
    case 'forceReady':
      if (state.userId === null || state.status === 'connected') return to({});
      return to({ status: 'error', isLoading: false, shows: fallback(state) }, { do: 'stopTimers' });
  }
}

/** What was live stays on the screen; it is on this device by now. */
const fallback = (state: ListState): ListState['shows'] => (state.shows === 'live' ? 'live' : 'local');

export const statusWords: Record<ListStatus, string> = {
  checking: 'Checking for changes...',
  connected: 'Live: changes show here right away.',
  error: 'Can’t reach your account. These are the copies on this device.',
  disconnected: 'You’re not signed in.',
};

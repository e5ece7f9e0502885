import { Problem } from '#base/problem.ts';
import type { DeskAct } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { KeptSettings } from './settings.ts';

/** Whoever pressed it has their answer first. */
const leaveMs = 500;

/** What brings settings into use that were given here. Whoever pressed it comes back to the step that they were at. */
export function restartAct(
  { restart }: Pick<Platform, 'restart'>,
  kept: Pick<KeptSettings, 'assertStarts'>,
): DeskAct {
  return {
    name: 'restart',
    label: 'Restart the hub',
    async ask() {
      if (!restart)
        throw new Problem('conflict', 'Nothing here starts this hub again. Restart it as you started it.');
      kept.assertStarts();
      return {
        words:
          'It stops, finishes what it is at, and comes back with the new settings, usually within 30 seconds. Visitors have to wait that long.',
        fields: [],
      };
    },
    async act(id) {
      if (!restart) throw new Problem('conflict', 'Nothing here starts this hub again.');
      kept.assertStarts();
      setTimeout(restart, leaveMs);
      return {
        words: 'The hub restarts.',
        goOn: `begin/${id}`,
        isRestart: true,
        after: { hub: 'restarted' },
      };
    },
  };
}

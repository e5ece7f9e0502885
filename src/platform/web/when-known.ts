import { getViewer, subscribeViewer, type WebViewer } from './viewer.ts';

/** The viewer, once known: a click in a page's first moment isn't treated as a stranger's. */
export function whenKnown(): Promise<WebViewer> {
  return new Promise((resolve) => {
    const look = () => {
      const viewer = getViewer();
      if (!viewer.ready) return;
      stop();
      resolve(viewer);
    };
    const stop = subscribeViewer(look);
    look();
  });
}

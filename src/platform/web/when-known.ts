import { getViewer, subscribeViewer, type WebViewer } from './viewer.ts';

/** Who it is, once that is known: what is pressed in a page's first moment is not answered as to a stranger. */
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

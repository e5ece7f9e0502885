import { parentPort } from 'node:worker_threads';
import { slowest } from './measure.ts';
import type { Asked } from './patterns.ts';

parentPort?.on('message', ({ source, flags, most }: Asked) => {
  try {
    parentPort?.postMessage(slowest(source, flags, most));
  } catch (error) {
    parentPort?.postMessage({ fault: String(error) });
  }
});

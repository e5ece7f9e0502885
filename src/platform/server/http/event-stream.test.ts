import { expect, test, vi } from 'vitest';
import { eventStream } from './event-stream.ts';

/** One listener, and what came to it. */
function listener(isStillHere: () => Promise<boolean>) {
  let say: (event: string) => void = () => {};
  const left = vi.fn();
  const response = eventStream(
    new AbortController().signal,
    { isStillHere, heartbeatMs: 60_000 },
    ({ send }) => {
      say = send;
      return left;
    },
  );
  const heard: string[] = [];
  const reader = response.body?.getReader();
  const over = (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return;
      heard.push(new TextDecoder().decode(value));
    }
  })();
  return { say: (event: string) => say(event), heard, over, left };
}
const words = (heard: string[]) => heard.join('').replace('retry: 1000\n\n', '').trim().split('\n\n');

test('an ended session receives nothing more, not even a change right afterwards', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  let isHere = true;
  const ada = listener(async () => isHere);
  ada.say('one\n\n');
  now.mockReturnValue(2000);
  ada.say('two\n\n');
  ada.say('three\n\n');
  await vi.waitFor(() => expect(words(ada.heard)).toEqual(['one', 'two', 'three']));
  isHere = false;
  now.mockReturnValue(4000);
  ada.say('four\n\n');
  await ada.over;
  expect(words(ada.heard)).toEqual(['one', 'two', 'three']);
  expect(ada.left).toHaveBeenCalledOnce();
  now.mockRestore();
});

test('an unavailable database ends the stream: the client reconnects and is checked again', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const ada = listener(() => Promise.reject(new Error('away')));
  now.mockReturnValue(2000);
  ada.say('lost?\n\n');
  await ada.over;
  expect(ada.heard.join('')).not.toContain('lost?');
  now.mockRestore();
});

import { beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft, forgetSignDraft, keepSignDraft, readSignDraft } from './sign-draft.ts';

function storage() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => void held.delete(key),
    setItem: (key: string, text: string) => void held.set(key, text),
  };
}
const addEventListener = () => {};
beforeEach(() => {
  vi.stubGlobal('window', { localStorage: storage(), sessionStorage: storage(), addEventListener });
});

test('what was begun by one link stays when another one is opened in the same tab', () => {
  const [one, other] = ['agr_one.first-signature', 'agr_two.other-autograph'] as const;
  keepSignDraft(one, { ...emptyDraft('Tom'), reason: 'We sign with somebody else.' });
  expect(readSignDraft(other, 'Tom').reason).toBe('');
  keepSignDraft(other, { ...emptyDraft('Tom'), reason: 'Too late.' });
  forgetSignDraft(other);
  expect(readSignDraft(one, 'Tom').reason).toBe('We sign with somebody else.');
  expect(readSignDraft(other, 'Tom').reason).toBe('');
});

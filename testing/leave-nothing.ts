// Files share a process, because starting one for each took a sixth of the whole; what they do to it ends with them.
import { afterAll, vi } from 'vitest';

// Our own modules begin afresh in every file, as in a process of its own; packages are loaded once.
vi.resetModules();

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

import { Problem } from '#base/problem.ts';

/**
 * What a failed answer means. `definite`: the hub understood and said no, so the form shows it. All others mean that
 * the service failed, and nobody knows whether it would have said yes.
 */
export type Failure = 'definite' | 'suspended' | 'permission-denied' | 'timeout' | 'unavailable';

export function classify(error: unknown): Failure {
  const { name, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    message?: unknown;
  };
  const words = String(message ?? error).toLowerCase();
  if (words.includes('suspended')) return 'suspended';
  if (words.includes('permission-denied')) return 'permission-denied';
  if (name === 'TimedOut' || name === 'TimeoutError') return 'timeout';
  const isAnswer = error instanceof Problem && error.code !== 'unavailable' && error.code !== 'internal';
  return isAnswer ? 'definite' : 'unavailable';
}

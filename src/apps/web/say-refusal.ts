import { Problem } from '#base/problem.ts';
import { toast } from '#ui/toast.tsx';

/** Why something could not be saved; where a larger plan would take it, with the way to one. */
export function sayRefusal(error: unknown, go: (to: string) => void): void {
  const isLimit = error instanceof Problem && error.code === 'limit_reached';
  const action = { label: 'Compare plans', onAct: () => go('/plans') };
  toast.error((error as Error).message, isLimit ? { action } : {});
}

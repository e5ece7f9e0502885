import { Problem } from '#base/problem.ts';
import { toast } from '#ui/toast.tsx';

/** Why something couldn't be saved, with a link to the plans if a larger plan would help. */
export function sayRefusal(error: unknown, go: (to: string) => void): void {
  const isLimit = error instanceof Problem && error.code === 'limit_reached';
  const action = { label: 'Compare plans', onAct: () => go('/plans') };
  toast.error((error as Error).message, isLimit ? { action } : {});
}

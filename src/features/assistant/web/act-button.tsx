import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import type { Act } from '../rules/contract.ts';

/** What other parts of the hub do for an answer. */
export interface ChatActs {
  /** Resolves to what is to be said then. */
  putInCart(product: string): Promise<string>;
  startDraft(request: string): void;
}

interface ActProps {
  act: Act;
  acts: ChatActs;
  onFollow(): void;
}

/** The one press that an answer offers; it says what it did. */
export function ActButton({ act, acts, onFollow }: ActProps) {
  const go = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { label, href, product, request } = act;
  if (product === undefined && request === undefined)
    return (
      <ButtonLink size="tool" href={href} onClick={onFollow}>
        {label}
      </ButtonLink>
    );
  const press = async () => {
    if (product === undefined) {
      acts.startDraft(request ?? '');
      onFollow();
      return go(href);
    }
    setBusy(true);
    try {
      const done = await acts.putInCart(product);
      toast.success(done, { action: { label: 'Open cart', onAct: () => go('/cart') } });
    } catch (error) {
      toast.error(error instanceof Problem ? error.message : new Problem('unavailable').message);
    }
    setBusy(false);
  };
  return (
    <Button size="tool" busy={isBusy} onClick={() => void press()}>
      {label}
    </Button>
  );
}

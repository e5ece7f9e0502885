import { type ComponentType, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import type { Act, Turn } from '../rules/contract.ts';

/** What other parts of the hub do for an answer. */
export interface ChatActs {
  /** Resolves to what is to be said then. */
  putInCart(product: string): Promise<string>;
  startDraft(request: string): void;
  /** What persons have answered the member since; none for a guest. */
  answers(): Promise<PersonAnswer[]>;
  /** Where the visitor writes to a person, beside the conversation. */
  PersonForm: ComponentType<{
    said: readonly Turn[];
    onBack(): void;
    onSent(words: string): void;
  }>;
}

interface PersonAnswer {
  id: string;
  text: string;
  /** Why and when it comes. */
  notice: string;
  link: string;
}

interface ActProps {
  act: Act;
  acts: ChatActs;
  onFollow(): void;
  /** Opens the form to a person, where that is what the answer leads to. */
  onPerson(): void;
}

/** The one press that an answer offers; it says what it did. */
export function ActButton({ act, acts, onFollow, onPerson }: ActProps) {
  const go = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const { label, href, product, request } = act;
  if (href === '/contact')
    return (
      <Button size="tool" onClick={onPerson}>
        {label}
      </Button>
    );
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

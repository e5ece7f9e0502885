import type { MouseEvent, ReactNode } from 'react';
import { countOf } from '#base/count.ts';
import { Icon } from '#ui/icon.tsx';
import MessageCircle from '#ui/icons/message-circle.ts';
import type { AgreementComment } from '../../rules/contract.ts';
import { wordsOf } from '../../rules/places.ts';
import type { Block } from '../doc-part.ts';

/** Nobody comments on these by themselves. */
const unspoken = new Set(['title', 'page', 'signatures']);

interface Notes {
  around: (drawn: ReactNode, place: string, block: Block) => ReactNode;
  press: { onClick(event: MouseEvent<HTMLElement>): void };
}

/** Above a document that is talked about: each part leads to what is said about it. */
export function notesFor(comments: readonly AgreementComment[], open: (place: string) => void): Notes {
  const counts: Record<string, number> = {};
  for (const { standing } of comments) {
    const top = standing.place.split('.')[0] ?? '';
    if (top !== '') counts[top] = (counts[top] ?? 0) + 1;
  }
  return {
    around(drawn, place, block) {
      if (unspoken.has(block.b)) return drawn;
      const isTop = !place.includes('.');
      const isPart = block.b === 'clause' || block.b === 'sub' || block.b === 'para';
      if (!isTop && !isPart) return drawn;
      const count = counts[place];
      const words = wordsOf(block).slice(0, 60);
      const name = block.b === 'clause' && block.number ? `${block.number}. ${words}` : words;
      return (
        <div data-place={isPart ? place : undefined} className="relative">
          {drawn}
          {isTop && (
            <button
              type="button"
              className="ui-margin"
              data-count={count}
              aria-label={`${count ? countOf(count, 'comment') : 'Comment'} on ${name ? `“${name}”` : 'this part'}`}
              onClick={() => open(place)}
            >
              <Icon of={MessageCircle} size={16} />
              {count}
            </button>
          )}
        </div>
      );
    },
    press: {
      onClick(event) {
        const at = event.target as Element;
        // Whoever marks words to copy them, or follows a link, means something else.
        if (at.closest('a, button') || window.getSelection()?.isCollapsed === false) return;
        const place = at.closest<HTMLElement>('[data-place]')?.dataset['place'];
        if (place !== undefined) open(place);
      },
    },
  };
}

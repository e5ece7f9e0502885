import type { ComponentProps } from 'react';
import { ChatPanel } from '#features/assistant/web/chat-panel.tsx';
import { chatActs } from './chat-acts.ts';

/** The assistant, with what the other parts of the hub do for its answers; fetched with the first press of its button. */
export const Chat = (panel: Omit<ComponentProps<typeof ChatPanel>, 'acts' | 'chat'>) => (
  <ChatPanel {...panel} acts={chatActs} />
);

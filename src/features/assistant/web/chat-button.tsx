import MessageCircle from '#ui/icons/message-circle.ts';
import { type ComponentType, useRef, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import type { ChatActs } from './act-button.tsx';

type Panel = ComponentType<{ onClose(): void; acts: ChatActs }>;

/** On every page: all of the chat but this button comes when somebody is about to use it. */
export function ChatButton({ acts }: { acts(): Promise<ChatActs> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [panel, setPanel] = useState<{ Panel: Panel; acts: ChatActs } | null>(null);
  const [isOpen, setOpen] = useState(false);

  async function open() {
    setOpen(true);
    try {
      const [{ ChatPanel }, able] = await Promise.all([loadChunk(() => import('./chat-panel.tsx')), acts()]);
      setPanel({ Panel: ChatPanel, acts: able });
    } catch (error) {
      setOpen(false);
      reportError(error);
      toast.error('Couldn’t load the chat. Check your connection, then try again.');
    }
  }
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ui-chat-button print:hidden"
        aria-label="Chat"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isOpen && !panel}
        onClick={() => (isOpen ? close() : void open())}
      >
        <Icon of={MessageCircle} />
      </button>
      {isOpen && panel && <panel.Panel onClose={close} acts={panel.acts} />}
    </>
  );
}

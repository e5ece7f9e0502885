import MessageCircle from '#ui/icons/message-circle.ts';
import { type ComponentType, useRef, useState } from 'react';
import { reportError } from '#platform/web/reporting.ts';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';

type Panel = ComponentType<{ onClose(): void }>;

/** On every page: all of the chat but this button comes when somebody is about to use it. */
export function ChatButton({ load }: { load(): Promise<Panel> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [panel, setPanel] = useState<{ Panel: Panel } | null>(null);
  const [isOpen, setOpen] = useState(false);

  async function open() {
    setOpen(true);
    try {
      setPanel({ Panel: await load() });
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
      {isOpen && panel && <panel.Panel onClose={close} />}
    </>
  );
}

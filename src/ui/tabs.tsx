import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly [Tab, ...Tab[]];
  value?: string;
  onChange?: (id: string) => void;
}

/** A panel is mounted when it is first opened and stays, so that nothing typed in it is lost. Arrow keys, Home and End move and open. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0].id);
  const current = tabs.find((tab) => tab.id === (value ?? own)) ?? tabs[0];
  const [opened, setOpened] = useState<readonly string[]>([]);
  const open = (id: string) => {
    setOpened((before) => [...new Set([...before, current.id, id])]);
    setOwn(id);
    onChange?.(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.indexOf(current);
    const last = tabs.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    open(next.id);
    document.getElementById(`${base}t${next.id}`)?.focus();
  };
  return (
    <div>
      <div role="tablist" aria-label={label} className="ui-tablist" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}t${tab.id}`}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${base}p${tab.id}` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => open(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs
        .filter((tab) => tab === current || opened.includes(tab.id))
        .map((tab) => (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${base}p${tab.id}`}
            aria-labelledby={`${base}t${tab.id}`}
            className="ui-tabpanel"
            hidden={tab !== current}
          >
            {tab.content}
          </div>
        ))}
    </div>
  );
}

import Monitor from './icons/monitor.ts';
import Moon from './icons/moon.ts';
import Sun from './icons/sun.ts';
import { useSyncExternalStore } from 'react';
import { Segments } from './segments.tsx';
import { readTheme, setTheme, watchTheme } from './theme.ts';
import type { Theme } from './theme.ts';

const options = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(watchTheme, readTheme, () => 'system');
  return (
    <div className="density-tool">
      <Segments label="Theme" options={options} value={theme} onChange={setTheme} iconsOnly />
    </div>
  );
}

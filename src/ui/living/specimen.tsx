import type { ReactNode } from 'react';

/** The same thing on light and on dark ground. */
export const BothThemes = ({ children }: { children: () => ReactNode }) => (
  <div className="grid lg:grid-cols-2">
    {(['light', 'dark'] as const).map((theme) => (
      <div key={theme} data-theme={theme} className="min-w-0 border p-24">
        {children()}
      </div>
    ))}
  </div>
);

import type { ReactNode } from 'react';

/** One thing with its name under it. */
export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col items-start gap-8">
    <div className="w-full">{children}</div>
    <p className="text-13 text-muted">{name}</p>
  </div>
);

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

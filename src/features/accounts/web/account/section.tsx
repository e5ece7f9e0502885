import type { ReactNode } from 'react';

/** One matter of the account: its name on the left, what can be done on the right. */
export function Section({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-16 border-t border-hairline py-24 lg:grid-cols-12 lg:gap-24">
      <div className="lg:col-span-4">
        <h2 className="text-17 font-bold">{title}</h2>
        {about && <p className="mt-4 text-15 text-muted">{about}</p>}
      </div>
      <div className="flex max-w-form flex-col gap-16 lg:col-span-8">{children}</div>
    </section>
  );
}

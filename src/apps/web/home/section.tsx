import type { ReactNode } from 'react';
import { Frame } from '#ui/page.tsx';

interface HomeSectionProps {
  title: string;
  lead: string;
  /** The link to all of it. */
  more?: ReactNode;
  children: ReactNode;
}

/** One section of the home page: heading, content, and a link to more. */
export function HomeSection({ title, lead, more, children }: HomeSectionProps) {
  return (
    <section className="border-t border-hairline">
      <Frame className="py-48 lg:py-64">
        <div className="mb-32 flex flex-wrap items-end gap-x-24 gap-y-16">
          <div className="mr-auto max-w-measure">
            <h2 className="text-28 font-bold">{title}</h2>
            <p className="mt-8 text-muted">{lead}</p>
          </div>
          {more}
        </div>
        {children}
      </Frame>
    </section>
  );
}

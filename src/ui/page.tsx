import type { ComponentProps, ReactNode } from 'react';

/** Every route is one of these. */
export type Archetype = 'reading' | 'list' | 'tool' | 'form' | 'letter';

interface PageProps {
  kind: Exclude<Archetype, 'tool'>;
  /** Left out only where the page writes its own h1 (which then takes tabIndex -1). */
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Beside the main column from 1024 px on, below it before. */
  aside?: ReactNode;
  /** Above the main column instead, where there is no room beside it. */
  asideFirst?: boolean;
  children: ReactNode;
}

/** The page's `<main>`; its h1 can take the focus, so a navigation can move it there. */
export function Page({ kind, title, lead, actions, aside, asideFirst, children }: PageProps) {
  return (
    <main id="main" className="ui-page" data-kind={kind}>
      {title && (
        <header className="ui-page-head">
          <div>
            <h1 tabIndex={-1}>{title}</h1>
            {lead && <p className="ui-page-lead">{lead}</p>}
          </div>
          {actions && <div className="ui-actions">{actions}</div>}
        </header>
      )}
      <div className="ui-page-body" data-aside-first={asideFirst ? '' : undefined}>
        <div className={kind === 'reading' ? 'ui-page-main ui-prose' : 'ui-page-main'}>{children}</div>
        {aside && <aside className="ui-page-aside">{aside}</aside>}
      </div>
    </main>
  );
}

/** Written words: headings, lists and links as a reader expects them. */
export const Prose = ({ children, ...rest }: ComponentProps<'div'>) => (
  <div className="ui-prose" {...rest}>
    {children}
  </div>
);

/** The page's width for what stands outside it: header, footer, a band across the page. */
export const Frame = ({ className = '', ...rest }: ComponentProps<'div'>) => (
  <div className={`ui-frame ${className}`} {...rest} />
);

const gaps = {
  4: 'gap-4',
  8: 'gap-8',
  12: 'gap-12',
  16: 'gap-16',
  24: 'gap-24',
  32: 'gap-32',
  48: 'gap-48',
  64: 'gap-64',
  96: 'gap-96',
};
type Gap = keyof typeof gaps;

type BoxProps = ComponentProps<'div'> & { gap?: Gap };

export const Stack = ({ gap = 16, className = '', ...rest }: BoxProps) => (
  <div className={`flex flex-col ${gaps[gap]} ${className}`} {...rest} />
);

/** Side by side, wrapping where there is no room. */
export const Row = ({ gap = 12, className = '', ...rest }: BoxProps) => (
  <div className={`flex flex-wrap items-center ${gaps[gap]} ${className}`} {...rest} />
);

/** The 12 columns. Children are Column; on a phone each takes the whole width. */
export const Columns = ({ className = '', ...rest }: ComponentProps<'div'>) => (
  <div className={`grid grid-cols-12 gap-x-24 gap-y-32 ${className}`} {...rest} />
);

/** Written out, because Tailwind finds only whole class names. */
const from = {
  lg: {
    2: 'lg:col-span-2',
    3: 'lg:col-span-3',
    4: 'lg:col-span-4',
    5: 'lg:col-span-5',
    6: 'lg:col-span-6',
    7: 'lg:col-span-7',
    8: 'lg:col-span-8',
    9: 'lg:col-span-9',
    10: 'lg:col-span-10',
    12: 'lg:col-span-12',
  },
  md: {
    4: 'md:col-span-4',
    5: 'md:col-span-5',
    6: 'md:col-span-6',
    7: 'md:col-span-7',
    8: 'md:col-span-8',
    12: '',
  },
};

interface ColumnSpan extends ComponentProps<'div'> {
  /** From 1024 px on. */
  span: keyof typeof from.lg;
  /** From 768 px on, where it should not wait. */
  tablet?: keyof typeof from.md;
}

export const Column = ({ span, tablet = 12, className = '', ...rest }: ColumnSpan) => (
  <div className={`col-span-12 min-w-0 ${from.md[tablet]} ${from.lg[span]} ${className}`} {...rest} />
);

import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType } from 'react';

type AnchorProps = ComponentProps<'a'>;
export type RouterAnchor = ComponentType<AnchorProps & { href: string }>;

const RouterContext = createContext<RouterAnchor | null>(null);

/** The app gives its router's link once: `<LinkProvider value={…}>`; without one, links are plain anchors. */
export const LinkProvider = RouterContext;

const isInside = (href: string | undefined): href is string => !!href && /^\/(?!\/)/.test(href);

/** An anchor without looks that stays in the app where it can. */
export function Anchor({ href, ...rest }: AnchorProps) {
  const Routed = useContext(RouterContext);
  if (Routed && isInside(href) && !rest.target && rest.download === undefined)
    return <Routed href={href} {...rest} />;
  return <a href={href} {...(rest.target === '_blank' ? { rel: 'noopener' } : {})} {...rest} />;
}

/** Pen and underlined in running text; `quiet` is ink, for navigation, footers and table cells. */
export function Link({ quiet, className, ...rest }: AnchorProps & { quiet?: boolean }) {
  return (
    <Anchor
      className={className ? `ui-link ${className}` : 'ui-link'}
      data-quiet={quiet ? '' : undefined}
      {...rest}
    />
  );
}

/** First in the page; leads to the `<main>` of Page. */
export const SkipLink = ({ children = 'Skip to content' }: { children?: string }) => (
  <a className="ui-skip" href="#main">
    {children}
  </a>
);

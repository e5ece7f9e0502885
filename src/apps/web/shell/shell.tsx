import type { ReactNode } from 'react';
import { ChatButton } from '#features/assistant/web/chat-button.tsx';
import { RouterLink } from '#platform/web/router.tsx';
import { LinkProvider, SkipLink } from '#ui/link.tsx';
import { DeviceOfferHost } from './device-offer-host.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** What stands around every page. */
export function Shell({
  footer,
  children,
}: {
  /** `below`: under the first screen, however little stands above it. */
  footer: 'none' | 'below' | 'follows';
  children: ReactNode;
}) {
  return (
    <LinkProvider value={RouterLink}>
      <SkipLink />
      <Header />
      {children}
      {footer !== 'none' && <Footer isBelow={footer === 'below'} />}
      <DeviceOfferHost />
      <ChatButton />
    </LinkProvider>
  );
}

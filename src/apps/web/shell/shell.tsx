import type { ReactNode } from 'react';
import { ChatButton } from '#features/assistant/web/chat-button.tsx';
import { loadChunk } from '#platform/web/chunks.ts';
import { RouterLink } from '#platform/web/router.tsx';
import { LinkProvider, SkipLink } from '#ui/link.tsx';
import { DeviceOfferHost } from './device-offer-host.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const loadChat = () => loadChunk(() => import('../chat.tsx')).then((module) => module.Chat);

/** The frame around every page. */
export function Shell({
  footer,
  isQuiet,
  children,
}: {
  /** `below`: below the fold, however short the content is. */
  footer: 'none' | 'below' | 'follows';
  isQuiet?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <LinkProvider value={RouterLink}>
      <SkipLink />
      <Header isQuiet={isQuiet} />
      {children}
      {footer !== 'none' && <Footer isBelow={footer === 'below'} isQuiet={isQuiet} />}
      {!isQuiet && (
        <>
          <DeviceOfferHost />
          <ChatButton load={loadChat} />
        </>
      )}
    </LinkProvider>
  );
}

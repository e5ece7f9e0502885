import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { themeOf, themeTable } from '../../rules/render/themes.ts';
import { phoneWidth, Preview, type Screen } from './preview.tsx';
import type { Work } from './state.ts';

/** The page in the middle, as a desk shows it, a phone, or both. */
export function Canvas({
  work,
  versions,
  isTested,
  onTheme,
}: {
  work: Work;
  /** The two versions of the page, or how a second one is made. */
  versions: ReactNode;
  isTested: boolean;
  onTheme(): void;
}) {
  const isWide = useIsWide();
  const [width, setWidth] = useState<Screen | 'both'>('both');
  const shown = width === 'both' && !isWide ? 'desktop' : width;
  return (
    <div className="ui-tool-work">
      <Stack gap={16}>
        <Row className="justify-between">
          {/* On a phone both are the same. */}
          <div className="max-md:hidden">
            <Segments
              label="Preview on"
              value={shown}
              onChange={setWidth}
              options={[
                ...(isWide ? [{ value: 'both' as const, label: 'Both' }] : []),
                { value: 'desktop', label: 'Desktop' },
                { value: 'phone', label: 'Phone' },
              ]}
            />
          </div>
          {!isTested && versions}
          <Button className="lg:hidden" onClick={onTheme}>
            Theme: {themeTable[themeOf(work.editing.funnel.style)].name}
          </Button>
        </Row>
        {isTested && versions}
        {shown === 'both' ? (
          <div className="flex items-start gap-24">
            <div className="min-w-0 flex-1">
              <Preview work={work} width="desktop" />
            </div>
            <div className="shrink-0" style={{ width: `${phoneWidth}px` }}>
              <Preview work={work} width="phone" isSecond />
            </div>
          </div>
        ) : (
          <Preview work={work} width={shown} />
        )}
      </Stack>
    </div>
  );
}

/** Room for a desk and a phone beside the lists. */
const wide = '(min-width: 1760px)';
const useIsWide = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(wide).matches,
    () => false,
  );

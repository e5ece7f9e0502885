import type { DeskBlock, DeskPage, Glance, Sheet } from '#platform/server/desk.ts';
import type { Log } from '#platform/server/log.ts';

type Seen = Glance & { href: string };

/** The first page: what waits for somebody, then how everything stands, each with the way to it. */
export async function sheetOfToday(pages: readonly DeskPage[], log: Pick<Log, 'error'>): Promise<Sheet> {
  const all = await Promise.all(pages.map((page) => seenOf(page, log)));
  const seen = all.flat();
  const waiting = seen.filter(({ waits }) => waits === true);
  const others = seen.filter(({ waits }) => waits !== true);
  const figures = (of: readonly Seen[]): DeskBlock => ({ is: 'figures', figures: [...of] });
  return {
    title: 'Today',
    ...(waiting.length === 0 && { lead: 'Nothing waits for you.' }),
    blocks: [
      ...(waiting.length > 0 ? [{ is: 'heading' as const, text: 'Waiting for you' }, figures(waiting)] : []),
      ...(others.length > 0 ? [{ is: 'heading' as const, text: 'How it stands' }, figures(others)] : []),
    ],
  };
}

/** One page that can't be read takes no other away. */
export async function seenOf(page: DeskPage, log: Pick<Log, 'error'>): Promise<Seen[]> {
  try {
    return ((await page.glance?.()) ?? []).map((glance) => ({ ...glance, href: `/${page.path}` }));
  } catch (error) {
    log.error('desk: couldn’t read a figure', { error, page: page.path });
    return [{ label: page.title, value: 'Couldn’t be read', href: `/${page.path}`, waits: true }];
  }
}

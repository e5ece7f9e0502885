import { gzipSync } from 'node:zlib';
import type { Kept } from '#platform/server/http/kept.ts';
import type { Platform } from '#platform/server/platform.ts';
import { policy } from './page-answers.ts';
import { liveTopic } from './publish.ts';
import type { FunnelTables, PageFacts } from './tables.ts';

export interface LivePage extends Kept {
  stepId: string;
  slug: string;
  facts: PageFacts;
}

export interface LiveFunnel {
  ownerId: string;
  funnelId: string;
  /** The address it has now: an older one leads there. */
  slug: string;
  first: LivePage;
  pages: Map<string, LivePage>;
}

const most = 1000;
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-cache',
};

/** What is published, as bytes ready to be sent; forgotten the moment anybody publishes anew. */
export function createLive({ db }: Pick<Platform, 'db'>) {
  const known = new Map<string, Promise<LiveFunnel | null>>();
  const ready = new Map<string, LiveFunnel>();
  let isHearing = false;

  async function load(slug: string): Promise<LiveFunnel | null> {
    const tables = db.tables<FunnelTables>();
    const funnel = await tables
      .selectFrom('funnel_slug')
      .innerJoin('funnel', (join) =>
        join
          .onRef('funnel.owner_id', '=', 'funnel_slug.owner_id')
          .onRef('funnel.id', '=', 'funnel_slug.funnel_id'),
      )
      .select(['funnel.owner_id', 'funnel.id', 'funnel.live_slug'])
      .where('funnel_slug.slug', '=', slug)
      .executeTakeFirst();
    if (!funnel?.live_slug) return null;
    const rows = await tables
      .selectFrom('funnel_page')
      .selectAll()
      .where('owner_id', '=', funnel.owner_id)
      .where('funnel_id', '=', funnel.id)
      .orderBy('position')
      .execute();
    const pages = rows.map(({ step_id, slug: step, etag, html, facts }): LivePage => {
      const plain = new TextEncoder().encode(html);
      return {
        stepId: step_id,
        slug: step,
        headers,
        etag,
        plain,
        gzip: new Uint8Array(gzipSync(plain)),
        facts,
      };
    });
    const first = pages[0];
    if (!first) return null;
    return {
      ownerId: funnel.owner_id,
      funnelId: funnel.id,
      slug: funnel.live_slug,
      first,
      pages: new Map(pages.map((page) => [page.slug, page])),
    };
  }

  function forgetAll(): void {
    known.clear();
    ready.clear();
  }

  return {
    /** Without waiting: undefined may also mean that nobody has asked for it yet. */
    atHand: (slug: string): LiveFunnel | undefined => ready.get(slug),

    find(slug: string): Promise<LiveFunnel | null> {
      if (!isHearing) {
        isHearing = true;
        db.listen(liveTopic, (changed) => (known.delete(changed), ready.delete(changed)), forgetAll);
      }
      const found = known.get(slug);
      if (found) return found;
      if (known.size >= most) forgetAll();
      const loading = load(slug);
      known.set(slug, loading);
      // An outage is not remembered; and what nobody published is asked for again.
      const forget = () => known.get(slug) === loading && known.delete(slug);
      loading.then((live) => {
        if (live === null) forget();
        else if (known.get(slug) === loading) ready.set(slug, live);
      }, forget);
      return loading;
    },
  };
}

export type Live = ReturnType<typeof createLive>;

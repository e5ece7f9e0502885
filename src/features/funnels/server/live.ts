import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ByteCache } from '#platform/server/byte-cache.ts';
import type { CachedAnswer } from '#platform/server/http/cached-answer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { policy } from './page-answers.ts';
import { liveTopic } from './live-topic.ts';
import type { FunnelTables, PageFacts, SplitRow } from './tables.ts';

export interface LivePage extends CachedAnswer {
  stepId: string;
  slug: string;
  facts: PageFacts;
  /** The second version, where there are two. */
  other?: LivePage;
  /** Of the test that decides between them. */
  test?: Pick<SplitRow, 'id' | 'share' | 'winner'>;
  /** Tests that go on of pages that lead here. */
  behind: string[];
}

export interface LiveFunnel {
  ownerId: string;
  funnelId: string;
  /** The address it has now: an older one leads there. */
  slug: string;
  first: LivePage;
  pages: Map<string, LivePage>;
  /** Whether a test goes on in it. */
  isTesting: boolean;
}

const pack = promisify(gzip);
const mostBytes = 64 * 1024 * 1024;
const mostLoading = 1000;
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-cache',
};

/** Which version comes depends on who asks: nothing on the way keeps one for somebody else. */
const testedHeaders = { ...headers, 'cache-control': 'private, no-cache' };

/** What is published, as bytes ready to be sent; forgotten the moment anybody publishes anew. */
export function createLive({ db }: Pick<Platform, 'db'>) {
  const loadings = new Map<string, Promise<LiveFunnel | null>>();
  const ready = new ByteCache<LiveFunnel>(mostBytes);
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
    const tests = await tables
      .selectFrom('funnel_split')
      .select(['step_id', 'id', 'share', 'winner', 'next_steps'])
      .where('owner_id', '=', funnel.owner_id)
      .where('funnel_id', '=', funnel.id)
      .execute();
    const pages: LivePage[] = [];
    // One after another, and not in this thread: a funnel may have hundreds.
    for (const { step_id, slug: step, etag, html, facts, other_html, other_etag, other_facts } of rows) {
      const behind = tests
        .filter(({ winner, next_steps }) => winner === null && next_steps.includes(step_id))
        .map(({ id }) => id);
      const place = { stepId: step_id, slug: step, behind };
      const page = { ...place, headers, etag, facts, ...(await inBytes(html)) };
      const test = tests.find((one) => one.step_id === step_id);
      if (other_html === null || other_etag === null || other_facts === null || !test) {
        pages.push(page);
        continue;
      }
      const { id, share, winner } = test;
      pages.push({
        ...page,
        headers: testedHeaders,
        other: {
          ...place,
          headers: testedHeaders,
          etag: other_etag,
          facts: other_facts,
          ...(await inBytes(other_html)),
        },
        test: { id, share, winner },
      });
    }
    const first = pages[0];
    if (!first) return null;
    return {
      ownerId: funnel.owner_id,
      funnelId: funnel.id,
      slug: funnel.live_slug,
      first,
      pages: new Map(pages.map((page) => [page.slug, page])),
      isTesting: pages.some(({ test }) => test?.winner === null),
    };
  }

  async function inBytes(html: string): Promise<Pick<LivePage, 'plain' | 'gzip'>> {
    const plain = new TextEncoder().encode(html);
    return { plain, gzip: new Uint8Array(await pack(plain)) };
  }

  function forgetAll(): void {
    loadings.clear();
    ready.clear();
  }

  return {
    /** Without waiting: undefined may also mean that nobody has asked for it yet. */
    atHand: (slug: string): LiveFunnel | undefined => ready.get(slug),

    find(slug: string): Promise<LiveFunnel | null> {
      if (!isHearing) {
        isHearing = true;
        db.listen(liveTopic, (changed) => (loadings.delete(changed), ready.delete(changed)), forgetAll);
      }
      const there = ready.get(slug);
      if (there) return Promise.resolve(there);
      const underway = loadings.get(slug);
      if (underway) return underway;
      if (loadings.size >= mostLoading) loadings.clear();
      const loading = load(slug);
      loadings.set(slug, loading);
      // An outage is not remembered; and what nobody published is asked for again.
      const isOurs = () => loadings.get(slug) === loading && loadings.delete(slug);
      loading.then((live) => isOurs() && live && ready.set(slug, live, sizeOf(live)), isOurs);
      return loading;
    },
  };
}

const sizeOf = ({ pages }: LiveFunnel): number =>
  [...pages.values()]
    .flatMap((page) => (page.other ? [page, page.other] : [page]))
    .reduce(
      (sum, { plain, gzip: packed, facts }) =>
        sum + plain.byteLength + (packed?.byteLength ?? 0) + 2 * JSON.stringify(facts).length,
      0,
    );

export type Live = ReturnType<typeof createLive>;

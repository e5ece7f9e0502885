import type { Side } from '#base/split-test.ts';
import { isBot } from '../rules/visits.ts';
import type { LiveFunnel, LivePage } from './live.ts';
import type { Numbers, Visitor } from './numbers.ts';
import { type Shown, sideOf, type SplitDraw } from './split-draw.ts';
import type { PageFacts } from './tables.ts';

const agentOf = ({ header }: Visitor): string => header('user-agent') ?? '';
const pageOf = (page: LivePage, side: Side): LivePage => (side === 'b' ? (page.other ?? page) : page);

/** The version that a press or a form is of: its blocks have names of their own. */
export const versionWith = (page: LivePage, named: (facts: PageFacts) => object, block: string): LivePage =>
  page.other && !Object.hasOwn(named(page.facts), block) && Object.hasOwn(named(page.other.facts), block)
    ? page.other
    : page;

/** Two versions of a page at one address, told apart by who asks. */
export function createVersions(draw: SplitDraw, numbers: Numbers) {
  /** What is drawn for them in a test that goes on; null where nothing is drawn. */
  function drawn({ funnelId }: LiveFunnel, { stepId, test }: LivePage, by: Visitor): Side | null {
    const agent = agentOf(by);
    if (!test || test.winner !== null || isBot(agent)) return null;
    return sideOf(
      { funnelId, stepId, share: test.share },
      draw.unitOf(funnelId, { address: by.address, agent }),
    );
  }

  return {
    /** The same visitor gets the same one again; programs, which show a page to others, get A. */
    of: (funnel: LiveFunnel, page: LivePage, by: Visitor): LivePage =>
      page.other ? pageOf(page, drawn(funnel, page, by) ?? page.test?.winner ?? 'a') : page,

    /** What a look at a page counts as in the tests of its funnel. */
    countedIn(funnel: LiveFunnel, page: LivePage, by: Visitor): string[] {
      const side = drawn(funnel, page, by);
      const seen = side && page.test ? [`${side} ${page.test.id}`] : [];
      return [...seen, ...page.behind.map((id) => `next ${id}`)];
    },

    /** What they were shown in tests that go on; null where that is nothing, and for whoever built it. */
    async shownTo(funnel: LiveFunnel, by: Visitor, isOwner: boolean): Promise<Shown | null> {
      if (!funnel.isTesting || isOwner) return null;
      const seen = await numbers.shownTo(funnel.ownerId, funnel.funnelId, by);
      const running = [...funnel.pages.values()].flatMap(({ test }) =>
        test?.winner === null ? [test.id] : [],
      );
      const tests = Object.fromEntries(
        running.flatMap((id): [string, Side][] => (seen[id] ? [[id, seen[id]]] : [])),
      );
      if (Object.keys(tests).length === 0) return null;
      return { unit: draw.unitOf(funnel.funnelId, { address: by.address, agent: agentOf(by) }), tests };
    },
  };
}

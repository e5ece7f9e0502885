import { type Side, sides } from '#base/split-test.ts';
import type { Block, Step } from './contract.ts';

/** What a visitor would stumble over, told before it is published. */
export interface Finding {
  stepId: string | null;
  blockId: string | null;
  /** Which version of the page, where it has two and only one is meant. */
  side?: Side;
  /** `stop`: nobody could use the page; `look`: worth a look. */
  weight: 'stop' | 'look';
  words: string;
  /** Where it is mended, if that is not the page or the block itself. */
  at?: FindingPlace;
}

/** A field of the settings, or a panel beside the page. */
export type FindingPlace = 'company' | 'frame' | 'slug' | 'theme' | 'search';

/** What a check has to ask for. Left out, the files are not known here, and nothing is said of them. */
export interface Known {
  isOnSale(id: string): boolean;
  hasFile?(name: string): boolean;
}

const finding =
  (weight: Finding['weight']) =>
  (step: Step | null, block: Block | null, words: string, at?: FindingPlace): Finding => ({
    stepId: step?.id ?? null,
    blockId: block?.id ?? null,
    weight,
    words,
    ...(at && { at }),
  });
export const stop = finding('stop');
export const look = finding('look');

export interface FindingGroup {
  /** Null: all pages at once. */
  stepId: string | null;
  name: string;
  findings: Finding[];
}

/** A page, or one version of it, as a check names it. */
export const placeName = (name: string, side?: Side): string =>
  side ? `${name}, version ${side.toUpperCase()}` : name;

/** By page, in the order of the pages; what holds for all of them comes first. */
export function groupFindings(steps: readonly Step[], findings: readonly Finding[]): FindingGroup[] {
  const places = [{ id: null, name: 'All pages' }, ...steps];
  return places.flatMap(({ id, name }) =>
    ([undefined, ...sides] as const).flatMap((side) => {
      const here = findings.filter((one) => one.stepId === id && one.side === side);
      return here.length > 0 ? [{ stepId: id, name: placeName(name, side), findings: here }] : [];
    }),
  );
}

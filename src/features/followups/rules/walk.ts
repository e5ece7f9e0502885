import { days, hours } from '#base/clock.ts';
import { answer, type Facts as Asked } from './question.ts';
import { type Step, allSteps } from './steps.ts';

/** How somebody goes through a sequence. The engine, the simulation and a change of the sequence all walk by this. */

/** A step and where it leads: null is the end. */
interface Place {
  step: Step;
  next: string | null;
  /** Of a choice: where its “no” leads. */
  other: string | null;
}
export interface Program {
  first: string | null;
  places: ReadonlyMap<string, Place>;
}

export function programOf(steps: readonly Step[]): Program {
  const places = new Map<string, Place>();
  const lay = (list: readonly Step[], after: string | null): string | null =>
    list.reduceRight<string | null>((next, step) => {
      const place: Place =
        step.kind === 'branch'
          ? { step, next: lay(step.yes, next), other: lay(step.no, next) }
          : { step, next: step.kind === 'end' ? null : next, other: null };
      places.set(step.id, place);
      return step.id;
    }, after);
  return { first: lay(steps, null), places };
}

/** What is asked about somebody on the way. */
export interface Facts extends Asked {
  /** '' where nobody has told: then the sender's own is taken. */
  timeZone: string;
}

export type Act =
  | { do: 'mail'; step: Extract<Step, { kind: 'mail' }> }
  | { do: 'text'; step: Extract<Step, { kind: 'text' }> }
  | { do: 'tag'; stepId: string; add: boolean; tag: string }
  | { do: 'webhook'; stepId: string };

export interface Walked {
  acts: Act[];
  /** What is to be done next, and when; null when it is over. */
  next: { stepId: string; at: Date } | null;
}

/**
 * From the step that is due on, until there is something to wait for or a message to send. Only the first step can be an
 * email or a text message, and it ends the walk: what comes after it is decided by a look at the person as they are then.
 */
export function walk(program: Program, from: string, facts: Facts, now: Date, senderZone: string): Walked {
  const acts: Act[] = [];
  const tags = new Set(facts.tags);
  let at: string | null = from;
  while (at !== null) {
    const place: Place | undefined = program.places.get(at);
    if (!place) break;
    const { step, next, other } = place;
    const on = (when: Date): Walked => ({ acts, next: next === null ? null : { stepId: next, at: when } });
    switch (step.kind) {
      case 'mail':
        // Whether it may go, and when, is asked where it begins.
        if (at !== from) return { acts, next: { stepId: at, at: now } };
        acts.push({ do: 'mail', step });
        return on(now);
      case 'text':
        if (at !== from) return { acts, next: { stepId: at, at: now } };
        acts.push({ do: 'text', step });
        return on(now);
      case 'wait':
      case 'until':
      case 'date': {
        const until = endOfWait(step, now, facts.timeZone || senderZone);
        if (until > now) return on(until);
        break;
      }
      case 'tag':
        acts.push({ do: 'tag', stepId: step.id, add: step.add, tag: step.tag });
        if (step.add) tags.add(step.tag);
        else tags.delete(step.tag);
        break;
      case 'webhook':
        acts.push({ do: 'webhook', stepId: step.id });
        break;
      case 'end':
        return { acts, next: null };
      case 'branch':
        at = answer(step.when, { ...facts, tags }) ? next : other;
        continue;
    }
    at = next;
  }
  return { acts, next: null };
}

type WaitStep = Extract<Step, { kind: 'wait' | 'until' | 'date' }>;

export function endOfWait(step: WaitStep, now: Date, zone: string): Date {
  if (step.kind === 'wait') return new Date(now.getTime() + hours(step.hours));
  if (step.kind === 'date') return momentIn(zone, step.date, step.hour);
  const wanted = new Set(step.days.length === 0 ? [0, 1, 2, 3, 4, 5, 6] : step.days);
  const today = dayIn(zone, now);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = addDays(today, ahead);
    const at = momentIn(zone, day, step.hour);
    if (at >= now && wanted.has(new Date(`${day}T00:00:00Z`).getUTCDay())) return at;
  }
  return now;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Swedes write the date as the standard does: 2026-11-27 18:30:00.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, made);
  return made;
}

/** What a clock on the wall shows there: "2026-11-27T18:30:00". */
const wall = (zone: string, at: Date): string => format(zone).format(at).replace(' ', 'T');
export const dayIn = (zone: string, at: Date): string => wall(zone, at).slice(0, 10);
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days(n)).toISOString().slice(0, 10);

/** The moment at which it is that hour of that day there; an hour that summer time leaves out is the next one. */
export function momentIn(zone: string, day: string, hour: number): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  let guess = wanted;
  // Twice: the first correction may cross the change of the clocks.
  for (let turn = 0; turn < 2; turn += 1) guess += wanted - Date.parse(`${wall(zone, new Date(guess))}Z`);
  return new Date(guess);
}

/**
 * Where people go who wait before a step that a change takes away: to the first step after it that is still there.
 * Null: nothing follows, it is over for them.
 */
export function movedPlaces(before: readonly Step[], after: readonly Step[]): Map<string, string | null> {
  const old = programOf(before);
  const kept = new Set(allSteps(after).map(({ id }) => id));
  const moved = new Map<string, string | null>();
  for (const id of old.places.keys()) {
    if (kept.has(id)) continue;
    let next: string | null = id;
    while (next !== null && !kept.has(next)) next = old.places.get(next)?.next ?? null;
    moved.set(id, next);
  }
  return moved;
}

import { allFields, type Template } from '../template/template.ts';
import { addressOf } from './addresses.ts';
import type { Stated } from './facts.ts';
import { handedOver, namedAs, namesIn, sharesIn } from './names.ts';
import type { Put } from './said.ts';

/** The parties of a document, whoever fills it in first. */
export const sidesOf = (template: Template): string[] =>
  allFields(template)
    .flatMap(({ name, kind }) => (kind.type === 'party' ? [{ name, isOurs: kind.isOurs === true }] : []))
    .sort((a, b) => Number(b.isOurs) - Number(a.isOurs))
    .map(({ name }) => name);

/** Whether a request puts its writer on the other side than most who ask for this paper. */
export const isTurned = ({ slug }: Template, { low }: Pick<Stated, 'low'>): boolean =>
  [weDoTheWork, weReceive, weProcess].some((turned) => turned(slug, low));

/** Who stands on which side of the paper. */
export function parties(template: Template, facts: Stated, put: Put): void {
  const sides = sidesOf(template);
  if (sides.length === 0) return;
  const [ours, theirs] = isTurned(template, facts) ? [sides[1], sides[0]] : sides;
  const names = namesIn(facts);
  if (template.slug === 'founder-agreement') return founders(facts, put);
  const handed = template.slug === 'ip-assignment' ? handedOver(facts) : null;
  if (handed) {
    put('assignor', party(handed.by));
    put('assignee', party(handed.to));
    return;
  }
  const mail = facts.mails[0]?.value;
  const alone = theirs === undefined ? names.them : null;
  for (const side of sides) {
    const name = namedAs(side, facts);
    if (name) put(side, { ...partyNamed(name, facts), ...(side === theirs && mail && { email: mail }) });
  }
  if (ours && (names.us ?? alone)) put(ours, partyNamed(names.us ?? alone ?? '', facts));
  if (theirs && names.them) put(theirs, { ...partyNamed(names.them, facts), ...(mail && { email: mail }) });
}

/** Somebody by their name, with the address that stands behind it. */
export function partyNamed(name: string, facts: Stated) {
  const address = addressOf(name, facts.text);
  return { ...party(name), ...(address && { address }) };
}

const party = (name: string) => ({ name, ...(isPerson(name) && { kind: 'person' }) });

function founders(facts: Stated, put: Put): void {
  const { us } = namesIn(facts);
  const company =
    /\b(?:starting|founding|start|found|building|gründen|company|firma|startup|startup called|called|named|heißt|of) (?:a company |a startup |up |the |called |named |heißt |is ){0,4}(\p{Lu}[\p{L}\p{N}&-]*)/u.exec(
      facts.text,
    )?.[1];
  const held = sharesIn(facts)
    // What they found is none of them.
    .filter(({ name }) => company === undefined || !name.startsWith(company))
    .slice(0, 4)
    .sort((a, b) => Number(b.name === us) - Number(a.name === us));
  const letters = ['A', 'B', 'C', 'D'];
  held.forEach(({ name, share }, at) => {
    put((letters[at] ?? '').toLowerCase(), party(name));
    put(`share${letters[at]}`, share);
  });
  put('company', company);
  const { percents, low, money: said } = facts;
  const mine = /\b(?:i|ich|je|yo) (?:take|get|hold|keep|have|own|bekomme|halte|prends|tengo) (\d{2})\b/.exec(
    low,
  )?.[1];
  const theirs =
    /\b(?:he|she|they|er|sie|il|elle|ella) (?:takes?|gets?|holds?|keeps?|has|have|owns?|bekommt|hat|prend|tiene) (\d{2})\b/.exec(
      low,
    )?.[1];
  if (mine && theirs) {
    put('shareA', mine);
    put('shareB', theirs);
  }
  const equal = /\b(?:each|equal\w*|je|jeder|chacun|cada un[oa]|fifty[- ]fifty|half each|gleich\w*)\b/.test(
    low,
  );
  const half = percents.find(
    ({ value, before, after }) =>
      Number(value) * held.length === 100 &&
      /\b(?:each|je|jeder|chacun|cada)\b/.test(before.slice(-12) + after.slice(0, 14)),
  )?.value;
  held.forEach((_, at) => put(`share${letters[at]}`, half ?? (equal && held.length === 2 ? '50' : null)));
  put(
    'money',
    said.find(
      ({ before, after }) =>
        /\b(?:puts?|pays?|invests?|brings?|jeder|zahlt|apporte|aporta|each)\b[^.;]{0,14}$/.test(before) ||
        /^ ?(?:each|in\b|ein\b|je\b|chacun)/.test(after),
    )?.value.amount,
  );
  put('currency', said[0]?.value.currency);
  put('founders', ['two', 'three', 'four'][held.length - 2]);
}

const isPerson = (name: string): boolean =>
  /^\p{Lu}[\p{Ll}'-]+ \p{Lu}[\p{Ll}'-]+$/u.test(name) &&
  !/\b(?:Ltd|Limited|Inc|LLC|LLP|GmbH|AG|UG|SA|SAS|SARL|SL|BV|AS|AB|Oy|Corp|PLC|plc|SpA|Studio|Labs?|Media|Software|Digital|Bank|Group|Analytics|Systems|Industries|Foods|Clinics|Data|Apps|Company|Corp|Central|Nine|Agency|Solutions|Partners|One|Design|Consulting|Hosting|Cucina|Hotels?|Capital|Ventures|Studios|School|University|Foundation|Health|Energy|Motors|Services|Technologies|Works)\b/u.test(
    name,
  );

/** A contractor's agreement is asked for by either side. */
const weDoTheWork = (slug: string, low: string): boolean =>
  slug === 'contractor-agreement' &&
  /\b(?:i am|i'm) an? (?:\w+ )?(?:freelanc\w+|contractor|consultant|developer|designer)|\bmy client\b|\bpays? me\b|\bi (?:advise|build|design|develop|write|work for|will)\b|\bclient is\b|\bfor my (?:client|customer)\b/.test(
    low,
  );

const weReceive = (slug: string, low: string): boolean =>
  (slug === 'one-way-nda' &&
    /\b(?:they|he|she|client|customer) (?:shows?|shares?|discloses?|gives?)\b.{0,30}\b(?:us|me)\b/.test(
      low,
    )) ||
  (slug === 'ip-assignment' &&
    /\b(?:contractor|freelancer|developer|designer)\b.{0,40}\b(?:assign|own nothing)/.test(low) &&
    !/\bto \p{Lu}/u.test(low)) ||
  (slug === 'ip-assignment' && /\bbelongs? to (?:me|us)\b/.test(low));

/** Data are processed for a customer: then the customer decides about them. */
const weProcess = (slug: string, low: string): boolean =>
  slug === 'data-processing-agreement' &&
  /\b(?:our|my) (?:customer|client)\b|\bunser\w* kund\w+|\bnotre client|\bnuestro cliente|\bwe (?:process|store|host|handle)\b|\bwir (?:hosten|verarbeiten|speichern|betreiben)\b|\bnous\b.{0,30}\b(?:traitons|hebergeons|stockons)\b|\b(?:tratamos|alojamos|procesamos)\b|\bfor (?:our|my) (?:customer|client)s?\b/.test(
    low,
  );

const mostMarks = 400;
const mostLevels = 20;

/**
 * What the library reads in minutes, or overflows its stack over: one paragraph full of emphasis that never closes,
 * and quotes or lists inside each other without end. Files of the machine's owner need no bound; words that are sent
 * to the hub do. Null if the text is read at once.
 */
export function markdownFault(text: string): string | null {
  for (const paragraph of text.split(/\n\s*\n/)) {
    const marks = paragraph.match(/[*_~`[\]<&]/g)?.length ?? 0;
    if (marks > mostMarks)
      return `A paragraph here has ${marks} marks such as * and _; up to ${mostMarks} work.`;
  }
  for (const line of text.split('\n')) {
    const levels =
      /^(?:\s*(?:>|[-+*]|\d{1,9}[.)])(?=[\s>]))*/.exec(line)?.[0].match(/>|[-+*.)]/g)?.length ?? 0;
    if (levels > mostLevels)
      return `Quotes or lists inside each other ${levels} times; up to ${mostLevels} work.`;
  }
  return null;
}

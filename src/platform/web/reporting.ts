/**
 * Errors wait here until the reporting code is there: it is loaded when the page has settled, and nothing that
 * happened before is lost.
 */
type Report = (error: unknown) => void;

let send: Report | null = null;
const waiting: unknown[] = [];

export function reportError(error: unknown): void {
  console.error(error);
  if (send) send(error);
  else if (waiting.length < 20) waiting.push(error);
}

export function deliverReportsTo(report: Report): void {
  send = report;
  for (const error of waiting.splice(0)) report(error);
}

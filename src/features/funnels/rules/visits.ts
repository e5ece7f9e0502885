/** What is known of a visit without a cookie and without keeping who it was. */

/** An app that fetches a page for a preview begins with its name; somebody who reads inside that app ends with it. */
const bots =
  /^(?:whatsapp|pinterest|telegram)|(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|embedly|quora|monitor|lighthouse|headless|curl|wget|python|java\/|go-http|node-fetch|axios|okhttp|libwww|httpclient|feed|scan|archive|ahrefs|semrush/i;

export const isBot = (userAgent: string | null): boolean =>
  !userAgent || userAgent.length < 20 || bots.test(userAgent);

export const deviceOf = (userAgent: string): 'phone' | 'tablet' | 'desktop' =>
  /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)
    ? 'tablet'
    : /Mobi|iPhone|Android/i.test(userAgent)
      ? 'phone'
      : 'desktop';

/** What a campaign calls itself, else the site that somebody came from, else nothing. */
export function sourceOf(
  query: { get(name: string): string | null },
  referrer: string | null,
  ownHosts: string[],
): string {
  const named = (query.get('utm_source') ?? query.get('ref') ?? '').trim().toLowerCase();
  if (/^[\w.-]{1,60}$/.test(named)) return named;
  if (!referrer || !URL.canParse(referrer)) return 'direct';
  const { host, hostname } = new URL(referrer);
  return ownHosts.includes(host) || hostname === '' ? 'direct' : hostname.replace(/^www\./, '').slice(0, 60);
}

/** What a notice says, as the browser shows it: whatever came, it is short, and leads nowhere but into the desk. */
export interface ShownNotice {
  title: string;
  body: string;
  tag: string;
  url: string;
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

export function readNotice(told: unknown): ShownNotice {
  const { title, body, tag, url } = (typeof told === 'object' && told !== null ? told : {}) as Record<
    string,
    unknown
  >;
  return {
    title: textOf(title, 100) || 'Desk',
    body: textOf(body, 300),
    tag: textOf(tag, 40),
    url: textOf(url, 200),
  };
}

/** The page of the desk that was sent, or its first one. */
export function withinDesk(url: unknown, { origin, scope }: { origin: string; scope: string }): string {
  const text = textOf(url, 200);
  if (!URL.canParse(text, origin)) return scope;
  const wanted = new URL(text, origin);
  return wanted.origin === origin && wanted.pathname.startsWith(scope) ? wanted.href : scope;
}

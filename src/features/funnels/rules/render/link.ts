import type { Funnel, Step } from '../contract.ts';

/** Where a typed link may lead; null for what may not be an address of a page at all. */
export function readLink(
  typed: string,
): { to: 'next' } | { to: 'step'; slug: string } | { to: 'web'; href: string } | null {
  const text = typed.trim();
  if (text === '') return null;
  if (text === 'next') return { to: 'next' };
  if (text === '#offer' || text === '#form') return { to: 'web', href: text };
  if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(text)) return { to: 'step', slug: text };
  // Two slashes, or a backslash that browsers read as one, lead to another site.
  if (/^\/(?![/\\])[^\\\s]*$/.test(text)) return { to: 'web', href: text };
  if (/^mailto:[^\s@<>"]+@[^\s@<>"?]+$/i.test(text)) return { to: 'web', href: text };
  return webAddress(text);
}

function webAddress(text: string): { to: 'web'; href: string } | null {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb =
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return isWeb ? { to: 'web', href: url.href } : null;
}

/** Of a published page: the address it becomes, or null where it leads nowhere. */
export function hrefOf(typed: string, funnel: Funnel, step: Step): string | null {
  const link = readLink(typed);
  if (!link) return null;
  if (link.to === 'web') return link.href;
  const target =
    link.to === 'next'
      ? funnel.steps.find(({ id }) => id === step.next)
      : funnel.steps.find(({ slug }) => slug === link.slug);
  return target ? stepPath(funnel, target) : null;
}

/** The first step is the funnel's own address. */
export const stepPath = (funnel: Pick<Funnel, 'slug' | 'steps'>, step: Step): string =>
  step.id === funnel.steps[0]?.id ? `/f/${funnel.slug}` : `/f/${funnel.slug}/${step.slug}`;

export interface Video {
  /** What the play button opens without a script. */
  page: string;
  /** What is loaded once it is pressed. */
  source: string;
  as: 'iframe' | 'video';
}

export function readVideo(typed: string): Video | null {
  const link = webAddress(typed.trim());
  if (!link || !link.href.startsWith('https:')) return null;
  const url = new URL(link.href);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const path = url.pathname.split('/').filter(Boolean);
  const youtube =
    host === 'youtu.be'
      ? path[0]
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? (url.searchParams.get('v') ?? (/^(?:embed|shorts|live)$/.test(path[0] ?? '') ? path[1] : undefined))
        : undefined;
  if (youtube !== undefined)
    return /^[\w-]{6,20}$/.test(youtube)
      ? {
          page: `https://www.youtube.com/watch?v=${youtube}`,
          source: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1`,
          as: 'iframe',
        }
      : null;
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const id = path.find((part) => /^\d{5,12}$/.test(part));
    return id === undefined
      ? null
      : {
          page: `https://vimeo.com/${id}`,
          source: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`,
          as: 'iframe',
        };
  }
  return /\.(?:mp4|webm)$/i.test(url.pathname) ? { page: url.href, source: url.href, as: 'video' } : null;
}

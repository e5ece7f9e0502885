/** Where somebody lands who wanted no page in particular. */
export const homeOfMembers = '/dashboard';

const elsewhere = 'http://hub.invalid';

/**
 * The page to go back to after signing in: a path of this hub or, for anything that a browser could read as another
 * site, the members' home. Browsers drop tabs and line breaks and take `\` for `/`, so neither may occur.
 */
export function safeReturnPath(wanted: string | null | undefined): string {
  if (!wanted || wanted.length > 2000 || !/^\/(?!\/)/.test(wanted)) return homeOfMembers;
  if ([...wanted].some((letter) => letter === '\\' || letter < ' ' || letter === '\u007f'))
    return homeOfMembers;
  let url: URL;
  try {
    url = new URL(wanted, elsewhere);
  } catch {
    return homeOfMembers;
  }
  // `/.//e` is a path that turns into `//e` once the dots are gone.
  if (url.origin !== elsewhere || url.pathname.startsWith('//')) return homeOfMembers;
  if (/^\/(api|signin|signup|forgot-password|reset-password|verify-email)(\/|$)/.test(url.pathname))
    return homeOfMembers;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to where somebody stands. */
export function signInPath(from: string): string {
  const next = safeReturnPath(from);
  return next === homeOfMembers && from !== homeOfMembers
    ? '/signin'
    : `/signin?next=${encodeURIComponent(next)}`;
}

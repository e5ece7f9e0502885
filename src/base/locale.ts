/**
 * A browser's or system's locale as one that every API accepts: en-US for `en-US-u-ca-buddhist-x-mine` and for
 * `en_US.UTF-8`, and the fallback for anything that names no language, such as `C`.
 */
export function plainLocale(told: string | undefined, fallback = 'en-US'): string {
  try {
    const tag = (told ?? '').replace(/[.@][^]*/, '').replaceAll('_', '-');
    const { language, region } = new Intl.Locale(tag).maximize();
    return region ? `${language}-${region}` : fallback;
  } catch {
    return fallback;
  }
}

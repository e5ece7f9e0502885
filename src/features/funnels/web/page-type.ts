import { typefaces, typePath } from '../rules/render/type.ts';

let isLoaded = false;

/** What pages are set in, for the previews: a style sheet inside of one may not bring fonts along. Fetched when they are shown. */
export function loadPageType(): void {
  if (isLoaded) return;
  isLoaded = true;
  for (const { family, weight, isItalic, files } of Object.values(typefaces))
    for (const [file, unicodeRange] of files)
      document.fonts.add(
        new FontFace(family, `url(${typePath(file)}) format('woff2')`, {
          weight,
          unicodeRange,
          style: isItalic ? 'italic' : 'normal',
        }),
      );
}

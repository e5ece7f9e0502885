import { logoLimits } from '../../rules/logo-limits.ts';
import { damagedPicture } from '../../rules/picture.ts';
import { type Drawable, LogoRefusal } from './draw.ts';

const patienceMs = 10_000;
const mostElements = 20_000;

/**
 * An SVG is a program in disguise, so only its picture is taken: an image element runs no script, follows no link and
 * loads nothing, and what it shows becomes pixels.
 */
export async function drawSvg(text: string): Promise<Drawable> {
  const { markup, width, height } = prepared(text);
  const url = URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }));
  const image = new Image();
  const close = () => URL.revokeObjectURL(url);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new LogoRefusal('This SVG takes too long to draw. Save it as a PNG and choose that.')),
        patienceMs,
      );
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => reject(new LogoRefusal(damagedPicture)));
      image.src = url;
    });
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { source: image, width, height, close };
}

function prepared(text: string): { markup: string; width: number; height: number } {
  // Entities can unfold into gigabytes while they are read.
  if (/<!ENTITY/i.test(text))
    throw new LogoRefusal('This SVG isn’t safe to open. Save it as a PNG and choose that.');
  // No handler runs in a document without a window; without any, the security policy has nothing to say either.
  let handlers = 0;
  const mute = text.replace(/(?<=[\s"'])on\w+(?=\s*=)/gi, () => `data-was-${handlers++}`);
  const root = new DOMParser().parseFromString(mute, 'image/svg+xml').documentElement;
  if (root.localName !== 'svg' || root.querySelector('parsererror')) throw new LogoRefusal(damagedPicture);
  for (const risky of root.querySelectorAll('script, foreignObject, iframe, audio, video, animate, set'))
    risky.remove();
  if (unfolded(root, root, new Map()) > mostElements)
    throw new LogoRefusal('This SVG has too many parts for a logo. Save it as a PNG and choose that.');

  const { width, height } = sizeOf(root);
  // Always as large as a logo gets: a shape has no pixels of its own.
  const scale = logoLimits.side / Math.max(width, height);
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  root.setAttribute('width', String(width * scale));
  root.setAttribute('height', String(height * scale));
  return {
    markup: new XMLSerializer().serializeToString(root),
    width: width * scale,
    height: height * scale,
  };
}

function sizeOf(root: Element): { width: number; height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (boxWidth > 0 && boxHeight > 0) return { width: boxWidth, height: boxHeight };
  const side = (name: string) => {
    const text = root.getAttribute(name) ?? '';
    return text.endsWith('%') ? 0 : Number.parseFloat(text);
  };
  const [width, height] = [side('width'), side('height')];
  return width > 0 && height > 0 ? { width, height } : { width: 300, height: 150 };
}

/** How many elements it is once every `use` shows what it names: a few lines can stand for millions. */
function unfolded(element: Element, root: Element, known: Map<Element, number>): number {
  const before = known.get(element);
  if (before !== undefined) return before;
  known.set(element, 0);
  let count = 1;
  for (const child of element.children) count += unfolded(child, root, known);
  if (element.localName === 'use') {
    const name = (
      element.getAttribute('href') ??
      element.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ??
      ''
    ).replace(/^#/, '');
    const shown = name === '' ? null : root.querySelector(`[id="${CSS.escape(name)}"]`);
    if (shown) count += unfolded(shown, root, known);
  }
  known.set(element, Math.min(count, mostElements + 1));
  return Math.min(count, mostElements + 1);
}

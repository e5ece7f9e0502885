interface Placing {
  align: 'start' | 'end' | 'center';
  gap: number;
}

/** Puts an open popover under its anchor, above it when there is no room, and never outside the window. */
export function place(floating: HTMLElement, anchor: Element, { align, gap }: Placing): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const shift = { start: 0, end: at.width - width, center: (at.width - width) / 2 }[align];
  const below = at.bottom + gap;
  const fitsBelow = below + height <= innerHeight || at.top - gap - height < 0;
  floating.style.left = `${Math.max(8, Math.min(at.left + shift, innerWidth - width - 8))}px`;
  floating.style.top = `${fitsBelow ? below : at.top - gap - height}px`;
}

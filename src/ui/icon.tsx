import type { LucideIcon } from 'lucide-react';

/**
 * One lucide icon beside words, in the text's colour. Import the single file, never the index:
 * `import Check from 'lucide-react/icons/check'`.
 */
export function Icon({
  of: Glyph,
  size = 18,
  label,
}: {
  of: LucideIcon;
  size?: 14 | 16 | 18 | 24;
  label?: string;
}) {
  return <Glyph size={size} strokeWidth={1.75} {...(label ? { role: 'img', 'aria-label': label } : {})} />;
}

export type { LucideIcon };

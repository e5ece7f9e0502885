/** The strokes of an icon on 24 by 24, as `icons/` has them: the drawings are Lucide's, under `icons/LICENSE`. */
export type IconPath = string;

/** One icon beside words, in the text's colour. */
export function Icon({
  of: path,
  size = 18,
  label,
}: {
  of: IconPath;
  size?: 14 | 16 | 18 | 24;
  label?: string;
}) {
  const names = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className="ui-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...names}
    >
      <path d={path} />
    </svg>
  );
}

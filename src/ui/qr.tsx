import { encode } from 'uqr';

/** Dark on white in both themes: some cameras read nothing else. */
export function Qr({ text, label }: { text: string; label: string }) {
  const rows = encode(text, { ecc: 'M', border: 0 }).data;
  const edge = 4;
  const side = rows.length + 2 * edge;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + edge} ${y + edge}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      className="ui-qr"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

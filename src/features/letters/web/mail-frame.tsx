import { useEffect, useRef } from 'react';

const height = 560;

/** A mail as wide as it is read; where there is less room, all of it smaller, as if seen from farther away. */
export function MailFrame({ title, html, width }: { title: string; html: string; width: number }) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const box = room.current;
    if (!box) return undefined;
    const fit = () => {
      const style = frame.current?.style;
      if (!style || box.clientWidth === 0) return;
      const scale = Math.min(1, box.clientWidth / width);
      box.style.height = `${height}px`;
      style.transform = `scale(${scale})`;
      style.height = `${height / scale}px`;
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(box);
    fit();
    return () => sizes.disconnect();
  }, [width]);
  return (
    <div ref={room} role="group" aria-label="Email as it arrives" className="overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        sandbox=""
        srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        width={width}
        height={height}
        className="max-w-none origin-top-left border border-hairline bg-surface"
      />
    </div>
  );
}

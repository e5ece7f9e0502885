import { useEffect, useRef, useState } from 'react';

/**
 * When a picture first comes into view its parts arrive one after the other (`data-alive` on `.ui-tray`). One that is
 * in view from the start, or is drawn without script, stands there whole.
 */
export function useAlive() {
  const ref = useRef<HTMLDivElement>(null);
  const [alive, setAlive] = useState<'waiting' | 'playing'>();
  useEffect(() => {
    const tray = ref.current;
    if (!tray || tray.getBoundingClientRect().top < innerHeight || !('IntersectionObserver' in window))
      return undefined;
    setAlive('waiting');
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        setAlive('playing');
      },
      { threshold: 0.4 },
    );
    watch.observe(tray);
    return () => watch.disconnect();
  }, []);
  return { ref, 'data-alive': alive };
}

import { useHub } from '#platform/web/hub.tsx';
import { Anchor } from '#ui/link.tsx';

/** The operator's logo, or the hub's mark, with its name: the link home. */
export function Brand() {
  const { site } = useHub();
  return (
    <Anchor
      href="/"
      className="flex min-h-touch min-w-0 items-center gap-8 rounded-4 text-17 font-bold text-ink"
    >
      <img src={site.logo ?? '/brand/mark.svg'} alt="" height="28" className="h-24 w-auto max-w-full" />
      <span className="truncate">{site.name}</span>
    </Anchor>
  );
}

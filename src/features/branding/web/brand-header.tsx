import type { Branding } from '../rules/branding.ts';
import { headerLogoLook, headerLook } from '../rules/branded.ts';

/** The very header that goes before a branded document; nothing without a company name. */
export function BrandHeader({ branding }: { branding: Branding }) {
  const look = headerLook(branding);
  if (!look) return null;
  return (
    <header className="doc-brand" style={look.style}>
      {look.logo && <img src={look.logo} alt="" width="40" height="40" style={headerLogoLook} />}
      <strong>{look.name}</strong>
    </header>
  );
}

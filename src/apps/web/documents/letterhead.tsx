import { useMemo } from 'react';
import { escapeHtml } from '#base/escape.ts';
import { brandContent, fillBrandPlaceholders } from '#features/branding/rules/branded.ts';
import type { Branding } from '#features/branding/rules/branding.ts';
import { BrandHeader } from '#features/branding/web/brand-header.tsx';
import type { Letterhead } from '#features/documents/web/generator/result.ts';

/** The company's branding for documents; null without a company name. */
export const useLetterhead = (branding: Branding): Letterhead | null =>
  useMemo(
    () =>
      branding.companyName.trim() !== ''
        ? {
            words: branding,
            header: <BrandHeader branding={branding} />,
            dress: (html) => brandContent(html, branding),
            fill: (html) => fillBrandPlaceholders(html, branding, escapeHtml),
            plain: plainHeader(branding),
            forPdf: branding,
          }
        : null,
    [branding],
  );

function plainHeader({ companyName, website, email, phone, address }: Branding): string {
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  const contact = [website, email, phone, address].map(line).filter(Boolean).join(' | ');
  return `${[line(companyName), contact].filter(Boolean).join('\n')}\n\n`;
}

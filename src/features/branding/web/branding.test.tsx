import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { brandHeader } from '../rules/branded.ts';
import { defaultBranding } from '../rules/branding.ts';
import BrandingBlock from './branding-block.tsx';
import { BrandHeader } from './brand-header.tsx';
import { BrandingProvider, useBranding } from './branding-provider.tsx';
import { LetterPreview } from './letter-preview.tsx';

const Shown = () => JSON.stringify(useBranding().branding);
const wren = {
  ...defaultBranding,
  companyName: 'Wren & "Wold"',
  logo: 'data:image/png;base64,AAAA',
  fontFamily: "'Times New Roman', serif",
};

test('[BRAND-5] useBranding outside its provider throws', () => {
  expect(() => renderToString(<Shown />)).toThrow('useBranding must be used within a BrandingProvider');
});

test('[BRAND-1] on the server everybody has the defaults', () => {
  const html = renderToString(
    <BrandingProvider>
      <Shown />
    </BrandingProvider>,
  );
  expect(JSON.parse(html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))).toEqual(defaultBranding);
});

test('[BRAND-3] the header on the screen is the header that goes before a document', () => {
  const plain = (html: string) =>
    html
      .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
        String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
      )
      .replace(/&(amp|quot);/g, (_, name: string) => (name === 'amp' ? '&' : '"'))
      .replace(/\s*\/>/g, '>');
  expect(plain(renderToStaticMarkup(<BrandHeader branding={wren} />))).toBe(plain(brandHeader(wren)));
  expect(renderToStaticMarkup(<BrandHeader branding={{ ...wren, companyName: ' ' }} />)).toBe('');
});

test('[BRAND-4] the preview fills in what every branded document fills in', () => {
  const html = renderToStaticMarkup(<LetterPreview branding={wren} />);
  for (const words of ['Client Name', 'Service Description', 'Contract Duration', 'Amount', 'Due Date'])
    expect(html).toContain(words);
  expect(html).not.toContain('{{');
});

test('until it is known whose branding it is, its shape waits', () => {
  expect(renderToString(<BrandingBlock />)).toContain('Loading your branding');
});

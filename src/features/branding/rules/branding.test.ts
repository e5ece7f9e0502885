import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandContent, fillBrandPlaceholders } from './branded.ts';
import { brandingKey, defaultBranding, parseBranding, readBranding } from './branding.ts';

const wren = {
  ...defaultBranding,
  companyName: 'Wren Studio',
  website: 'wren.example',
  email: 'ada@wren.example',
  primaryColor: '#102030',
  secondaryColor: '#405060',
  fontFamily: 'Georgia, serif',
};

test('[BRAND-1] the key and the defaults of a branding that nobody has filled in', () => {
  expect(brandingKey).toBe('userBranding');
  expect(parseBranding(null)).toEqual({
    companyName: '',
    logo: '',
    primaryColor: '#007bff',
    secondaryColor: '#6c757d',
    accentColor: '#ffc107',
    fontFamily: 'Arial, sans-serif',
    website: '',
    email: '',
    phone: '',
    address: '',
  });
});

test('a stored branding with damage keeps what is sound', () => {
  expect(readBranding({ companyName: 'Wren', logo: 7, phone: null, more: 'x' })).toEqual({
    ...defaultBranding,
    companyName: 'Wren',
  });
  expect(parseBranding('{"companyName":')).toEqual(defaultBranding);
  expect(parseBranding('"text"')).toEqual(defaultBranding);
});

test('[BRAND-3] a company name puts a header with logo, name, colours and font before the content', () => {
  const html = brandContent('<p>Hello</p>', { ...wren, logo: 'data:image/png;base64,AAAA' });
  const header = html.slice(0, html.indexOf('</header>'));
  expect(html.indexOf('<header')).toBe(0);
  for (const part of [
    'Wren Studio',
    'data:image/png;base64,AAAA',
    'width="40" height="40"',
    '#102030',
    '#405060',
    'Georgia, serif',
  ])
    expect(header).toContain(part);
  expect(html.endsWith('<p>Hello</p>')).toBe(true);
});

test('[BRAND-3] without a company name the content is returned unchanged, placeholders and all', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (content, logo) => {
      expect(brandContent(content, { ...defaultBranding, logo, email: 'a@b.example' })).toBe(content);
    }),
  );
  expect(brandContent('{{CompanyName}} {{Amount}}', { ...defaultBranding, companyName: '  ' })).toBe(
    '{{CompanyName}} {{Amount}}',
  );
});

test('[BRAND-4] every placeholder has its words', () => {
  const branding = { ...wren, phone: '+353 1', address: 'Cork' };
  const content =
    '{{CompanyName}}|{{Website}}|{{Email}}|{{Phone}}|{{Address}}|{{Party1}}|{{Party2}}|{{ClientName}}|{{Service}}|{{Duration}}|{{Amount}}|{{DueDate}}';
  expect(fillBrandPlaceholders(content, branding)).toBe(
    'Wren Studio|wren.example|ada@wren.example|+353 1|Cork|Wren Studio|[Client Name]|[Client Name]|[Service Description]|[Contract Duration]|[Amount]|[Due Date]',
  );
});

test('[BRAND-4] empty words substitute as nothing, every occurrence is filled, others stay', () => {
  expect(fillBrandPlaceholders('{{Phone}}-{{Email}}-{{Email}}-{{Other}}-{{7*7}}', wren)).toBe(
    '-ada@wren.example-ada@wren.example-{{Other}}-{{7*7}}',
  );
});

test('a branding cannot write markup, style or another placeholder', () => {
  const evil = '"><img src=x onerror=alert(1)>{{Email}}$&';
  const html = brandContent('<p>{{CompanyName}}</p>', {
    ...defaultBranding,
    companyName: evil,
    email: 'EMAIL',
    primaryColor: 'red;background:url(//x)',
    fontFamily: "x';background:url(//x)",
    logo: 'javascript:alert(1)',
  });
  expect(html).not.toMatch(/<img|url\(|javascript:|EMAIL/);
  expect(html).toContain('$&#38;');
});

import { Fragment } from 'react';
import { Blank, Paper } from '#ui/paper.tsx';
import { type Branding, defaultBranding } from '../rules/branding.ts';
import { fillBrandPlaceholders, safeColor, safeFont } from '../rules/branded.ts';
import { BrandHeader } from './brand-header.tsx';

const letter = [
  'This agreement is made between {{Party1}} and {{Party2}}.',
  '{{CompanyName}} provides {{Service}} for {{Duration}}, at a fee of {{Amount}} that is due on {{DueDate}}.',
];

/** A page as a client would get it, filled in by the rules that fill in every branded document. */
export function LetterPreview({ branding }: { branding: Branding }) {
  const isNamed = branding.companyName.trim() !== '';
  const contact = [branding.address, branding.phone, branding.email, branding.website]
    .map((text) => text.trim())
    .filter(Boolean);
  return (
    <Paper label="Preview of your letterhead">
      <BrandHeader branding={branding} />
      <h3 className="text-21">Service Agreement</h3>
      {letter.map((line) => (
        <p key={line}>{withBlanks(fillBrandPlaceholders(line, isNamed ? branding : unnamed))}</p>
      ))}
      {isNamed && contact.length > 0 && (
        <address
          className="pt-12 text-13 whitespace-pre-line not-italic"
          style={{
            color: safeColor(branding.secondaryColor, defaultBranding.secondaryColor),
            fontFamily: safeFont(branding.fontFamily),
          }}
        >
          {contact.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      )}
    </Paper>
  );
}

/** Without a name no document is filled in; here the reader is spared the braces. */
const unnamed: Branding = { ...defaultBranding, companyName: '[Your Company]' };

/** What the client's own document will say is marked as a blank. */
const withBlanks = (text: string) =>
  text
    .split(/\[([^[\]]+)\]/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? <Blank name={part} /> : part}</Fragment>);

import type { Shot } from './shots.ts';

/** What once stopped a hub, each as it was sent. */
export const earlierFindings: readonly Shot[] = [
  edited('a table of 12,000 columns and as many empty rows', 'docx', () => table(12_000)),
  edited('a table of 3,000 columns and as many empty rows', 'pdf', () => table(3000)),
  edited('declarations that never end', 'pdf', () => '<!'.repeat(150_000)),
  edited('one word of soft hyphens', 'pdf', () => `<p>${'a\u00ad'.repeat(220_000)}</p>`),
  edited('one paragraph of Chinese', 'pdf', () => `<p>${'深'.repeat(220_000)}</p>`),
  edited('paragraphs of Chinese', 'pdf', () => `<p>${'深'.repeat(900)}</p>`.repeat(150)),
  {
    name: '24 long sections',
    method: 'POST',
    path: '/api/documents/mutual-nda/pdf',
    body: () =>
      JSON.stringify({
        answers: {},
        sections: Array.from({ length: 24 }, () => ({ heading: 'A', text: '![]('.repeat(2000) })),
      }),
  },
  {
    name: 'a CSV file of commas',
    method: 'POST',
    path: '/api/recovery/carts/csv',
    body: () => JSON.stringify({ text: `email,total\n${','.repeat(7_500_000)}` }),
  },
  ...Array.from({ length: 12 }, (_, n) => ({
    name: 'a made-up reset link',
    method: 'POST',
    path: '/api/auth/reset-password',
    body: () => JSON.stringify({ token: `${'x'.repeat(23)}${n}`, password: 'violet-harbour-71-swim' }),
  })),
  ...Array.from({ length: 150 }, (_, n) => ({
    name: 'a page that is not there',
    method: 'GET',
    path: `/nothing-${n}`,
  })),
];

function edited(name: string, kind: 'pdf' | 'docx', html: () => string): Shot {
  return {
    name,
    method: 'POST',
    path: `/api/edited/${kind}`,
    body: () => JSON.stringify({ title: 'T', html: html() }),
  };
}

function table(count: number): string {
  return `<table><tr>${'<td></td>'.repeat(count)}</tr>${'<tr></tr>'.repeat(count)}</table>`;
}

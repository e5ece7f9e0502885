import { readTemplate } from '#features/documents/server/library.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { toText, toMarkdown } from '#features/documents/rules/text.ts';
import { checkTemplate } from '#features/documents/rules/check.ts';
import { review } from '#features/documents/rules/review.ts';
import { readdirSync } from 'node:fs';
const only = process.argv[2];
for (const f of readdirSync('content/documents').filter(f=>f.endsWith('.md')&&(!only||f.startsWith(only)))) {
  const slug=f.slice(0,-3);
  try {
  const t = readTemplate(slug, `content/documents/${f}`);
  const a = sampleAnswers(t);
  const d = assemble(t, a, {date:'2026-11-21', locale:'en-GB'});
  if (only) console.log(toText(d));
  console.log(slug, 'blanks', d.blanks, review(t,a,'2026-11-21'));
  let s=1; const draw=(n:number)=>{ s=(s*1103515245+12345)&0x7fffffff; return (s>>8)%n; };
  const t0=performance.now();
  for (const x of checkTemplate(t, Array.from({length:200},()=>draw))) console.log('FAULT', x.fault);
  console.log((performance.now()-t0)/200,'ms each');
  } catch(e) { console.log(String(e)); }
}

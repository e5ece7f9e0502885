import { readTemplate } from '#features/documents/server/library.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { createPress } from '#features/documents/server/pdf/press.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { readdirSync, writeFileSync, readFileSync, mkdirSync } from 'node:fs';
const press = createPress((w)=>console.log('REPORT',w));
mkdirSync('/tmp/pdf',{recursive:true});
const logo='data:image/png;base64,'+readFileSync('content/brand/icon-192.png').toString('base64');
const branding={...defaultBranding, companyName:'Wren Studio', logo, primaryColor:'#15191e', secondaryColor:'#565f66', website:'wrenstudio.example', email:'office@wrenstudio.example', phone:'+353 21 555 0100'};
for (const f of readdirSync('content/documents').filter(f=>f.endsWith('.md')&&(!process.argv[2]||f.startsWith(process.argv[2])))) {
  const slug=f.slice(0,-3);
  const t = readTemplate(slug, `content/documents/${f}`);
  for (const [n,a,o] of [['sample',sampleAnswers(t),{branding}],['blank',{},{paper:'us-letter'}],['plain',sampleAnswers(t),{}]] as const) {
    const t0=performance.now();
    const r = await press.print(assemble(t,a,{date:'2026-11-21',locale:'en-GB'}), o as never).catch(e=>console.log(String(e)));
    if (r) { writeFileSync(`/tmp/pdf/${slug}-${n}.pdf`, r.pdf); console.log(slug,n,r.pages,'declared',t.pages,r.accessible,r.pdf.length,(performance.now()-t0).toFixed(0)+'ms'); }
  }
}

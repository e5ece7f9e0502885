import { readLibrary } from '#features/documents/server/library.ts';
import { score, strangersRequests, isMet } from './bench/requests/score.ts';
const library = new Map([...readLibrary('content/documents','no'),...readLibrary('content/templates','no')]);
const set = process.argv[2] as any;
const { documents, others } = strangersRequests(set);
const kinds = new Set(documents.map(d=>d.is).filter(k=>!library.has(k))); if(kinds.size) console.log('BAD', kinds);
// formats only
for (const d of documents) for (const [k,v] of Object.entries(d.facts)) { const f:any = library.get(d.is)!.steps.flatMap(s=>s.fields).find((f:any)=>f.name===k.split('.')[0]); if(!f) console.log('NOFIELD',d.is,k); else if (f.kind.type==='choice' && process.argv[3]==='v') { const o=(f.kind.options??f.kind.choices).map((x:any)=>x.value??x.id??x); if(!o.includes(v)) console.log('BADCHOICE',k,v,o) } else if (f.kind.type==='yesno' && process.argv[3]==='v') console.log('yesno',k,v, f.kind); }
if (process.argv[3]==='v') process.exit();
const r = score(documents, library);
if (process.argv[3]!=='q') console.log(r.misses.join('\n'));
const bad = others.filter(o=>!isMet(o,library)); if (process.argv[3]!=='q') console.log(bad.map(b=>'OTHER '+b.is+': '+b.ask).join('\n'));
console.log(set, r.right, '/', r.documents, (100*r.right/r.documents).toFixed(1), ' facts', r.placed,'/',r.facts,(100*r.placed/r.facts).toFixed(1), ' others', others.length-bad.length,'/',others.length);

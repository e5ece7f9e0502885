import { darkened, textOn } from '#features/branding/rules/contrast.ts';
import type { Block, Funnel } from '../contract.ts';
import { phoneLooks, wideLooks } from './looks.ts';

const faces: Record<Funnel['style']['face'], string> = {
  grotesk: "'Helvetica Neue',Arial,sans-serif",
  serif: "Georgia,'Times New Roman',serif",
  system: 'system-ui,sans-serif',
};

/**
 * The whole look of a page, in 3 KB: measured by its own width, so that the editor shows it at any. What blocks say of
 * one width only is one kilobyte more, for pages that have such blocks.
 */
export const pageStyle = (
  { accent, face }: Funnel['style'],
  blocks: readonly Pick<Block, 'at'>[] = [],
): string =>
  baseStyle(accent, face) +
  (blocks.some(({ at }) => at)
    ? `@container(min-width:700px){${wideLooks}}@container(max-width:699.9px){${phoneLooks}}`
    : '');

const baseStyle = (accent: string, face: Funnel['style']['face']): string =>
  `.f{--a:${accent};--o:${textOn(accent)};--l:${darkened(accent)};--i:#15191e;--m:#565f66;--h:#d5d9d2;--t:#f3f4f1;color:var(--i);background:#fff;color-scheme:light;font:17px/1.6 ${faces[face]};text-align:left;overflow-wrap:break-word;min-height:100%}` +
  `.f *{box-sizing:border-box;margin:0;padding:0}.f>div{container-type:inline-size}` +
  `.f section{padding:40px 20px}.f .w{max-width:1000px;margin:0 auto;display:grid;gap:16px}.f .o,.f form,.f details{max-width:640px}` +
  `.f header{padding:16px 20px}.f header .w{font-weight:700}.f header img{max-height:40px;width:auto}` +
  `.f h1{font-size:2em;line-height:1.12;letter-spacing:-.02em;text-wrap:balance}.f h2{font-size:1.41em;line-height:1.2;letter-spacing:-.01em;text-wrap:balance}.f h3{font-size:1em;line-height:1.4}` +
  `.f p,.f ul,.f ol{max-width:66ch}.f ul,.f ol{padding-left:1.3em}.f .r{display:grid;gap:12px;align-content:start}.f a{color:var(--l)}.f img,.f video,.f iframe{max-width:100%;height:auto;display:block}` +
  `.f iframe,.f video{width:100%;aspect-ratio:16/9;border:0;background:#15191e}` +
  `.f .b{display:inline-block;justify-self:start;background:var(--a);color:var(--o);border:1px solid var(--o);border-radius:4px;padding:12px 24px;font:inherit;font-weight:700;line-height:1.3;text-decoration:none;cursor:pointer}` +
  `.f .b:hover{text-decoration:underline}.f :focus-visible{outline:3px solid var(--l);outline-offset:2px}` +
  `.f .tinted{background:var(--t)}.f .accent{background:var(--a);color:var(--o)}.f .accent a:not(.b),.f .accent .q{color:inherit}.f .accent .b{background:var(--o);color:var(--a)}.f .accent :focus-visible{outline-color:var(--o)}` +
  `.f .c{text-align:center}.f .c>.w>*,.f .c .r>*{justify-self:center;margin-inline:auto}.f .c ul,.f .c ol{text-align:left}` +
  `.f .q{color:var(--m)}.f figcaption{color:var(--m);font-size:15px;margin-top:8px}.f .g{display:grid;gap:24px}.f blockquote{border-left:3px solid var(--a);padding-left:16px}.f .accent blockquote{border-color:var(--o)}` +
  `.f .p{font-size:2em;font-weight:700;line-height:1.2}.f s{color:var(--m);font-size:17px;font-weight:400}.f .accent s{color:inherit}.f .o{border:1px solid var(--h);border-radius:8px;padding:24px;display:grid;gap:16px;background:#fff;color:var(--i);text-align:left}.f .accent .o .b{background:var(--a);color:var(--o)}.f .accent .o a:not(.b){color:var(--l)}` +
  `.f .k{display:flex;gap:10px;align-items:flex-start;font-size:15px;border:1px dashed #7a837c;border-radius:4px;padding:12px}.f form .k{border-style:solid;border-color:var(--h)}.f form .k.n{border:0;padding:0}.f input[type=checkbox]{width:20px;height:20px;flex:none;margin-top:2px}` +
  `.f form{display:grid;gap:12px;text-align:left;width:100%}.f label{display:grid;gap:4px;font-weight:700;font-size:15px}.f label.k{display:flex;font-weight:400}.f input:not([type=checkbox]){font:inherit;font-weight:400;padding:11px 12px;border:1px solid #7a837c;border-radius:4px;width:100%;background:#fff;color:#15191e}.f .z{position:absolute;left:-9999px}` +
  `.f details{border-top:1px solid var(--h);padding:12px 0}.f summary{font-weight:700;cursor:pointer}.f summary~*{margin-top:8px}.f .v{display:block;position:relative;background:#15191e;color:#fff!important;border-radius:4px;overflow:hidden;aspect-ratio:16/9;text-decoration:none}.f .v img{width:100%;height:100%;object-fit:cover;opacity:.6}.f .v span{position:absolute;inset:auto 16px 16px;font-weight:700}.f .v span::before{content:"\\25B6\\00A0 "}` +
  `.f .n{display:grid}.f .n.tinted,.f .n.accent{padding:16px;border-radius:8px}.f .n h2{font-size:1.18em;line-height:1.3}` +
  `.f .plain+.plain,.f .tinted+.tinted{padding-top:0}.f .d{display:none}@container(min-width:700px){.f section{padding:64px 32px}.f .plain+.plain,.f .tinted+.tinted{padding-top:0}.f h1{font-size:2.82em}.f h2{font-size:1.76em}.f h3{font-size:1em}.f .d{display:block}.f .ph{display:none}.f .g{grid-template-columns:repeat(auto-fit,minmax(220px,1fr))}.f .s{grid-template-columns:1fr 1fr;align-items:center;gap:32px}.f .s .r{order:-1}}` +
  `@container(max-width:699.9px){.f .cp{text-align:center}.f .cp>.w>*{justify-self:center}.f .sp{text-align:left}.f .sp>.w>*,.f .sp .r>*{justify-self:start;margin-inline:0}}`;

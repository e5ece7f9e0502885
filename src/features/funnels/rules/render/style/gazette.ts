/** A page of a good newspaper: a masthead, double rules, columns with lines between them. */
export const gazetteStyle =
  `.f{font-size:18px;line-height:1.62}.f h1{letter-spacing:-.022em;font-size:clamp(2.3em,6.2cqi,4em);line-height:1.06}.f h2{letter-spacing:-.015em}` +
  `.f header{padding-block:22px 0}.f header .w{border-bottom:4px double var(--i);padding-bottom:16px}.f header .w>:first-child{font-size:1.35em;font-weight:600;letter-spacing:-.01em}` +
  `.f .kk{font-size:.95em;font-weight:400;font-style:italic;color:var(--l)}.f strong,.f .b,.f label,.f summary,.f figcaption b,.f header .w>:first-child{font-weight:600}.f label.k{font-weight:400}` +
  `.f .ld{font-size:1.25em;color:var(--m)}.f .accent .ld{color:inherit}.f section.plain+.testimonials:has(.single)>.w{border:0;padding-top:0}` +
  `.f section.plain+.plain{padding-top:0}.f section.plain+.plain>.w{border-top:1px solid var(--i);padding-top:28px}.f section>.w>h2{border:0}` +
  `.f .b{border-radius:0;font-size:18px;letter-spacing:.005em}` +
  `.f .features h3{font-size:1.25em}.f .image figure{border-block:1px solid var(--h);padding-block:14px}` +
  `.f .testimonials blockquote{font-style:italic;font-size:1.12em}.f .testimonials blockquote p::before{content:"\\201C"/""}.f .testimonials blockquote p::after{content:"\\201D"/""}.f .testimonials .single blockquote{font-size:clamp(1.4em,3.4cqi,2em);line-height:1.32}.f .testimonials .single figure{border-block:4px double var(--i);padding-block:32px;max-width:none}.f .accent .single figure{border-color:var(--o)}` +
  `.f .o{border:4px double var(--i);padding:30px}.f .offer .o{justify-items:start}.f .best{background:var(--t)}.f .o li::before{content:"\\2013"/""}` +
  `.f input:not([type=checkbox]){border-width:0 0 1px;border-radius:0;background:transparent;padding-inline:0;border-color:var(--i)}.f .accent input{color:inherit!important;border-color:var(--o)!important}` +
  `.f details,.f details:last-child{border-color:var(--i)}.f summary{font-size:1.1em}.f footer{border-top:4px double var(--i);margin-top:8px}` +
  `@container(min-width:700px){.f .text:not(.n,.c) .w>.r{columns:2;column-gap:48px;display:block}.f .text:not(.n) .w>.r>*+*{margin-top:.8em}.f .text:not(.n,.c) .w>.r>:first-child::first-letter{font-size:3.3em;float:left;line-height:.86;padding:.04em .1em 0 0;font-weight:600;color:var(--l)}.f .text:not(.n,.c) .w>.r:has(>ol:first-child,>ul:first-child){columns:auto}.f .accent .r>:first-child::first-letter{color:inherit!important}.f :is(.features,.columns) .g{gap:0}.f :is(.features,.columns) .g>.r{padding:0 28px;border-left:1px solid var(--h)}.f :is(.features,.columns) .g>.r:first-child{padding-left:0;border:0}.f .hero:not(.c) .w:not(.s){max-width:1120px}.f .hero:not(.c) .w:not(.s)>*{max-width:880px}}`;

/**
 * All the script of a published page: a video is fetched when it is played, a form's token when the form is used, and a
 * page that Back brings up as it was left has empty forms, since somebody else may sit here by now.
 */
export const pageScript =
  "addEventListener('click',e=>{let a=e.target.closest('[data-play]');if(a){e.preventDefault();let v=document.createElement(a.dataset.as);v.title=a.dataset.title;v.src=a.dataset.play;v.controls=v.autoplay=true;v.allow='autoplay; fullscreen';a.replaceWith(v)}});addEventListener('focusin',e=>{let t=e.target.form&&e.target.form.token;if(t&&!t.value){t.value='-';fetch('/api/funnels/form').then(r=>r.json()).then(a=>t.value=a.token,()=>t.value='')}});addEventListener('pageshow',e=>{if(e.persisted)for(let f of document.forms){f.reset();if(f.token)f.token.value=''}})";

/**
 * A script of its own, since pages that are published carry the other one as it is, and the policy knows it by its hash.
 * Counts to a moment that never moves; when it has passed, the page says so.
 */
export const countdownScript =
  "for(let e of document.querySelectorAll('[data-until]')){let u=new Date(e.dataset.until),l=document.documentElement.lang,t=e.querySelector('time'),b=document.createElement('b'),n=(v,k)=>new Intl.NumberFormat(l,{style:'unit',unit:k,unitDisplay:'long'}).format(v);t.textContent=u.toLocaleString(l,{dateStyle:'long',timeStyle:'short'});e.prepend(b);(function f(){let s=Math.floor((u-Date.now())/1e3),h=Math.floor(s/3600)%24,m=Math.floor(s/60)%60,d=Math.floor(s/86400);if(s<0){e.textContent=e.dataset.past;return}b.textContent=(d?[n(d,'day'),n(h,'hour')]:h?[n(h,'hour'),n(m,'minute')]:[n(m,'minute'),n(s%60,'second')]).join(' ');setTimeout(f,1e3)})()}";

/**
 * What is missing is said beside the field, by the style sheet; the browser’s own bubble makes way, and the first wrong
 * field has the focus.
 */
export const formScript =
  "addEventListener('invalid',e=>{let t=e.target;e.preventDefault();t==t.form.querySelector(':invalid')&&t.focus()},true)";

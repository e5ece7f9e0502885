/**
 * All the script of a published page: a video is fetched when it is played, a form's token when the form is used, and a
 * page that Back brings up as it was left has empty forms, since somebody else may sit here by now.
 */
export const pageScript =
  "addEventListener('click',e=>{let a=e.target.closest('[data-play]');if(a){e.preventDefault();let v=document.createElement(a.dataset.as);v.title=a.dataset.title;v.src=a.dataset.play;v.controls=v.autoplay=true;v.allow='autoplay; fullscreen';a.replaceWith(v)}});addEventListener('focusin',e=>{let t=e.target.form&&e.target.form.token;if(t&&!t.value){t.value='-';fetch('/api/funnels/form').then(r=>r.json()).then(a=>t.value=a.token,()=>t.value='')}});addEventListener('pageshow',e=>{if(e.persisted)for(let f of document.forms){f.reset();if(f.token)f.token.value=''}})";

/**
 * Runs in <head> before the first paint, in every browser we meet, so it is written out by hand: the chosen theme, and
 * whether to lay the page out for a member or for someone offline. Then, when the page has been painted, it asks for the
 * scripts (`data-start`), which would take the line from styles and letters. Until they are here it remembers which
 * button was pressed, for `pressAgain`. The CSP allows the hash of exactly this text.
 */
export const headScript =
  "!function(h){try{var t=localStorage.theme;if(t=='light'||t=='dark')h.dataset.theme=t;if(localStorage.offlineUser)h.dataset.offline=''}catch(e){}" +
  "try{if(/(^|; )(__Host-)?hub_hint=1(;|$)/.test(document.cookie))h.dataset.auth='in'}catch(e){}" +
  "addEventListener('click',function(e){var b=e.target.closest('button:not([popovertarget])');if(b&&h.dataset.alive==null)h.pressed=b},true)}(document.documentElement);" +
  "!function(s){document.hidden?addEventListener('DOMContentLoaded',s):requestAnimationFrame(function(){setTimeout(s)})}" +
  "(function(){document.querySelectorAll('[data-start]').forEach(function(e){var f=e.dataset.start;e.type?e.src=f:e.outerHTML='<link rel=modulepreload href='+f+'>'})})";

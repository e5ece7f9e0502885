/**
 * Runs in <head> before the first paint, in every browser we meet, so it is written out by hand: the chosen theme, and
 * whether to lay the page out for a member or for someone offline. The CSP allows it by the hash of exactly this text.
 */
export const headScript =
  "!function(h){try{var t=localStorage.theme;if(t=='light'||t=='dark')h.dataset.theme=t;if(localStorage.offlineUser)h.dataset.offline=''}catch(e){}" +
  "try{if(/(^|; )hub_hint=1(;|$)/.test(document.cookie))h.dataset.auth='in'}catch(e){}}(document.documentElement)";

/** The script that a paying page loads: the real one's Buttons, as far as a shop uses them, with a window of our own. */
export const sdkScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)};
  const names = { paypal: 'PayPal', paylater: 'Pay Later', venmo: 'Venmo', card: 'Debit or Credit Card' };
  const funding = new URL(document.currentScript.src).searchParams.get('enable-funding') || '';
  const sources = ['paypal', ...funding.split(',').filter((name) => name in names)];
  function Buttons(options) {
    let root = null;
    async function pay(source, known) {
      let refused = false;
      const gate = { resolve: () => {}, reject: () => { refused = true; } };
      if (options.onClick) await options.onClick({ fundingSource: source }, gate);
      if (refused) return;
      const popup = window.open('', 'paypal-emulator', 'width=480,height=640');
      if (!popup) return void options.onError?.(new Error('The window was blocked'));
      let orderID;
      try {
        orderID = known ?? (await options.createOrder({ paymentSource: source }));
      } catch (error) {
        popup.close();
        return void options.onError?.(error);
      }
      popup.location.href = origin + '/checkoutnow?token=' + encodeURIComponent(orderID) + '&source=' + source;
      const outcome = await new Promise((resolve) => {
        const hear = (event) => event.origin === origin && event.data?.order === orderID && resolve(event.data.outcome);
        window.addEventListener('message', hear);
        const timer = setInterval(() => popup.closed && setTimeout(() => { clearInterval(timer); resolve('closed'); }, 300), 100);
      });
      if (outcome !== 'approved') return void options.onCancel?.({ orderID });
      // As at PayPal: the same order is agreed to again, with another card.
      const actions = { restart: () => pay(source, orderID) };
      try { await options.onApprove({ orderID, payerID: 'EMULATORBUYER' }, actions); } catch (error) { options.onError?.(error); }
    }
    return {
      isEligible: () => true,
      async render(target) {
        root = typeof target === 'string' ? document.querySelector(target) : target;
        for (const source of sources) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = names[source];
          button.dataset.fundingSource = source;
          button.style.cssText = 'display:block;width:100%;min-height:44px;margin:0 0 12px;border:0;border-radius:4px;font:inherit;font-weight:700;cursor:pointer;' +
            (source === 'card' ? 'background:#2c2e2f;color:#fff' : source === 'venmo' ? 'background:#0467b0;color:#fff' : 'background:#ffc439;color:#0b1a3a');
          button.onclick = () => void pay(source);
          root.append(button);
        }
      },
      async close() { root?.replaceChildren(); },
    };
  }
  window.paypal = { Buttons, version: 'emulator', FUNDING: { PAYPAL: 'paypal', PAYLATER: 'paylater', VENMO: 'venmo', CARD: 'card' } };
})();
`;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const frame = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>
:root{color-scheme:light dark}body{max-width:26rem;margin:3rem auto;padding:0 1rem;font:17px/1.5 system-ui,sans-serif}
button{display:block;width:100%;min-height:48px;margin:.75rem 0;font:inherit;cursor:pointer}
strong{font-size:1.75rem}</style></head><body>${content}</body></html>`;

/** The window in which a buyer agrees. */
export const checkoutPage = (order: string, amount: string, source: string): string =>
  frame(
    'Test payment',
    `<h1>Test payment</h1><p>No money moves. ${escape(source === 'card' ? 'A test card pays' : 'A test account pays')}:</p>
<p><strong>${escape(amount)}</strong></p>
<form method="post"><input type="hidden" name="token" value="${escape(order)}">
<button name="act" value="approve">Pay now</button>
<button name="act" value="decline">Pay with a card that is declined</button>
<button name="act" value="pending">Pay with an eCheck that takes days</button>
<button name="act" value="cancel">Cancel and return</button></form>`,
  );

export const doneScript = (order: string, outcome: string): string =>
  `window.opener?.postMessage(${JSON.stringify({ order, outcome })}, '*');window.close();`;

export const donePage = (order: string, outcome: string): string =>
  frame('Done', `<p>You can close this window.</p><script>${doneScript(order, outcome)}</script>`);

export const subscriptionPage = (id: string): string =>
  frame(
    'Test subscription',
    `<h1>Test subscription</h1><p>No money moves.</p>
<form method="post"><input type="hidden" name="subscription" value="${escape(id)}">
<button name="act" value="approve">Agree and subscribe</button><button name="act" value="cancel">Cancel and return</button></form>`,
  );

// The stand-in's browser part: the script, the frame with the card's fields, and the bank's question. As with Square,
// the fields are in a frame of another origin: the page never sees a card.

/** `window.Square`, with the calls that Circle makes (names and answers of the Web Payments SDK's reference). */
export const squareScript = (url: string): string => `(() => {
  const url = ${JSON.stringify(url)};
  const frameFor = (path, title) => {
    const frame = document.createElement('iframe');
    frame.src = url + path;
    frame.title = title;
    frame.style.cssText = 'width:100%;height:152px;border:0;display:block;color-scheme:light';
    return frame;
  };
  const answerOf = (frame, type) => new Promise((resolve) => {
    const listen = (event) => {
      if (event.origin !== url || event.source !== frame.contentWindow || event.data?.type !== type) return;
      removeEventListener('message', listen);
      resolve(event.data);
    };
    addEventListener('message', listen);
  });
  const askBank = async (challenge) => {
    const frame = frameFor('/challenge?id=' + challenge, 'Your bank');
    frame.style.cssText = 'position:fixed;inset:0;margin:auto;width:340px;max-width:100%;height:260px;border:1px solid #888;background:#fff;z-index:1000;color-scheme:light';
    document.body.append(frame);
    const { result } = await answerOf(frame, 'confirmed');
    frame.remove();
    return result;
  };
  const check = (details) => {
    if (details === undefined) return;
    const { intent, amount, currencyCode, customerInitiated, sellerKeyedIn, billingContact } = details;
    const isCharge = intent === 'CHARGE' || intent === 'CHARGE_AND_STORE';
    if (!isCharge && intent !== 'STORE') throw new TypeError('intent');
    if (isCharge && (!/^\\d+\\.\\d\\d$/.test(amount) || !/^[A-Z]{3}$/.test(currencyCode))) throw new TypeError('amount');
    if (typeof customerInitiated !== 'boolean' || typeof sellerKeyedIn !== 'boolean') throw new TypeError('customerInitiated');
    if (typeof billingContact !== 'object') throw new TypeError('billingContact');
  };
  const makeCard = async () => {
    let frame = null;
    return {
      attach: async (target) => {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        if (!place) throw new Error('ElementNotFoundError');
        if (frame) throw new Error('PaymentMethodAlreadyAttachedError');
        frame = frameFor('/card', 'Secure card form');
        const ready = answerOf(frame, 'ready');
        place.append(frame);
        await ready;
      },
      tokenize: async (details) => {
        if (!frame) throw new Error('PaymentMethodNotAttachedError');
        check(details);
        const answer = answerOf(frame, 'tokenized');
        frame.contentWindow.postMessage({ type: 'tokenize' }, url);
        const { result, challenge } = await answer;
        return challenge ? askBank(challenge) : result;
      },
      destroy: async () => { frame?.remove(); frame = null; return true; },
    };
  };
  window.Square = {
    payments: (applicationId, locationId) => {
      if (!/^(?:sandbox-sq0idb|sq0idp)-/.test(applicationId ?? '')) throw new Error('InvalidApplicationIdError');
      if (!locationId) throw new Error('InvalidLocationIdError');
      return { card: makeCard, setLocale: async () => {} };
    },
  };
})();`;

const page = (title: string, body: string, script: string): string => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{margin:0;padding:12px;font:16px system-ui;color:#222;background:#fff}label{display:block;font-size:13px}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:8px;border:1px solid #999;border-radius:6px}
.three{display:grid;grid-template-columns:1fr 1fr 1fr;gap:8px;margin-top:10px}button{font:inherit;padding:8px 14px;margin-top:10px}</style>
${body}<script>${script}</script></html>`;

/** The fields of a card. */
export const cardPage = (): string =>
  page(
    'Card',
    `<label>Card number<input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<div class="three"><label>MM/YY<input id="expiry" inputmode="numeric"></label>
<label>CVV<input id="cvv" inputmode="numeric"></label><label>ZIP<input id="zip" inputmode="numeric"></label></div>`,
    `const value = (id) => document.getElementById(id).value.trim();
addEventListener('message', async (event) => {
  if (event.source !== parent || event.data?.type !== 'tokenize') return;
  const body = JSON.stringify({ number: value('number'), expiry: value('expiry'), cvv: value('cvv'), zip: value('zip') });
  const response = await fetch('/card', { method: 'POST', body });
  parent.postMessage({ type: 'tokenized', ...(await response.json()) }, '*');
});
parent.postMessage({ type: 'ready' }, '*');`,
  );

/** The bank asks for the code that it has sent (3-D Secure). In the sandbox it is 123456. */
export const challengePage = (id: string): string =>
  page(
    'Your bank',
    `<p><b>Your bank</b><br>Enter the code that we have sent to your phone.</p>
<label>Verification code<input id="code" inputmode="numeric"></label><button id="go">Confirm</button>`,
    `document.getElementById('go').addEventListener('click', async () => {
  const body = JSON.stringify({ id: ${JSON.stringify(id)}, code: document.getElementById('code').value.trim() });
  const response = await fetch('/challenge', { method: 'POST', body });
  parent.postMessage({ type: 'confirmed', ...(await response.json()) }, '*');
});`,
  );

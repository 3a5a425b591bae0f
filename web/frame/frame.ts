import { startShowing } from './showing.ts';
import { element, show, askJson, field } from './request.ts';

const pollMs = 2_500;
/** Six codes of 10 minutes; then somebody has to press a button. */
const maxCodes = 6;

/** Shows codes until a member has typed one. */
const startPairing = (): void => {
  let codes = 0;

  const pause = (): void => {
    show('waiting', false);
    show('paused', true);
    element('another').focus();
  };

  const askForCode = (): void => {
    if (codes === maxCodes) {
      pause();
      return;
    }
    askJson('/frame/code', {
      method: 'POST',
      timeoutMs: 10_000,
      done: (status, body) => {
        const code = field(body, 'code');
        const isMade = status === 201 && typeof code === 'string';
        show('offline', !isMade);
        if (isMade) {
          codes += 1;
          element('code').textContent = `${code.slice(0, 4)} ${code.slice(4)}`;
        }
        setTimeout(isMade ? poll : askForCode, isMade ? pollMs : 10_000);
      },
    });
  };

  const poll = (): void =>
    askJson('/frame/now', {
      timeoutMs: 10_000,
      done: (status, body) => {
        if (status === 200 && field(body, 'state') === 'showing') {
          location.reload();
          return;
        }
        show('offline', status !== 200 && status !== 401);
        // The code has expired.
        if (status === 401) askForCode();
        else setTimeout(poll, pollMs);
      },
    });

  element('another').addEventListener('click', () => {
    codes = 0;
    show('paused', false);
    show('waiting', true);
    askForCode();
  });
  askForCode();
};

if (document.body.dataset['page'] === 'showing') startShowing();
else startPairing();

/** Asks the browser to install Circle; null where it did not offer that. */
let ask: (() => void) | null = null;

/** Keeps the browser's offer to install Circle, which it makes once, soon after the page opened. */
export const keepInstallOffer = (): void =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    ask = () => {
      if ('prompt' in event && typeof event.prompt === 'function') Reflect.apply(event.prompt, event, []);
    };
  });

export const installOffer = (): (() => void) | null => ask;

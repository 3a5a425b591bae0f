// Loads after the first screen.
import { keepOnlyNeeded } from '../data/browser-storage.ts';

/** Whether the browser asks sites, by Global Privacy Control, to leave its person alone. */
export const asksForPrivacy = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/**
 * Privacy controls: reports blocked requests to other sites, and with Global Privacy Control stores
 * only what Circle needs to work.
 */
export const startPrivacy = (): void => {
  // The CSP has already blocked it; this only reports it.
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    console.error(`Circle asked nothing of ${blockedURI}: its own rules forbid it (${effectiveDirective}).`);
  });
  if (asksForPrivacy()) keepOnlyNeeded();
};

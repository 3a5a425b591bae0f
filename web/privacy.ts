import { keepOnlyNeeded } from './stores.ts';

/** Whether the browser asks sites, by Global Privacy Control, to leave its person alone. */
export const asksForPrivacy = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/**
 * The privacy controls, loaded on demand as Circle starts: nothing that the page is made to ask of another site goes
 * unnoticed, and whoever asks for privacy is remembered by nothing but what Circle needs to work.
 */
export const startPrivacy = (): void => {
  // The page's rules have stopped it already; this says so to whoever looks.
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    console.error(`Circle asked nothing of ${blockedURI}: its own rules forbid it (${effectiveDirective}).`);
  });
  if (asksForPrivacy()) keepOnlyNeeded();
};

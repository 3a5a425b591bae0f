/** Words of the design system that the first screen does not need. */
export const controls = {
  optional: 'optional',
  count: (now: number, max: number) => `${now} / ${max}`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  back: 'Back',
  dismiss: 'Dismiss',
  toast: 'Notification',
  toastRegion: 'Notifications ({hotkey})',
  language: 'Language',
  uploadBroken: 'The upload was interrupted. Please try again.',
};

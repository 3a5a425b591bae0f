/** Words of the design system. */
export const ui = {
  photoUnavailable: 'Photo unavailable',
  sharedWith: 'Shared with',
  sharedWithYou: 'Shared with you',
  close: 'Close',
  cancel: 'Cancel',
  skip: 'Skip to content',
  mainNavigation: 'Main',
  bottomNavigation: 'Main, bottom bar',
  errorId: 'Error id:',
  copy: 'Copy',
  copied: 'Copied',
  more: 'Show more',
  moreBusy: 'Loading...',
  moreFailed: 'The rest of the list could not be loaded.',
  tryAgain: 'Try again',
  broken: 'Something went wrong on our side. Please try again.',
};

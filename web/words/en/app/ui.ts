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
  between: {
    tooLarge: 'A server in front of Circle takes no file of this size (413). Please tell an administrator.',
    tooMany: 'A server in front of Circle wants a pause (429). Please wait a minute and try again.',
    signIn: 'This network asks you to sign in first (511). Open another web page, then try again.',
    unreachable: (status: number) =>
      `Circle can’t be reached just now (${status}). Please try again in a minute.`,
    refused: (status: number) => `Something between you and Circle refused this (${status}).`,
  },
};

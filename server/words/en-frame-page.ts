/** The sentences of a picture frame's page. */
export const framePage = {
  title: 'Picture frame',
  heading: 'Show a circle on this screen',
  stepOpen: 'Open Circle on your phone or computer.',
  stepGo: 'Under My Account, Picture frames, choose Add a frame.',
  stepType: 'Type this code:',
  codeWorks: 'The code works once, for 10 minutes.',
  preparing: 'One moment…',
  stayOn: 'Set this device so that its screen stays on. Tap the photos to see them full screen.',
  another: 'Show a new code',
  pausedTitle: 'Are you still there?',
  paused: 'Nobody has typed a code for an hour. Press the button when you’re ready.',
  offline: 'There’s no connection to Circle. We’ll try again automatically.',
  empty: 'There are no photos in this circle yet. New ones appear here.',
  ended: 'This frame was ended. It shows nothing any more.',
  away: 'No connection. The photos come back with it.',
  noScript: 'A picture frame needs JavaScript. Please turn it on in this browser.',
};

export const frame = {
  contacts: 'Contacts',
  home: 'Home',
  circles: 'Circles',
  logout: 'Logout',
  reportBug: 'Report a Bug',
  splash: 'Loading your dashboard...',
  /** In the directory. */
  checking: 'Checking authentication...',
  offline: 'You are offline. Circle opens as soon as the connection is back.',
  isOffline: 'You are offline.',
  unreachable: 'Circle cannot be reached.',
  asOf: (when: string) => `You see how things were ${when}.`,
  reload: 'Try again',
  notYet: 'Not loaded yet',
  opensLater: 'This page opens as soon as the connection is back.',
  notLoaded: 'This could not be loaded: you are offline.',
};

export const session = {
  expired: { title: 'Session Expired', text: 'Please log in again to continue.' },
  unauthorized: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  unsent: {
    title: 'Log out before it is shared?',
    text: 'A moment of yours waits for a connection. Logging out deletes it from this browser.',
    action: 'Log out anyway',
  },
};

export const startUp = {
  title: 'Circle App Loading Issue',
  advice: 'Please refresh the page.',
};

export const trouble = {
  title: 'This page broke',
  text: 'That is our fault, not yours. Loading it again usually helps.',
  reload: 'Load again',
};

/** Titles of the documents, as they stand in the browser's tab. */
export const titles = {
  home: 'Your Feed',
  priorityFeed: 'Closest first',
  createPost: 'New moment',
  dailyPhoto: 'Share a moment',
  post: 'Moment',
  circles: 'Your circles',
  circle: 'Circle',
  profile: 'Profile',
  ownProfile: 'Your profile',
  contacts: 'Contacts',
  directory: 'Everyone here',
  notifications: 'Notifications',
  account: 'My Account',
  invitations: 'Invite by e-mail',
  invitation: 'Invitation',
  confirmEmail: 'Confirm your e-mail',
  publicHome: 'Circle',
  signIn: 'Sign in',
  signUp: 'Sign up',
  welcome: 'Welcome',
  bookmark: 'Keep Circle close',
  notFound: 'Not found',
  forgotten: 'Forgot your password?',
  move: 'Sign in',
  notMe: 'Was this you?',
  review: 'Your account',
  reset: 'Choose a new password',
  adminReports: 'Reports',
  adminVerifications: 'Verifications',
  adminMembers: 'Members',
  adminAudit: 'Audit log',
  adminSystem: 'System',
  authDebug: 'Auth debug',
  bugReports: 'Bug reports',
  scenarios: 'Test scenarios',
  verification: 'Identity Verification',
  subscribe: 'Subscribe',
  donate: 'Support Circle',
  install: 'Install',
  guide: 'Make a bookmark of Circle',
};

export const shell = {
  contacts: 'Contacts',
  home: 'Home',
  circles: 'Circles',
  search: 'Search moments',
  logout: 'Logout',
  reportBug: 'Report a Bug',
  splash: 'Loading your dashboard...',
  /** In the directory. */
  checking: 'Checking authentication...',
  offline: 'You’re offline. Circle opens as soon as you’re back online.',
  notYet: 'Not loaded yet',
  opensLater: 'This page opens as soon as you’re back online.',
  notLoaded: 'This could not be loaded because you’re offline.',
};

export const session = {
  expired: { title: 'Session Expired', text: 'Please log in again to continue.' },
  unauthorized: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  leave: {
    title: 'Log out on this device?',
    text: 'This device forgets what it kept of Circle, such as moments and photos. Nothing on Circle is deleted.',
    textWithDrafts:
      'This device forgets what it kept of Circle, such as moments and photos, and what you began to write here. Nothing that you shared is deleted.',
    action: 'Logout',
  },
  unsent: {
    title: 'Sign out before it’s sent?',
    text: 'Something you shared or changed isn’t sent yet, because you were offline. Signing out deletes it.',
    action: 'Sign out anyway',
  },
};

export const startUp = {
  title: 'Circle App Loading Issue',
  advice: 'Please refresh the page.',
};

export const trouble = {
  title: 'Something on this page went wrong',
  text: 'That is our fault, not yours. Loading it again usually helps.',
  reload: 'Load again',
  gone: 'This page could not be loaded',
  goneText: 'Circle may have been updated just now. Load it again; what you wrote is kept.',
};

/** Titles of the documents, as they stand in the browser's tab. */
export const titles = {
  home: 'Your Feed',
  priorityFeed: 'Closest first',
  createPost: 'New moment',
  createAlbum: 'New album',
  import: 'Bring your photos',
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

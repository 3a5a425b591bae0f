/** Pages that the viewer may not open. */
export const denied = {
  title: 'Access Denied',
  admin: 'You need administrator privileges to access this page.',
  scenarios: 'You must be logged in to access test scenarios.',
  home: 'Back to home',
  protect: 'Set one up',
  signIn: 'Sign In',
};

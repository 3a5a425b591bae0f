export const notFound = {
  title: 'Page not found',
  lookedFor: 'We looked for',
  home: 'Go Home',
  signIn: 'Sign in',
  profiles: 'Browse All Profiles',
};

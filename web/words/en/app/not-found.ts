export const notFound = {
  title: 'There is nothing in this circle',
  lookedFor: 'We looked for',
  home: 'Go Home',
  signIn: 'Sign in',
  profiles: 'Browse All Profiles',
};

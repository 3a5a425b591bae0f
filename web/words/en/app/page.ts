/** Texts of the page and the manifest before our code runs; the build writes them there. */
export const page = {
  description: 'A private, invite-only, ad-free place to share moments with the people you choose.',
  needsScript: 'Circle needs JavaScript. Please switch it on in your browser.',
  manifest: {
    description: 'A private place to share moments with the people you choose.',
    share: 'Share a moment',
    closest: 'Closest first',
    notifications: 'Notifications',
  },
};

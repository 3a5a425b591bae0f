export const members = {
  /** Where a person has no name that the viewer may know of. */
  nobody: 'User',
  verified: 'Verified',
};

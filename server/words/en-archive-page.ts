/** The sentences of the pages in the archive of a circle. */
export const archivePage = {
  /** The folder of the folders of albums. */
  albums: 'Albums',
  made: (when: string) => `Everything that you could see on ${when}.`,
  parts:
    'Unpack all parts into the same folder: then these pages show every photo. The photos are in folders by year, and by album.',
  incomplete: 'The circle has more than fits into one download. It has the newest photos.',
  /** A page of moments, by its first and last day. */
  span: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  empty: 'You could not see any moment in this circle yet.',
  back: 'All pages',
};

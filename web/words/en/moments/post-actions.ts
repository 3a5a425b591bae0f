/** The menu of a moment. */
export const postActions = {
  audience: 'Who can see this',
  takeBack: 'Take back...',
  delete: 'Delete Post',
};

/** The viewer of photos. */
export const photoViewer = {
  viewer: 'Photos',
  at: (at: number, total: number, alt: string) => `Photo ${at} of ${total}: ${alt}`,
  close: 'Close',
  zoom: 'Zoom',
  download: 'Download this photo',
  previous: 'Previous photo',
  next: 'Next photo',
  takenOn: (day: string) => `Taken on ${day}`,
};

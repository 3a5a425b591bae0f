/** Describing the photos of a moment after it was shared. */
export const describe = {
  text: 'Descriptions are read out to people who cannot see the photos.',
  save: 'Save',
  busy: 'Saving...',
  done: 'Photos described',
  failed: 'The descriptions were not saved',
};

/** Describing the photos of a moment after it was shared. */
export const describe = {
  text: 'People who can’t see the photos have the descriptions read out to them.',
  save: 'Save',
  busy: 'Saving...',
  done: 'Photos described',
  failed: 'The descriptions were not saved',
};

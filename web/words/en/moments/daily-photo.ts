/** The page where one photo of the day is shared. */
export const dailyPhoto = {
  title: 'Share a moment',
  intro: 'One photo from today. It doesn’t have to be perfect.',
  take: 'Take Photo',
  limit: 'Photos only, up to 10 MB.',
  onlyPhotos: 'This can only be a photo. You can share the video as a moment.',
  choose: 'Choose Photo',
  different: 'Choose Different',
  use: 'Use This Photo',
  preparing: 'Preparing your photo...',
  photo: 'Your photo',
  discardDialog: {
    title: 'Discard this photo?',
    text: 'Circle deletes it from this device. It was not shared.',
    action: 'Discard',
  },
  failed: 'Failed to share your photo. Please try again.',
};

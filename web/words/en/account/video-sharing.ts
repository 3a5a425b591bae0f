/** The card on my account about sharing videos. */
export const videoSharing = {
  title: 'Video sharing',
  allowed: {
    all: 'You can share videos of up to 3 minutes, two in each moment.',
    premium: 'With Premium you can share videos of up to 3 minutes, two in each moment.',
    off: 'Nobody can share videos here.',
  },
  lacksPlan: 'You need Premium to share videos. You can play the videos that others share with you.',
  plan: 'See what Premium includes',
};

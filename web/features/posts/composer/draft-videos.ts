// The code of videos loads when there is one.

/** Deletes the file of one video of a draft. */
export const forgetVideoFile = async (userId: string, keptAs: string): Promise<void> => {
  try {
    const { forgetKeptVideo } = await import('../../media/video/kept-video.ts');
    await forgetKeptVideo(userId, keptAs);
  } catch (error) {
    // Without a connection the code may be missing. A sweep deletes the file after a day.
    console.warn(error);
  }
};

/** Deletes the files of all videos of a member's draft. */
export const deleteVideosOf = async (userId: string): Promise<void> => {
  const { deleteStoredVideos } = await import('../../media/video/stored-videos.ts');
  await deleteStoredVideos(`${userId}.`);
};

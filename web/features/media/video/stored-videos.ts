/** Milliseconds after which a converted video that nobody shared is deleted. The server keeps its parts as long. */
export const maxAgeMs = 24 * 60 * 60_000;

/** Reports an error other than that this browser has no private file system, or nothing of this name in it. */
const reportUnlessAbsent = (error: unknown): void => {
  const isAbsent =
    error instanceof TypeError ||
    (error instanceof DOMException && ['NotFoundError', 'SecurityError'].includes(error.name));
  if (!isAbsent) console.warn(error);
};

/** The folder of converted videos in the browser's private file system. Rejects where there is none. */
export const folderOfVideos = async (): Promise<FileSystemDirectoryHandle> => {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('videos', { create: true });
};

/** Reads a converted video; null if this browser has none of this name. */
export const readStoredVideo = async (name: string): Promise<File | null> => {
  try {
    return await (await (await folderOfVideos()).getFileHandle(name)).getFile();
  } catch (error) {
    reportUnlessAbsent(error);
    return null;
  }
};

/** Milliseconds to wait for a worker that was just terminated to let go of its file. */
const waitsMs = [0, 500, 2_000];

const remove = async (folder: FileSystemDirectoryHandle, name: string): Promise<void> => {
  for (const waitMs of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await folder.removeEntry(name);
    } catch (error) {
      // The next sweep deletes what is left.
      console.warn(error);
    }
  }
};

/** Deletes the converted videos that `isGone` accepts, by their name and age in milliseconds. */
const deleteWhere = async (isGone: (name: string, ageMs: number) => boolean): Promise<void> => {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('videos');
    for await (const [name, entry] of folder.entries()) {
      if (!(entry instanceof FileSystemFileHandle)) continue;
      const { lastModified } = await entry.getFile();
      if (isGone(name, Date.now() - lastModified)) await remove(folder, name);
    }
  } catch (error) {
    reportUnlessAbsent(error);
  }
};

/** Deletes the converted videos whose names start with this. */
export const deleteStoredVideos = (start: string): Promise<void> =>
  deleteWhere((name) => name.startsWith(start));

/** Deletes converted videos that are older than a day. */
export const deleteOldStoredVideos = (): Promise<void> => deleteWhere((_, ageMs) => ageMs > maxAgeMs);

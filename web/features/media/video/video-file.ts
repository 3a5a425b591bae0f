import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { folderOfVideos } from './stored-videos.ts';

/** A file that a conversion writes. */
export interface VideoFile {
  target: StreamTarget;
  /** Closes the file. Returns the name under which `readStoredVideo` finds it, or the file itself. */
  finish: () => string | Blob;
}

/** Bytes that are collected before they are written. */
const chunkSize = 4 * 1024 * 1024;

/** Writes to the browser's private file system, where a converted video outlives a reload. */
const toDisk = async (name: string): Promise<VideoFile> => {
  const folder = await folderOfVideos();
  const entry = await folder.getFileHandle(name, { create: true });
  const access = await entry.createSyncAccessHandle();
  access.truncate(0);
  const write = ({ data, position }: StreamTargetChunk) => {
    if (access.write(data, { at: position }) < data.byteLength)
      throw new DOMException('', 'QuotaExceededError');
  };
  return {
    target: new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize }),
    finish: () => {
      access.flush();
      access.close();
      return name;
    },
  };
};

/** Collects the file as a chain of blobs, which browsers move to the disk when they become large. */
const toBlob = (type: string): VideoFile => {
  let file = new Blob([], { type });
  const write = ({ data, position }: StreamTargetChunk) => {
    file = new Blob([file.slice(0, position), data, file.slice(position + data.byteLength)], { type });
  };
  return {
    target: new StreamTarget(new WritableStream({ write }), { chunked: true, chunkSize }),
    finish: () => file,
  };
};

/** Creates the file under this name, on the disk where the browser allows it. */
export const createVideoFile = async (name: string, type: string): Promise<VideoFile> => {
  try {
    return await toDisk(name);
  } catch {
    // Private windows and old browsers have no private file system.
    return toBlob(type);
  }
};

/** A file of an archive or a folder on this device. Nothing is read before `read`. */
export interface SourceFile {
  /** Its path in the archive or folder, with slashes. */
  path: string;
  bytes: number;
  read: () => Promise<Blob>;
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of the folder that a file is in; empty for the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The end of a file's name from its last dot on, in lower case; empty without one. */
export const extensionOf = (path: string): string => {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
};

const photoEnds = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.hif'];
const videoEnds = ['.mp4', '.mov', '.m4v', '.webm', '.mkv', '.3gp', '.avi', '.mts', '.mpg', '.mpeg', '.mp'];

export const isPhotoName = (path: string): boolean => photoEnds.includes(extensionOf(path));
export const isVideoName = (path: string): boolean => videoEnds.includes(extensionOf(path));

const maxJsonBytes = 64 * 1024 * 1024;

/** The contents of a JSON file; null if it is none. */
export const readJson = async (file: SourceFile): Promise<unknown> => {
  if (file.bytes > maxJsonBytes) return null;
  try {
    return JSON.parse(await (await file.read()).text());
  } catch (error) {
    console.warn(error);
    return null;
  }
};

/** A file that looks like an archive and cannot be read. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
  readonly fileName: string;

  constructor(fileName: string, options: ErrorOptions) {
    super(`Cannot read ${fileName}`, options);
    this.fileName = fileName;
  }
}

/** `other` is a picture in a format that Circle does not take. */
export type Kind = 'photo' | 'video' | 'other';

/** A file of an archive or a folder on this device. Nothing is read before `read`. */
export interface UnsortedFile {
  /** Its path in the archive or folder, with slashes. */
  path: string;
  bytes: number;
  read: () => Promise<Blob>;
}

export interface SourceFile extends UnsortedFile {
  /** Null for a file that is neither picture nor film. */
  kind: Kind | null;
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

const kinds: Readonly<Record<Kind, RegExp>> = {
  photo: /^(?:jpe?g|jpe|jfif|mpo|png|webp|heic|heif|hif)$/,
  video: /^(?:mp4|mov|qt|m4v|webm|mkv|3gp|3g2|avi|wmv|flv|ogv|vob|m2ts|mts|m2v|mpg|mpeg)$/,
  // Raw files of cameras have many names.
  other:
    /^(?:gif|tiff?|avifs?|bmp|jxl|jp2|heics|psd|dng|raw|cr[23w]|ne[fw]|nrw|arw|sr[f2w]|orf|rw[2l]|raf|pef|x3f|3fr|erf|kdc|mrw|dcr|mef|mos|iiq|gpr)$/,
};
/** Films of telephones, such as `PXL_1.MP~2` and `MVIMG_1`. */
const filmName = /\.mp(?:~\d+)?(?:\(\d+\))?$|^MVIMG_[^.]+$/i;

export const kindOfName = (path: string): Kind | null => {
  const end = extensionOf(path).slice(1);
  if (filmName.test(nameOf(path))) return 'video';
  return (['photo', 'video', 'other'] as const).find((kind) => kinds[kind].test(end)) ?? null;
};

/** The first bytes of files, as letters. */
const starts: Readonly<Record<Kind, RegExp>> = {
  photo: /^(?:\u00ff\u00d8\u00ff|\u0089PNG|RIFF.{4}WEBP|.{4}ftyp(?:he|mif|msf))/su,
  other: /^(?:GIF8|II\*|MM.\*|.{4}ftyp(?:avi|crx))/su,
  video: /^(?:.{4}ftyp|.E\u00df\u00a3|RIFF.{4}AVI)/su,
};

const kindOfContent = async (file: UnsortedFile): Promise<Kind | null> => {
  try {
    const bytes = new Uint8Array(await (await file.read()).slice(0, 16).arrayBuffer());
    const start = String.fromCharCode(...bytes);
    return (['photo', 'other', 'video'] as const).find((kind) => starts[kind].test(start)) ?? null;
  } catch (error) {
    console.warn(error);
    return null;
  }
};

/** Tells pictures and films by their names. Only a file whose name has no usual ending is read. */
export const sorted = async (file: UnsortedFile): Promise<SourceFile> => {
  const isNamed = /^\.[a-z\d]{1,5}$/.test(extensionOf(file.path));
  return { ...file, kind: kindOfName(file.path) ?? (isNamed ? null : await kindOfContent(file)) };
};

/** Whether the name of a film is that of its photo with another ending. */
export const hasVideoEnd = (path: string): boolean => kinds.video.test(extensionOf(path).slice(1));

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

/** An export in another form than the one that can be read. */
export class OtherExport extends Error {
  override name = 'OtherExport';
  /** The name of an archive that is no ZIP file; null for an export as HTML. */
  readonly fileName: string | null;

  constructor(fileName: string | null) {
    super(fileName ?? 'HTML');
    this.fileName = fileName;
  }
}

/** A file that looks like an archive and cannot be read. */
export class BrokenArchive extends Error {
  override name = 'BrokenArchive';
  readonly fileName: string;

  constructor(fileName: string, options: ErrorOptions) {
    super(`Cannot read ${fileName}`, options);
    this.fileName = fileName;
  }
}

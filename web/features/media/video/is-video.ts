const bytesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const ebml = [0x1a, 0x45, 0xdf, 0xa3];

const has = (bytes: Uint8Array, mark: readonly number[], at = 0) =>
  mark.every((byte, index) => bytes[at + index] === byte);

const isPicture = (brand: string): boolean => /^(?:hei|hev|mif1|msf1|avi[fs])/.test(brand);

/** Whether a file is meant to be a video: an MP4, a MOV, a WebM or Matroska file, or anything of that type. */
export const isVideo = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const isBoxes = has(start, bytesOf('ftyp'), 4) && !isPicture(String.fromCharCode(...start.slice(8, 12)));
  return file.type.startsWith('video/') || isBoxes || has(start, ebml);
};

import yazl from 'yazl';

/** A file of an archive: text, bytes, or data that is written as JSON. */
export type Contents = string | Uint8Array | object;

const bytesOf = (contents: Contents): Buffer => {
  if (contents instanceof Uint8Array) return Buffer.from(contents);
  return Buffer.from(typeof contents === 'string' ? contents : JSON.stringify(contents));
};

/** A ZIP archive of these files. */
export const zipOf = async (
  files: Readonly<Record<string, Contents>>,
  { isZip64 = false }: { isZip64?: boolean } = {},
): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [name, contents] of Object.entries(files))
    zip.addBuffer(bytesOf(contents), name, { compress: name.endsWith('.json'), forceZip64Format: isZip64 });
  zip.end({ forceZip64Format: isZip64, comment: '' });
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

/** The JSON file that Google writes beside a photo. */
export const sidecar = (title: string, day: string, description = ''): object => ({
  title,
  description,
  photoTakenTime: { timestamp: String(Date.parse(`${day}T12:00:00Z`) / 1_000) },
});

/** Text as Instagram and Facebook write it: each byte of UTF-8 is a letter. */
export const broken = (text: string): string => Buffer.from(text).toString('latin1');

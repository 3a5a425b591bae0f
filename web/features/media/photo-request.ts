import * as z from 'zod/mini';

/** The input of an item that is a photo. */
export const PhotoInput = z.object({
  name: z.string(),
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: z.nullable(z.string()),
  /** The SHA-256 of the chosen file, in hex. */
  contentHash: z.nullable(z.string()),
  /** The description for people who cannot see it. */
  alt: z.optional(z.string()),
  /** Whether the stored file is the one to upload, not the one that was chosen. */
  isReady: z.boolean(),
});
export type PhotoInput = z.infer<typeof PhotoInput>;

/** A photo that was uploaded: its id, and the URL under which its uploader sees it. */
const Uploaded = z.object({ id: z.string(), url: z.string() });

/** The photo on the server; null if it is not there. */
export const uploadedOf = (result: unknown): z.infer<typeof Uploaded> | null =>
  Uploaded.safeParse(result).data ?? null;

/** The ids of the photos and videos that are on the server. */
export const idsOf = (results: readonly unknown[]): string[] =>
  results.flatMap((result) => uploadedOf(result)?.id ?? []);

/** The form of a photo whose file is ready. */
export const photoForm = ({ name, takenOn, contentHash }: PhotoInput, ready: Blob): FormData => {
  const form = new FormData();
  if (takenOn !== null) form.append('takenOn', takenOn);
  if (contentHash !== null) form.append('contentHash', contentHash);
  form.append('photo', ready, name);
  return form;
};

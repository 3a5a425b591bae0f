import * as z from 'zod/mini';

export const photoShapes = ['original', 'square', 'portrait'] as const;

/** How a photo is turned and cropped before its upload. */
const PhotoEdit = z.object({
  /** Quarters to the right. */
  turns: z.number(),
  shape: z.enum(photoShapes),
  /** Where the frame lies in the longer direction, 0 to 1. */
  at: z.number(),
});
export type PhotoEdit = z.infer<typeof PhotoEdit>;

export const isEdited = ({ turns, shape }: PhotoEdit): boolean => turns % 4 !== 0 || shape !== 'original';

export const unedited: PhotoEdit = { turns: 0, shape: 'original', at: 0.5 };

/** The input of an item that is a photo. */
export const PhotoInput = z.object({
  name: z.string(),
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it, empty if its member has deleted it. */
  takenOn: z.nullable(z.string()),
  /** The SHA-256 of the chosen file, in hex. */
  contentHash: z.nullable(z.string()),
  /** The description for people who cannot see it. */
  alt: z.optional(z.string()),
  /** The stored file is not edited: the edit is made for the upload alone, and can be changed. */
  edit: z.optional(PhotoEdit),
  /** Whether the stored file is the one to upload, not the one that was chosen. */
  isReady: z.boolean(),
});
export type PhotoInput = z.infer<typeof PhotoInput>;

interface WithInput {
  input: unknown;
}

/** How a chosen photo is edited. */
export const editOf = ({ input }: WithInput): PhotoEdit => PhotoInput.safeParse(input).data?.edit ?? unedited;

/** The day on which a chosen photo was taken; empty or null if it is not known. */
export const takenOnOf = ({ input }: WithInput): string | null =>
  PhotoInput.safeParse(input).data?.takenOn ?? null;

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

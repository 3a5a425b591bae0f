/**
 * A copy in memory. The browser refuses to send a chosen file that has changed on the disk since, as files of a cloud
 * drive seem to do. @throws DOMException if it can no longer be read
 */
export const inMemory = async (file: Blob): Promise<Blob> =>
  file instanceof File ? new Blob([await file.arrayBuffer()], { type: file.type }) : file;

/** Whether a file has changed or vanished since it was chosen. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');

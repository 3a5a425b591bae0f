/** Reads JSON text of a selection. */
// The text was written by the selections of present.ts and present-photos.ts, and their fields are those read there.
// oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unnecessary-type-parameters
export const parsed = <T>(json: string): T => JSON.parse(json) as T;

/** The hours of the frame's own clock between which it is dark. */
export interface Night {
  from: number;
  to: number;
}

/** Reads the hours from the page; null for a frame that is never dark. */
export const nightOf = ({ from, to }: Record<string, string | undefined>): Night | null =>
  from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };

/** Whether it is night at this hour. A night may begin before midnight. */
export const isNight = (night: Night | null, hour: number): boolean => {
  if (night === null) return false;
  const { from, to } = night;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
};

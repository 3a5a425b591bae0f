import * as z from 'zod/mini';

/** A daily photo: its file is that of its item. */
export const DailyInput = z.object({
  name: z.string(),
  /** The day on which it was taken, `YYYY-MM-DD`; null if its file does not name it. */
  takenOn: z.nullable(z.string()),
  circleIds: z.array(z.string()),
  /** Leaves out the members who take part by letter. */
  withoutLetters: z.boolean(),
  /** The members who are left out. */
  leftOut: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the day on which the photo was taken stays. */
  keepsDays: z.boolean(),
});
export type DailyInput = z.infer<typeof DailyInput>;

/** The title that marks a daily photo. */
const content = 'Daily photo share';

/** The form of a daily photo. */
export const dailyForm = (input: DailyInput, file: Blob): FormData => {
  const { name, takenOn, circleIds, withoutLetters, leftOut, keepsDays } = input;
  const form = new FormData();
  form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (!keepsDays) form.append('keepsDays', 'false');
  else if (takenOn !== null) form.append('takenOn', takenOn);
  form.append('image', file, name);
  return form;
};

import * as z from 'zod/mini';
import * as circles from '../../../contract/circles.ts';

const fields = {
  name: true,
  description: true,
  color: true,
  showsEarlierPosts: true,
  lettersCarry: true,
} as const;

/** The fields of the two forms, each with its own sentence for a missing name. */
export const createForm = z.pick(circles.create.input, fields);
export const editForm = z.pick(circles.edit.input, fields);

export type CircleValues = z.input<typeof editForm>;
export type CheckedValues = z.output<typeof editForm>;

import * as z from 'zod/mini';
import * as circles from '../../../contract/circles.ts';

const fields = { name: true, description: true, color: true, showsEarlierPosts: true } as const;

/** What the two forms hold of their calls' inputs, each with its own sentence for a missing name. */
export const createForm = z.pick(circles.create.input, fields);
export const editForm = z.pick(circles.edit.input, fields);

export type CircleValues = z.input<typeof editForm>;
export type CheckedValues = z.output<typeof editForm>;

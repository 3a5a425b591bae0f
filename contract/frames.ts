import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { hour, id } from './fields.ts';
import { page, Person } from './shapes.ts';
import { PasskeyProof } from './text/webauthn.ts';

/** The hours of the frame's own clock between which it is dark. */
const Night = z.object({ from: z.number(), to: z.number() });

/** A picture frame of the caller. */
export const Frame = z.object({
  id: z.string(),
  circle: z.object({ id: z.string(), name: z.string() }),
  device: z.string(),
  createdAt: z.string(),
  /** At most five minutes too early. */
  lastSeenAt: z.string(),
  night: z.nullable(Night),
});
export type Frame = z.infer<typeof Frame>;

/** Frames that show the photos of a moment to everybody who looks at them, by the members whose frames they are. */
export const MomentFrames = z.object({
  /** First names, without the caller's; the longest first, at most 10. */
  names: z.array(z.string()),
  others: z.number(),
  /** The caller has one. */
  isOwn: z.boolean(),
});
export type MomentFrames = z.infer<typeof MomentFrames>;

/** The code that a frame shows, as typed: upper-cased, without spaces and dashes. */
const frameCode = z.pipe(
  z.string(messages.frameCodeInvalid).check(z.maxLength(100, messages.frameCodeInvalid)),
  z.transform((value: string) => value.toUpperCase().replaceAll(/[\s-]/g, '')),
);

export const list = endpoint.get('/api/frames', {
  credential: 'member',
  summary: "The caller's picture frames, newest first; at most 10",
  input: z.strictObject({}),
  output: page(Frame),
  caching: 'no-store',
});

export const create = endpoint.post('/api/frames', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'Shows one circle on the device whose code it is, until this is ended',
  input: z.strictObject({
    circleId: id,
    code: frameCode,
    night: z.optional(z.nullable(z.strictObject({ from: hour, to: hour }))),
    password: z.optional(
      z
        .string(messages.fillAllFields)
        .check(z.minLength(1, messages.fillAllFields), z.maxLength(1_000, messages.passwordWrong)),
    ),
    passkey: z.optional(PasskeyProof),
  }),
  output: z.object({ id: z.string() }),
  status: 201,
  caching: 'no-store',
});

export const end = endpoint.delete('/api/frames/:id', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Ends a picture frame: it goes black',
  input: z.strictObject({ id }),
  output: null,
  caching: 'no-store',
});

export const ofCircle = endpoint.get('/api/circles/:id/frames', {
  credential: 'member',
  summary:
    'Members who show the circle on a picture frame, the longest first; the first 10, and how many there are',
  input: z.strictObject({ id }),
  output: z.object({ items: z.array(Person), count: z.number() }),
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const VideoSharing = z.enum(['all', 'premium', 'off']);
export type VideoSharing = z.infer<typeof VideoSharing>;

export const config = endpoint.get('/api/config', {
  credential: 'anyone',
  summary: 'What the browser needs to know before anybody signs in',
  input: z.strictObject({}),
  output: z.object({
    productName: z.string(),
    version: z.string(),
    payments: z.object({
      enabled: z.boolean(),
      applicationId: z.nullable(z.string()),
      locationId: z.nullable(z.string()),
      scriptUrl: z.nullable(z.string()),
    }),
    /** Administrators may vouch for the people that they invite, with `vouch` every verified member. */
    verification: z.enum(['admin', 'vouch']),
    push: z.nullable(z.object({ publicKey: z.string() })),
    /** Whether this installation sends mail, and letters with it. Otherwise mails become files. */
    letters: z.boolean(),
    /** Whether this installation receives mail, so that circles may have members who only have e-mail. */
    mailboxMembers: z.boolean(),
    /** The host and port at which this machine alone finds the server; null where other devices may. */
    onlyHere: z.nullable(z.string()),
    /** The host and port that only devices in the same home or office find; null where others may. */
    onlyNearby: z.nullable(z.string()),
    /** Videos may be shared by everybody, by members with the Premium plan, or by nobody. */
    video: VideoSharing,
  }),
});

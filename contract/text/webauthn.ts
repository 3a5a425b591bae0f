import * as z from 'zod/mini';
import { messages } from '../errors/errors.ts';

// Messages between server and authenticator through the browser (W3C Web Authentication, the JSON forms). Not strict:
// extra fields that browsers add are accepted and dropped.

const bytes = z.string(messages.passkeyFailed).check(z.maxLength(16_384, messages.passkeyFailed));

const answered = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key', messages.passkeyFailed),
  authenticatorAttachment: z.optional(z.string()),
};

/** A newly created passkey. */
export const NewCredential = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** A used passkey. */
export const UsedCredential = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.nullable(bytes)),
  }),
});
export type UsedCredential = z.infer<typeof UsedCredential>;

/** A used passkey, and the ticket that its challenge came with. */
export const PasskeyProof = z.strictObject({ ticket: z.string(), credential: UsedCredential });
export type PasskeyProof = z.infer<typeof PasskeyProof>;

const named = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/** The options for creating a passkey. */
export const NewOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** The options for using a passkey. An empty list lets the person choose. */
const UseOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(named),
  userVerification: z.literal('required'),
});

export const PasskeyQuestion = z.object({ ticket: z.string(), options: UseOptions });

/** A passkey as its member knows it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof Passkey>;

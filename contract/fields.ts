import * as z from 'zod/mini';
import { composed } from './text/composed.ts';
import { messages } from './errors/errors.ts';
import { limits } from './limits.ts';
import { shortMentions } from './text/mention-tokens.ts';
import { isTakenDay } from './text/taken-day.ts';
import { hasInvisible, visible, withoutIgnorable, withVisibleEnds } from './text/visible.ts';

const length = (text: string) => [...text].length;
// A code point has at most two units, so a text of megabytes can be refused without counting code points.
const fits = (text: string, max: number) => text.length <= 2 * max && length(text) <= max;

// Control characters and the marks that turn writing direction around can make one name look like another.
const deceptive = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const controls = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

/** A name on one line. Without ignorable characters no two names look the same for them. */
const nameOf = (value: string): string =>
  visible(withoutIgnorable(composed(value)).replace(deceptive, ' ').replaceAll(/\s+/gu, ' ').trim());

/**
 * Text of several lines: NFC, without control characters, trimmed, empty if a reader sees nothing; `max` in code points;
 * may be empty unless `required`.
 * `shown` is what counts of it.
 */
export const text = (max: number, tooLong: string, required?: string, shown = (value: string) => value) =>
  z.pipe(
    z.pipe(
      z.string(required),
      z.transform((value: string) =>
        visible(composed(value).replaceAll('\r\n', '\n').replace(controls, '').trim()),
      ),
    ),
    z.string().check(
      z.refine((value) => required === undefined || value !== '', { error: required ?? '', abort: true }),
      z.refine((value) => fits(shown(value), max), tooLong),
    ),
  );

/** As `text`, for words in which a mention counts as one character. */
export const writing = (max: number, tooLong: string, required?: string) =>
  text(max, tooLong, required, shortMentions);

/** A name on one line: as `text`, and without any format or bidirectional-override character. */
export const line = (max: number, required: string, tooLong: string) =>
  z.pipe(
    z.pipe(z.string(required), z.transform(nameOf)),
    z.string().check(
      z.refine((value) => value !== '', { error: required, abort: true }),
      z.refine((value) => fits(value, max), tooLong),
    ),
  );

/** Like `line`, but may be empty: then null. */
export const lineOrNone = (max: number, tooLong: string) =>
  z.pipe(
    z.pipe(
      z.nullable(z.string()),
      z.transform((value: string | null) => nameOf(value ?? '') || null),
    ),
    z.nullable(z.string().check(z.refine((value) => fits(value, max), tooLong))),
  );

// The part before the @ has no dot at an end, no two dots in a row, and no leading `-`, which a mail program would
// take for an option. The domain is a name, not an IP address.
const part = String.raw`[^\s\p{Cc}@<>(),;:"\\.[\]]+`;
const label = String.raw`[^\s\p{Cc}@<>(),;:"\\.[\]\-](?:[^\s\p{Cc}@<>(),;:"\\.[\]]*[^\s\p{Cc}@<>(),;:"\\.[\]\-])?`;
const addressShape = new RegExp(
  String.raw`^(?!-)${part}(?:\.${part})*@(?:${label}\.)+(?!\d+$)${label}$`,
  'u',
);

/** An e-mail address by a simple pattern; kept as typed, compared without case elsewhere. */
export const email = z.pipe(
  z.pipe(
    z.string(messages.emailRequired),
    z.transform((value: string) => withVisibleEnds(value)),
  ),
  z.string().check(
    z.refine((value) => value !== '', { error: messages.emailRequired, abort: true }),
    z.refine((value) => !hasInvisible(value), { error: messages.emailInvisible, abort: true }),
    z.refine((value) => value.length <= limits.email && addressShape.test(value), messages.emailInvalid),
  ),
);

/** `#rrggbb`, written in upper case. */
export const color = z.pipe(
  z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, messages.colorInvalid)),
  z.transform((value: string) => value.toUpperCase()),
);

/**
 * Words with a meaning in URLs, or that could be mistaken for Circle itself. A test checks that the names of
 * endpoints and pages are on this list.
 */
const reserved: ReadonlySet<string> = new Set(
  `accept account action admin administrator album albums all api app archive archives assets audience audit auth
  backup block blocks bug bugs camera circle circles claim code codes comment comments config confirm contact contacts
  data delivery denial donate done email events everybody everyone export face factor factors failed feed feedback file
  follow fonts frame frames handle healthz help home icons image images img import imports install invitations
  invite invites jobs join keepers kept known landing letter like liked likes login logout look mail mail-in mails me members
  mentionable metrics moderation moderator move moves mute mutes names nobody not-again notifications null open
  owner part parts passkey passkeys password photos place plan post posts preferences priority privacy profile
  profiles push question questions reach read readyz receipt receipts recovery register reports retry root run runs
  scenarios search security seen session sessions settings setup signin signup square stats status strips submit
  subscribe subscription subscriptions support system team terms test this-day totp try undefined undo unread uploads
  user username users verification verifications verify video videos visit voice voices vouches webhook withdrawals years you`.split(
    /\s+/,
  ),
);

const usernameShape = z.string().check(
  z.refine(
    (value) =>
      value.length >= limits.usernameMin &&
      value.length <= limits.usernameMax &&
      /^[a-z0-9_.]*[a-z0-9][a-z0-9_.]*$/.test(value),
    { error: messages.usernameInvalid, abort: true },
  ),
  z.refine((value) => !reserved.has(value.replaceAll(/^[._]+|[._]+$/g, '')), messages.usernameReserved),
);

/**
 * A username, stored in lower case. With at most 30 characters it is shorter than an id, so the two cannot be
 * confused.
 */
export const username = z.pipe(
  z.pipe(
    z.string(messages.usernameInvalid),
    z.transform((value: string) => value.trim().toLowerCase()),
  ),
  usernameShape,
);

/** Like `username`; empty becomes null. */
export const usernameOrNone = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform((value: string | null) => value?.trim().toLowerCase() || null),
  ),
  z.nullable(usernameShape),
);

/** An id in a path or body. Any string is valid: an unknown id is not found, not malformed. */
export const id = z.string();

/** An hour of the day, 0 to 23. */
export const hour = z
  .number(messages.invalid)
  .check(z.refine((value) => Number.isInteger(value) && value >= 0 && value <= 23, messages.invalid));

/** A value written as JSON in a form's text field or in a query. */
export const jsonText = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string, context): unknown => {
        try {
          return JSON.parse(value);
        } catch {
          context.issues.push({ code: 'custom', message: messages.badJson, input: value });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );

/** A list of ids written as a JSON array in a form field or query. */
export const idList = z.pipe(
  z.string(),
  z.transform((value: string, context): string[] => {
    try {
      const parsed: unknown = JSON.parse(value);
      if (
        Array.isArray(parsed) &&
        parsed.length <= limits.circlesPerPost &&
        parsed.every((entry) => typeof entry === 'string')
      ) {
        return [...new Set<string>(parsed)];
      }
    } catch {
      // Falls through to the issue below: invalid JSON is not a list either.
    }
    context.issues.push({ code: 'custom', message: messages.invalid, input: value });
    return z.NEVER;
  }),
);

/** The day on which a photo was taken, `YYYY-MM-DD`. */
export const takenOn = z.string().check(z.refine((value) => isTakenDay(value), messages.dayInvalid));

/** The SHA-256 of a file, in hex. */
export const contentHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, messages.invalid));

/** The ids of the members who are mentioned in a text. */
export const mentions = z
  .array(z.string(), messages.invalid)
  .check(z.maxLength(limits.mentions, messages.tooManyMentions));

/** The ids of members whom a moment leaves out. */
export const hiddenFrom = z
  .array(z.string(), messages.invalid)
  .check(z.maxLength(limits.hiddenFrom, messages.tooManyLeftOut));

/** Paging of lists that can grow: `cursor` is opaque, `limit` 1–50, default 20. */
export const paging = {
  cursor: z.optional(z.string()),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(?:[1-9]|[1-4]\d|50)$/, messages.invalid)),
      z.transform((value: string) => Number(value)),
    ),
  ),
};

/** Whether a text names a time zone that this runtime knows, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

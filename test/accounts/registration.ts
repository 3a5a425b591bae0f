import assert from 'node:assert/strict';
import type { Person } from '../harness/person.ts';
import { password } from '../harness/test-server.ts';

/** The body of a request to join with a code. */
export const registration = (
  { name, email }: Pick<Person, 'name' | 'email'>,
  inviteCode: string,
  more: Record<string, unknown> = {},
) => ({
  email,
  password,
  confirmPassword: password,
  firstName: name,
  lastName: 'Example',
  inviteCode,
  mathChallenge: { question: '3 × 5', answer: 15 },
  ...more,
});

/** The code in a mail that invites. */
export const codeIn = (text = ''): string =>
  /\/join\/([A-Z2-9]{10})\b/.exec(text)?.[1] ?? assert.fail(`no code in ${text}`);

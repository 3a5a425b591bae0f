import { fold } from '../../platform/text/fold.ts';

/** What a member is found by, and listed by: first name, last name, username, without case and marks. */
export const searchTextOf = (firstName: string, lastName: string, username: string | null): string =>
  fold(`${firstName} ${lastName} ${username ?? ''}`);

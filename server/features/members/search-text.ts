import { fold } from '../../platform/text/fold.ts';

/** The text by which members are found and sorted: first name, last name and username, without case and marks. */
export const searchTextOf = (firstName: string, lastName: string, username: string | null): string =>
  fold(`${firstName} ${lastName} ${username ?? ''}`);

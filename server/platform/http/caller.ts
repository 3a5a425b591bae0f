import type { Endpoint } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { Language } from '../../../contract/shapes.ts';
import { forbidden, Problem } from '../problem.ts';

/** The part of a signed-in member that the HTTP layer needs. */
export interface Caller {
  readonly id: number;
  readonly publicId: string;
  readonly isVerified: boolean;
  readonly isAdmin: boolean;
  /** An administrator who has to set up a second factor first. */
  readonly lacksSecondFactor: boolean;
  /** A member who must first say whether the account is theirs. */
  readonly mustClaim: boolean;
  readonly language: Language;
}

/**
 * Names the member for whom a page acts. Another one may have signed in to the browser since, in another tab: what the page
 * then sends must not become theirs.
 */
export const memberHeader = 'circle-member';

/**
 * Checks a caller against an endpoint's credential.
 * @param meant the value of `memberHeader`
 * @throws Problem `unauthorized` without a session, or with that of another member than meant, `forbidden` without the rights
 */
export const requireCredential = (
  { credential, method, beforeClaim }: Pick<Endpoint, 'credential' | 'method' | 'beforeClaim'>,
  caller: Caller | null,
  meant?: string | string[],
): void => {
  const isAnother = caller !== null && meant !== undefined && meant !== caller.publicId;
  if (isAnother) throw new Problem('unauthorized', messages.unauthorized);
  if (credential === 'anyone') return;
  if (!caller) throw new Problem('unauthorized', messages.unauthorized);
  if (caller.mustClaim && method !== 'GET' && !beforeClaim) throw forbidden(messages.claimFirst);
  if (credential === 'verified' && !caller.isVerified) throw forbidden(messages.verifyToPost);
  if (credential === 'admin' && caller.lacksSecondFactor) throw forbidden(messages.adminSecondFactor);
  if (credential === 'admin' && !caller.isAdmin) throw forbidden(messages.adminOnly);
};

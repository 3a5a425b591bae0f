// Whether an item is tried again after an error.
import { ApiError, errorText, isRefusal, NoAnswer } from '../data/api.ts';
import type { Item, Problem } from './item.ts';
import { Refused, type Sender } from './kinds.ts';

/** How often an item may fail by something that is perhaps the connection's, or a fault of this code. */
const maxUnclear = 3;

/** How often the server, or something before it, may fail on an item before its member has to decide. */
const maxBroken = 5;

/** Whether a request got no answer. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof DOMException && error.name === 'TimeoutError');

/** Whether a request has made nothing: Circle refused it, or it was not sent. */
export const isWithoutEffect = (error: unknown): boolean =>
  error instanceof Refused || (isRefusal(error) && error.isCircles && error.status !== 422);

/** Why an item is refused; null if it is tried again. */
export const problemOf = (error: unknown, item: Item, { explain }: Sender): Problem | null => {
  if (error instanceof Refused) return { text: error.message, status: null, issues: [] };
  if (!(error instanceof ApiError)) {
    return isLostConnection(error) || item.tries < maxUnclear
      ? null
      : { text: errorText(error), status: null, issues: [] };
  }
  // A refusal by something between the browser and Circle may pass, unless it is about the size.
  const isBetween = isRefusal(error) && !error.isCircles && error.status !== 413;
  if (isBetween || error.status === 500 ? item.tries < maxBroken : !isRefusal(error)) return null;
  const text = explain?.(error.status, item) ?? error.issues[0]?.message ?? errorText(error);
  return { text, status: error.status, issues: [...error.issues] };
};

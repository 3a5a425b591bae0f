import { setTimeout } from 'node:timers/promises';
import type { Square as Api, SquareClient } from 'square';
import { messages } from '../../../contract/errors.ts';
import type { Plan } from '../../../contract/payments.ts';
import type { House } from '../../house.ts';
import { Problem } from '../../platform/problem.ts';
import type { SquareSettings } from '../../settings-square.ts';

/** The provider said no: nothing was charged and nothing made. `code` is its word for why. */
export class Declined extends Error {
  override name = 'Declined';
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`The card provider said no: ${code}`, { cause });
    this.code = code;
  }
}

/** No answer, or none that tells what happened: it may have been done or not. */
export class Unanswered extends Error {
  override name = 'Unanswered';

  constructor(cause: unknown) {
    super('The card provider did not say what happened', { cause });
  }
}

export interface Square {
  readonly settings: SquareSettings;
  /** Which of the provider's plan variations is which plan; null for one that is none of ours. */
  planOf(variation: string | undefined): Plan | null;
  /**
   * Makes one call. A call without an answer is made once more, for which it has to carry the same idempotency key or
   * be one that may be repeated.
   * @throws Declined, Unanswered
   */
  ask<T>(call: (client: SquareClient) => Promise<T>): Promise<T>;
}

/** Milliseconds before a call is made once more. */
const pause = 300;
/** Seconds that one call may take; with its repetitions it stays within the time for which an act is held. */
const timeout = 15;

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const codeOf = (error: unknown): string => {
  const errors = property(error, 'errors');
  const code = Array.isArray(errors) ? property(errors[0], 'code') : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
};

// A timeout, a cut connection or a fault of the provider tells nothing; neither does a key that it has for another
// body, nor a conflict with a call that is still under way there.
const failureOf = (error: unknown): Declined | Unanswered => {
  const status = property(error, 'statusCode');
  const code = codeOf(error);
  const saidNo =
    typeof status === 'number' && status >= 400 && status < 500 && ![408, 409, 429].includes(status);
  return saidNo && code !== 'IDEMPOTENCY_KEY_REUSED' ? new Declined(code, error) : new Unanswered(error);
};

// The SDK stops its clock when the headers have come, and leaves it running when a connection breaks. Ours holds for the
// whole answer, and a broken connection comes back to the SDK as a fault.
const reach: typeof fetch = async (input, init) => {
  const late = AbortSignal.timeout(timeout * 1_000);
  try {
    return await fetch(input, {
      ...init,
      signal: init?.signal ? AbortSignal.any([init.signal, late]) : late,
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown';
    return Response.json(
      { errors: [{ category: 'API_ERROR', code: 'GATEWAY_TIMEOUT', detail }] },
      { status: 599 },
    );
  }
};

const createSquare = (settings: SquareSettings): Square => {
  let client: Promise<SquareClient> | undefined;
  // 80 MB of memory and a second or more: only a server that takes payments carries it, and only from the first on.
  const load = async (): Promise<SquareClient> => {
    const { SquareClient: Client } = await import('square');
    return new Client({
      token: settings.accessToken,
      environment: settings.url,
      fetch: reach,
      timeoutInSeconds: timeout * 2,
      // Its own waits as long as the provider asks it to, which may be longer than an act is held.
      maxRetries: 0,
    });
  };
  return {
    settings,
    planOf: (variation) =>
      variation === settings.plans.basic ? 'basic' : variation === settings.plans.premium ? 'premium' : null,
    ask: async (call) => {
      client ??= load();
      const loaded = await client;
      try {
        return await call(loaded).catch(async (error: unknown) => {
          if (failureOf(error) instanceof Declined) throw error;
          await setTimeout(pause);
          return call(loaded);
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
};

const known = new WeakMap<SquareSettings, Square>();

/** The provider as this server's settings name it; null where there is none. */
export const findSquare = ({ settings }: Pick<House, 'settings'>): Square | null => {
  if (!settings.square) return null;
  const square = known.get(settings.square) ?? createSquare(settings.square);
  known.set(settings.square, square);
  return square;
};

/** @throws Problem `unavailable` where no payments are set up */
export const needSquare = (house: Pick<House, 'settings'>): Square => {
  const square = findSquare(house);
  if (!square) throw new Problem('unavailable', messages.paymentsOff);
  return square;
};

/** An amount in cents as the provider writes it. */
export const dollars = (cents: number): Api.Money => ({ amount: BigInt(cents), currency: 'USD' });

export const centsOf = (money: Api.Money | undefined): number => Number(money?.amount ?? 0n);

/** Start of a `YYYY-MM-DD` of the provider, in UTC. */
export const dayOf = (date: string | null | undefined): number | null => {
  const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** Our own code for an act of which the provider knows nothing. */
export const nothingFound = 'NOTHING_FOUND';

const words: Readonly<Record<string, string>> = {
  CVV_FAILURE: messages.cardCode,
  VERIFY_CVV_FAILURE: messages.cardCode,
  ADDRESS_VERIFICATION_FAILURE: messages.cardPostcode,
  VERIFY_AVS_FAILURE: messages.cardPostcode,
  INVALID_POSTAL_CODE: messages.cardPostcode,
  CARD_EXPIRED: messages.cardExpired,
  INVALID_EXPIRATION: messages.cardExpired,
  INSUFFICIENT_FUNDS: messages.cardFunds,
  CARD_DECLINED_VERIFICATION_REQUIRED: messages.cardVerification,
  CARD_TOKEN_USED: messages.cardTokenOver,
  CARD_TOKEN_EXPIRED: messages.cardTokenOver,
  SOURCE_USED: messages.cardTokenOver,
  SOURCE_EXPIRED: messages.cardTokenOver,
  INVALID_CARD_DATA: messages.cardTokenOver,
  BAD_REQUEST: messages.cardTokenOver,
  NOT_FOUND: messages.cardTokenOver,
  UNAUTHORIZED: messages.providerTrouble,
  ACCESS_TOKEN_EXPIRED: messages.providerTrouble,
  ACCESS_TOKEN_REVOKED: messages.providerTrouble,
  FORBIDDEN: messages.providerTrouble,
  INSUFFICIENT_SCOPES: messages.providerTrouble,
  [nothingFound]: messages.nothingCharged,
};

/** Why a payment failed, as its payer reads it. */
export const refusalOf = (code: string): Problem => {
  const text = words[code] ?? messages.cardDeclined;
  // Not the payer's card but our settings there: the operator reads why.
  if (text === messages.providerTrouble) return new Problem('unavailable', text, { cause: new Error(code) });
  return new Problem('invalid', text);
};

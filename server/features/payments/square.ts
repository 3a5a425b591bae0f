import { setTimeout } from 'node:timers/promises';
import type { Square as Api, SquareClient } from 'square';
import { messages } from '../../../contract/errors/errors.ts';
import type { Plan } from '../../../contract/payments.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';
import type { SquareSettings } from '../../settings-square.ts';

/** The provider refused: nothing was charged or created. `code` is the provider's reason. */
export class Declined extends Error {
  override name = 'Declined';
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`The card provider said no: ${code}`, { cause });
    this.code = code;
  }
}

/** The provider gave no usable answer: the call may or may not have taken effect. */
export class Unanswered extends Error {
  override name = 'Unanswered';

  constructor(cause: unknown) {
    super('The card provider did not say what happened', { cause });
  }
}

export interface Square {
  readonly settings: SquareSettings;
  /** Maps a plan variation of the provider to a plan; null for an unknown one. */
  planOf(variation: string | undefined): Plan | null;
  /**
   * Makes one call and retries it once if it got no answer. The call must carry the same idempotency key both times,
   * or be repeatable.
   * @throws Declined, Unanswered
   */
  ask<T>(call: (client: SquareClient) => Promise<T>): Promise<T>;
}

/** The delay before the retry, in milliseconds. */
const pause = 300;
/** The timeout of one call in seconds; all retries together stay within the lease on a payment request. */
const timeout = 15;

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const codeOf = (error: unknown): string => {
  const errors = property(error, 'errors');
  const code = Array.isArray(errors) ? property(errors[0], 'code') : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
};

// These leave the outcome unknown: a timeout, a cut connection, a fault of the provider, a key that it has for
// another body, and a conflict with a call in progress there.
const failureOf = (error: unknown): Declined | Unanswered => {
  const status = property(error, 'statusCode');
  const code = codeOf(error);
  const saidNo =
    typeof status === 'number' && status >= 400 && status < 500 && ![408, 409, 429].includes(status);
  return saidNo && code !== 'IDEMPOTENCY_KEY_REUSED' ? new Declined(code, error) : new Unanswered(error);
};

// The SDK's timeout ends when the headers arrive, and keeps running when a connection breaks. Ours covers the whole
// answer, and reports a broken connection to the SDK as a server fault.
const fetchWholeAnswer: typeof fetch = async (input, init) => {
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
  // The SDK takes 80 MB of memory and a second or more to load, so import it at the first payment.
  const load = async (): Promise<SquareClient> => {
    const { SquareClient: Client } = await import('square');
    return new Client({
      token: settings.accessToken,
      environment: settings.url,
      fetch: fetchWholeAnswer,
      timeoutInSeconds: timeout * 2,
      // SDK retries honour Retry-After and could outlive our lease, so disable them.
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

/** The provider from this server's settings; null if none is set. */
export const findSquare = (settings: Settings): Square | null => {
  if (!settings.square) return null;
  const square = known.get(settings.square) ?? createSquare(settings.square);
  known.set(settings.square, square);
  return square;
};

/** @throws Problem `unavailable` if payments are not set up */
export const needSquare = (settings: Settings): Square => {
  const square = findSquare(settings);
  if (!square) throw new Problem('unavailable', messages.paymentsOff);
  return square;
};

/** An amount in cents in the provider's format. */
export const dollars = (cents: number): Api.Money => ({ amount: BigInt(cents), currency: 'USD' });

export const centsOf = (money: Api.Money | undefined): number => Number(money?.amount ?? 0n);

/** The start of the provider's `YYYY-MM-DD` day in UTC. */
export const dayOf = (date: string | null | undefined): number | null => {
  const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
};

/** Our own failure code for a payment request that the provider does not know. */
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

/** The reason of a failed payment, in words for its payer. */
export const refusalOf = (code: string): Problem => {
  const text = words[code] ?? messages.cardDeclined;
  // Our settings at the provider are wrong, not the payer's card: log the reason for the operator.
  if (text === messages.providerTrouble) return new Problem('unavailable', text, { cause: new Error(code) });
  return new Problem('invalid', text);
};

import { randomBytes } from 'node:crypto';

/** An error in Square's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Extra data beside the errors: the declined payment. */
  readonly beside: Record<string, unknown>;

  constructor(status: number, code: string, more: { field?: string; beside?: Record<string, unknown> } = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.field = more.field;
    this.beside = more.beside ?? {};
  }

  get body(): Record<string, unknown> {
    const category =
      this.status === 402
        ? 'PAYMENT_METHOD_ERROR'
        : this.status === 401
          ? 'AUTHENTICATION_ERROR'
          : this.status >= 500
            ? 'API_ERROR'
            : 'INVALID_REQUEST_ERROR';
    const error = { category, code: this.code, detail: this.code, ...(this.field && { field: this.field }) };
    return { errors: [error], ...this.beside };
  }
}

export type Json = Record<string, unknown>;

/** How a card behaves: `charge-declined` can be put on file and fails when it is charged. */
export type Behaviour = 'ok' | 'declined' | 'wrong-code' | 'wrong-postcode' | 'expired' | 'charge-declined';

export interface Card {
  id: string;
  customerId: string;
  last4: string;
  behaviour: Behaviour;
  enabled: boolean;
}

export interface Token {
  last4: string;
  behaviour: Behaviour;
  used: boolean;
  /** The fixed tokens of the sandbox work any number of times. */
  lasting: boolean;
}

export interface Payment {
  id: string;
  amount: number;
  refunded: number;
  status: 'COMPLETED' | 'FAILED' | 'CANCELED';
  last4: string;
  orderId: string;
  referenceId: string | null;
  idempotencyKey: string;
  createdAt: string;
}

export interface Invoice {
  id: string;
  version: number;
  subscriptionId: string;
  orderId: string;
  status: 'UNPAID' | 'PAID' | 'CANCELED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount: number;
  createdAt: string;
}

export interface Action {
  id: string;
  type: 'CANCEL' | 'SWAP_PLAN';
  effectiveDate: string;
  plan: string | null;
}

export interface Subscription {
  id: string;
  version: number;
  customerId: string;
  cardId: string;
  plan: string;
  status: 'ACTIVE' | 'CANCELED' | 'DEACTIVATED';
  startDate: string;
  chargedThrough: string;
  canceledDate: string | null;
  actions: Action[];
  /** Newest first. */
  invoiceIds: string[];
  createdAt: string;
}

export const newSquareId = (prefix = ''): string => prefix + randomBytes(11).toString('base64url');

/** The error codes of the sandbox's card page, by behaviour of the card. */
export const declineCodes: Readonly<Record<Exclude<Behaviour, 'ok'>, string>> = {
  declined: 'GENERIC_DECLINE',
  'wrong-code': 'CVV_FAILURE',
  'wrong-postcode': 'ADDRESS_VERIFICATION_FAILURE',
  expired: 'INVALID_EXPIRATION',
  'charge-declined': 'GENERIC_DECLINE',
};

const lastingToken = (behaviour: Behaviour): Token => ({
  last4: '1111',
  behaviour,
  used: false,
  lasting: true,
});

export const plans: Readonly<Record<string, number>> = { 'PLAN-BASIC': 100, 'PLAN-PREMIUM': 500 };
export const locationId = 'LOCATION-1';

export const createStore = () => ({
  customers: new Map<string, { id: string; referenceId: string | null; email: string | null }>(),
  cards: new Map<string, Card>(),
  tokens: new Map<string, Token>([
    ['cnon:card-nonce-ok', lastingToken('ok')],
    ['cnon:card-nonce-declined', lastingToken('declined')],
    ['cnon:card-nonce-rejected-cvv', lastingToken('wrong-code')],
    ['cnon:card-nonce-rejected-postalcode', lastingToken('wrong-postcode')],
    ['cnon:card-nonce-rejected-expiration', lastingToken('expired')],
  ]),
  payments: new Map<string, Payment>(),
  invoices: new Map<string, Invoice>(),
  subscriptions: new Map<string, Subscription>(),
  /** Answers by endpoint and idempotency key. */
  answers: new Map<string, { body: string; status: number; answer: Json }>(),
  /** Outcomes of the next charges of stored cards. */
  failsCharges: false,
  /** Whether invoices wait for a command before they are charged. */
  chargesLater: false,
});

export type Store = ReturnType<typeof createStore>;

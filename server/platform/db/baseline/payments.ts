import type { ColumnTypes } from '../dialect.ts';

/** Tables of payments. */
export const payments = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table payments (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    plan ${text},
    amount ${int} not null,
    refunded ${int} not null default 0,
    state ${text} not null,
    failure ${text},
    idempotency_key ${text} not null unique,
    act_key ${text},
    token_hash ${text} unique,
    held_until ${int} not null,
    square_payment_id ${text} unique,
    square_order_id ${text} unique,
    square_subscription_id ${text},
    card_last4 ${text},
    created_at ${int} not null,
    unique (user_id, act_key)
  )`,
  'create index payments_of_user on payments (user_id, id)',
  "create index open_payments on payments (held_until) where state in ('created', 'unknown')",

  `create table subscriptions (
    user_id ${int} primary key references users(id) on delete cascade,
    status ${text} not null,
    plan ${text},
    next_plan ${text},
    paid_until ${int},
    ends_at ${int},
    customer_id ${text},
    card_id ${text},
    card_last4 ${text},
    square_id ${text} unique,
    declined_invoice ${text},
    version ${int} not null default 0,
    held_until ${int} not null default 0,
    synced_at ${int} not null default 0
  )`,
  "create index running_subscriptions on subscriptions (synced_at) where status not in ('none', 'ended')",

  `create table webhook_events (
    event_id ${text} primary key,
    received_at ${int} not null
  )${clustered}`,
  'create index webhook_events_by_time on webhook_events (received_at)',
];

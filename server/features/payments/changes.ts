import type { AuditAct } from '../../../contract/audit.ts';
import type { ChosenKind } from '../../../contract/notifications.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';
import type { State } from './sync.ts';

type Change = readonly [AuditAct, ChosenKind];

const hadPaid = ({ status, paidUntil }: State): boolean => status !== 'ended' && paidUntil !== null;

const changesOf = (before: State, now: State, newlyPaid: boolean): Change[] => {
  const changes: Change[] = [];
  if (newlyPaid) {
    changes.push(
      hadPaid(before)
        ? ['subscription.renewed', 'subscription_renewed']
        : ['subscription.started', 'subscription_started'],
    );
  }
  if (now.status === 'past_due' && before.status !== 'past_due') {
    changes.push(['subscription.unpaid', 'payment_failed']);
  }
  if (now.status === 'ended') {
    if (before.status !== 'ended') changes.push(['subscription.ended', 'subscription_ended']);
    return changes;
  }
  if (now.endsAt !== null && before.endsAt === null) {
    changes.push(['subscription.canceled', 'subscription_canceled']);
    return changes;
  }
  const isOtherPlan = now.plan !== before.plan || now.nextPlan !== before.nextPlan;
  const isResumed = now.endsAt === null && before.endsAt !== null;
  if ((isOtherPlan && !newlyPaid) || isResumed) {
    changes.push(['subscription.changed', 'subscription_changed']);
  }
  return changes;
};

/** Notifies a member of changes to their subscription, and records them. */
export const notifyOfChanges = async (
  tx: Tx,
  userId: number,
  before: State,
  now: State,
  newlyPaid: boolean,
): Promise<void> => {
  for (const [act, kind] of changesOf(before, now, newlyPaid)) {
    await notify(tx, { kind, to: userId, actor: null });
    await recordAuditEntry(tx, act, { actorId: null });
  }
};

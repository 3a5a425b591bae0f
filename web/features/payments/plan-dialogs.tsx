import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as payments from '../../../contract/payments.ts';
import type { Subscription } from '../../../contract/payments.ts';
import { api, errorText } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import { userKey } from '../../app/session.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { fullDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { money, type PlanName } from './money.ts';

const texts = words.payments.billing;
const names = words.payments.plans;

const show = (client: QueryClient, billing: Subscription) => {
  client.setQueryData(queryKey(payments.subscription, {}), billing);
  void client.invalidateQueries({ queryKey: userKey });
};

const failed = (error: unknown) =>
  toast({ title: texts.failed, text: errorText(error), tone: 'destructive' });

interface DialogProps {
  billing: Subscription;
  onClose: () => void;
}

const dateOf = (iso: string | null) => (iso === null ? null : fullDate(iso));

export function CancelDialog({ billing, onClose }: DialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api(payments.cancelSubscription, {}),
    onSuccess: (now) => {
      show(client, now);
      toast({ title: texts.canceled, tone: 'success' });
      onClose();
    },
    onError: failed,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.cancelTitle}
      text={texts.cancelText(names[billing.plan ?? 'basic'], dateOf(billing.paidUntil))}
      action={texts.cancelAction}
      busy={cancel.isPending}
      busyText={texts.canceling}
      onConfirm={() => cancel.mutate()}
    />
  );
}

/** Changes to another plan from the next billing date on, or back to the current plan before that. */
export function ChangeDialog({ billing, to, onClose }: DialogProps & { to: PlanName }) {
  const client = useQueryClient();
  const keeps = to === billing.plan;
  const change = useMutation({
    mutationFn: () => api(payments.createSubscription, { planType: to }),
    onSuccess: (now) => {
      show(client, now);
      toast({ title: keeps ? texts.kept(names[to]) : texts.changed(names[to]), tone: 'success' });
      onClose();
    },
    onError: failed,
  });
  const card = billing.cardLast4 === null ? texts.anyCard : texts.card(billing.cardLast4);
  const from = dateOf(billing.nextBillingDate);
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={keeps ? texts.keepTitle(names[to]) : texts.changeTitle(names[to])}
      text={
        keeps
          ? texts.keepText(names[to], money(monthlyPrices[to]))
          : texts.changeText(names[to], money(monthlyPrices[to]), from, card)
      }
      action={keeps ? texts.keep(names[to]) : texts.change(names[to])}
      busy={change.isPending}
      busyText={texts.changing}
      onConfirm={() => change.mutate()}
    />
  );
}

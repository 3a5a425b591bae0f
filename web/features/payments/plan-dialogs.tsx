import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as payments from '../../../contract/payments.ts';
import type { Subscription } from '../../../contract/payments.ts';
import { api } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import { userKey } from '../../app/session.tsx';
import { ConfirmCall } from '../../data/confirm-call.tsx';
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

interface DialogProps {
  billing: Subscription;
  onClose: () => void;
}

const dateOf = (iso: string | null) => (iso === null ? null : fullDate(iso));

export function CancelDialog({ billing, onClose }: DialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmCall
      onClose={onClose}
      title={texts.cancelTitle}
      text={texts.cancelText({ plan: names[billing.plan ?? 'basic'], date: dateOf(billing.paidUntil) })}
      action={texts.cancelAction}
      busyText={texts.canceling}
      failed={texts.failed}
      call={() => api(payments.cancelSubscription, {})}
      onDone={(now) => {
        show(client, now);
        toast({ title: texts.canceled, tone: 'success' });
      }}
    />
  );
}

/** Changes to another plan from the next billing date on, or back to the current plan before that. */
export function ChangeDialog({ billing, to, onClose }: DialogProps & { to: PlanName }) {
  const client = useQueryClient();
  const keeps = to === billing.plan;
  const card = billing.cardLast4 === null ? texts.anyCard : texts.card({ last4: billing.cardLast4 });
  const from = dateOf(billing.nextBillingDate);
  return (
    <ConfirmCall
      danger={false}
      onClose={onClose}
      title={keeps ? texts.keepTitle({ plan: names[to] }) : texts.changeTitle({ plan: names[to] })}
      text={
        keeps
          ? texts.keepText({ plan: names[to], price: money(monthlyPrices[to]) })
          : texts.changeText({ plan: names[to], price: money(monthlyPrices[to]), date: from, card })
      }
      action={keeps ? texts.keep({ plan: names[to] }) : texts.change({ plan: names[to] })}
      busyText={texts.changing}
      failed={texts.failed}
      call={() => api(payments.createSubscription, { planType: to })}
      onDone={(now) => {
        show(client, now);
        toast({
          title: keeps ? texts.kept({ plan: names[to] }) : texts.changed({ plan: names[to] }),
          tone: 'success',
        });
      }}
    />
  );
}

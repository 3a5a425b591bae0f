import { Clock } from 'lucide-react';
import { useUser } from '../../app/session.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { useMinute } from '../../ui/hooks/use-minute.ts';
import { Progress } from '../../ui/feedback/alert.tsx';
import { date } from '../../words/dates.ts';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { words } from '../../words/words.ts';
import { trialDays, trialOf } from './trial.ts';

const texts = words.account.trial;
const tones = { active: 'ok', warning: 'warn', expired: 'bad' } as const;

/** How much of the trial is used, as a meter and in words. */
export const useTrial = () => {
  useMinute();
  const { state, used, left, endsAt } = trialOf(useUser().createdAt);
  return {
    state,
    used,
    endsAt,
    tone: tones[state],
    badge: state === 'expired' ? texts.over : texts.left({ days: left }),
    meter: { label: texts.meter, value: (used / trialDays) * 100 },
  };
};

/** Circle is free during development, so a trial that is over locks nothing. */
export function TrialCard() {
  const user = useUser();
  const isOffered = usePaymentsOffered();
  return user.accountStatus === 'trial' && isOffered ? <Trial /> : null;
}

function Trial() {
  const { state, used, endsAt, tone, badge, meter } = useTrial();
  return (
    <section className="card pad" aria-labelledby="trial">
      <div className="row between">
        <h2 id="trial">{texts.title}</h2>
        <Badge tone={tone} icon={Clock}>
          {badge}
        </Badge>
      </div>
      <div className="mt-4 mb-2">
        <Progress {...meter} tone={tone} />
      </div>
      <div className="row between small mut wrap">
        <span>{texts.used({ days: used, of: trialDays, state: texts.states[state] })}</span>
        <span>
          {state === 'expired' ? texts.ended({ date: date(endsAt) }) : texts.ends({ date: date(endsAt) })}
        </span>
      </div>
      <p className="small mut mt-3">{state === 'expired' ? texts.freeAfter : texts.free}</p>
    </section>
  );
}

import { Clock } from 'lucide-react';
import { useUser } from '../../app/session.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { useMinute } from '../../ui/hooks/use-minute.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { date } from '../../words/dates.ts';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { words } from '../../words/words.ts';
import { trialDays, trialOf } from './trial.ts';

const texts = words.account.trial;
const tones = { active: 'ok', warning: 'warn', expired: 'bad' } as const;

/** Circle is free during development, so a trial that is over locks nothing. */
export function TrialCard() {
  const user = useUser();
  useMinute();
  const isOffered = usePaymentsOffered();
  if (user.accountStatus !== 'trial' || !isOffered) return null;
  const { state, used, left, endsAt } = trialOf(user.createdAt);
  const tone = tones[state];
  return (
    <section className="card pad" aria-labelledby="trial">
      <div className="row between">
        <h2 id="trial">{texts.title}</h2>
        <Badge tone={tone} icon={Clock}>
          {state === 'expired' ? texts.over : texts.left({ days: left })}
        </Badge>
      </div>
      <div className="mt-4 mb-2">
        <Progress label={texts.meter} value={(used / trialDays) * 100} tone={tone} />
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

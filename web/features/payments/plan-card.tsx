import { Check } from 'lucide-react';
import { monthlyPrices } from '../../../contract/limits.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import { money, type PlanName } from './money.ts';
import './payments.css';

const texts = words.payments;

/** Shows a plan's price and benefits. */
export function PlanCard({ plan }: { plan: PlanName }) {
  return (
    <section className="card pad" aria-labelledby="plan">
      <div className="row between">
        <h2 id="plan">{texts.plans[plan]}</h2>
        <Badge>{texts.subscribe.monthly}</Badge>
      </div>
      <p className="price">
        <b>{money(monthlyPrices[plan])}</b>
        <span className="mut">{texts.subscribe.perMonth}</span>
      </p>
      <ul className="ben">
        {texts.benefits[plan].map((benefit) => (
          <li key={benefit}>
            <Check aria-hidden="true" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

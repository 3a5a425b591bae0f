import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { monthlyPrices } from '../../../contract/limits.ts';
import * as site from '../../../contract/site.ts';
import { queryFor } from '../../data/query.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import { money, type PlanName } from './money.ts';
import './payments.css';

const texts = words.payments;

/** Shows a plan's price and benefits. */
export function PlanCard({ plan }: { plan: PlanName }) {
  const { data: config } = useQuery(queryFor(site.config, {}));
  const hasVideos = plan === 'premium' && config?.video === 'premium';
  const benefits = [...texts.benefits[plan], ...(hasVideos ? [texts.benefits.videos] : [])];
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
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Check aria-hidden="true" />
            <span>{benefit}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

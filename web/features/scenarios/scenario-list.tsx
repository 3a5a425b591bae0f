import { useState } from 'react';
import { CircleCheck, CircleDashed, CircleX, Dices, LoaderCircle, Sparkles } from 'lucide-react';
import { Category } from '../../../contract/scenarios.ts';
import { Collapsible } from '../../ui/layout/collapsible.tsx';
import { words } from '../../words/words.ts';
import { Badge } from '../../ui/people/badge.tsx';
import type { Played } from './run.ts';

const texts = words.scenarios;

const icons = { pending: CircleDashed, running: LoaderCircle, completed: CircleCheck, failed: CircleX };
const tones = { low: 'neutral', medium: 'info', high: 'warn', critical: 'bad' } as const;

function ScenarioCard({ scenario }: { scenario: Played }) {
  const { name, description, priority, status, aiGenerated, generated, result } = scenario;
  const Icon = icons[status];
  return (
    <li className="card scen">
      <span role="img" aria-label={texts.states[status]} className={`scs ${status}`}>
        <Icon aria-hidden="true" className={status === 'running' ? 'spin' : undefined} />
      </span>
      <div className="grow">
        <h3 className="wrap-anywhere">{name}</h3>
        <p className="small mut wrap-anywhere">{description}</p>
        <div className="row wrap">
          <Badge tone={tones[priority]}>{texts.priorities[priority]}</Badge>
          {aiGenerated ? (
            <Badge tone="line" icon={Sparkles}>
              {texts.aiGenerated}
            </Badge>
          ) : null}
          {generated ? (
            <Badge tone="line" icon={Dices}>
              {texts.drawn}
            </Badge>
          ) : null}
          {result ? (
            <span className="cap mut">
              {texts.result({ milliseconds: result.executionTime, issues: result.issues.length })}
              <b className={result.status === 'PASS' ? 'pass' : 'fail'}>{result.status}</b>
            </span>
          ) : null}
        </div>
        {result && result.issues.length > 0 ? (
          <ul className="sci" aria-label={texts.issues}>
            {result.issues.slice(0, 5).map((issue) => (
              <li key={issue.message}>
                <b>{texts.priorities[issue.severity]}:</b> {issue.message}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

const narrow = () => matchMedia('(max-width: 768px)').matches;

/** All scenarios by category. On phones the categories start folded, because together they are ten screens long. */
export function ScenariosByCategory({ scenarios }: { scenarios: readonly Played[] }) {
  const [toggled, setToggled] = useState<ReadonlySet<Category>>(new Set());
  return Category.options.map((category) => {
    const list = scenarios.filter((scenario) => scenario.category === category);
    if (list.length === 0) return null;
    return (
      <Collapsible
        key={category}
        title={<span className="b">{texts.categories[category]}</span>}
        note={texts.progressOf({
          passed: list.filter(({ status }) => status === 'completed').length,
          failed: list.filter(({ status }) => status === 'failed').length,
          total: list.length,
        })}
        open={toggled.has(category) === narrow()}
        onToggle={() => setToggled((now) => now.symmetricDifference(new Set([category])))}
      >
        <Scenarios scenarios={list} />
      </Collapsible>
    );
  });
}

export function Scenarios({ scenarios }: { scenarios: readonly Played[] }) {
  return (
    <ul className="scens">
      {scenarios.map((scenario) => (
        <ScenarioCard key={scenario.id} scenario={scenario} />
      ))}
    </ul>
  );
}

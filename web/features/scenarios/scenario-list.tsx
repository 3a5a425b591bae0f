import { useState } from 'react';
import { Category } from '../../../contract/scenarios.ts';
import { Collapsible } from '../../ui/layout/collapsible.tsx';
import { words } from '../../words/words.ts';
import type { Played } from './run.ts';
import { ScenarioCard } from './scenario-card.tsx';

const texts = words.scenarios;

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

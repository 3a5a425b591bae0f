import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, RefreshCw, Sparkles } from 'lucide-react';
import { useState } from 'react';
import {
  type Category,
  list as call,
  noRun,
  runs,
  countOf,
  type TestRun,
} from '../../../contract/scenarios.ts';
import { errorText } from '../../data/api.ts';
import { History } from '../../features/scenarios/history.tsx';
import { useGenerate, useRun, useStartRun, withResults } from '../../features/scenarios/run.ts';
import { Scenarios, ScenariosByCategory } from '../../features/scenarios/scenario-list.tsx';
import '../../features/scenarios/scenarios.css';
import { queryKey, queryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { Alert, Progress } from '../../ui/feedback/alert.tsx';

const texts = words.scenarios;

/** Shows the progress and the findings of the run in four numbers, below critical findings. */
function Summary({ run, total }: { run: TestRun; total: number }) {
  const { passed, issues, criticalIssues: critical } = countOf(run);
  const numbers = [
    [texts.total, total, ''],
    [texts.passed, passed, 'ok'],
    [texts.found, issues, ''],
    [texts.critical, critical, critical > 0 ? 'bad' : ''],
  ] as const;
  const alert = texts.alert;
  return (
    <>
      {critical > 0 ? (
        <Alert tone="bad" role="alert">
          <b>{alert.count({ count: critical })}</b> {alert.advice}
        </Alert>
      ) : null}
      {run.trouble === null ? null : (
        <Alert tone="warn">
          {texts.stopped} {run.trouble}
        </Alert>
      )}
      <section className="card runc" aria-label={texts.progressRegion}>
        {run.isRunning ? (
          <div className="runp">
            <div className="row between">
              <span className="trunc">
                <span className="mut">{texts.now}</span>{' '}
                <b className="b">{run.currentScenario ?? texts.starting}</b>
              </span>
              <b className="b num">{texts.percent({ value: run.progress })}</b>
            </div>
            <Progress label={texts.progress} value={run.progress} />
          </div>
        ) : null}
        <dl className="runs">
          {numbers.map(([name, value, tone]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={tone}>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

type Tab = 'all' | Category;
const tabs = (['all', 'edge_case', 'security', 'performance', 'stress_test', 'user_behavior'] as const).map(
  (value) => ({ value, label: texts.categories[value] }),
);

/** The suite that tries this very server, on a throw-away instance. */
export default function TestScenariosPage() {
  const [tab, setTab] = useState<Tab>('all');
  const list = useQuery({ ...queryFor(call, {}), staleTime: 0 });
  const run = useRun();
  const client = useQueryClient();
  const start = useStartRun();
  const generate = useGenerate();
  // Where an answer failed nobody asks on: it may be running still, and Refresh looks.
  const isRunning = run.data?.isRunning === true && !run.error;
  const failure = list.error ?? run.error;
  const scenarios = withResults(list.data ?? [], run.data);
  const shown = scenarios.filter(({ category }) => tab === 'all' || category === tab);
  const refresh = () => {
    void list.refetch();
    void run.refetch();
    void client.invalidateQueries({ queryKey: queryKey(runs, {}), exact: true });
  };
  return (
    <main id="main">
      <div className="page tests">
        <div className="phead">
          <div>
            <h1>{texts.title}</h1>
            <p className="mut">{texts.intro}</p>
          </div>
          <div className="row wrap">
            <Button
              size="sm"
              icon={Play}
              busy={isRunning || start.isPending}
              busyText={texts.running}
              onClick={() => start.mutate()}
            >
              {texts.run}
            </Button>
            <Button
              kind="quiet"
              size="sm"
              icon={Sparkles}
              busy={generate.isPending}
              busyText={texts.generating}
              onClick={() => generate.mutate()}
            >
              {texts.generate}
            </Button>
            <Button kind="quiet" size="sm" icon={RefreshCw} onClick={refresh}>
              {texts.refresh}
            </Button>
          </div>
        </div>
        <Summary run={run.data ?? noRun} total={scenarios.length} />
        <Tabs bleed label={texts.filter} tabs={tabs} value={tab} onChange={setTab}>
          {list.isPending ? <Loading words={words.controls.loading} /> : null}
          {failure ? (
            <p role="alert">
              {texts.fetchFailed}. {errorText(failure)}
            </p>
          ) : null}
          {list.data && shown.length === 0 ? (
            <div className="card">
              <EmptyState title={texts.empty} />
            </div>
          ) : null}
          {tab === 'all' ? <ScenariosByCategory scenarios={scenarios} /> : <Scenarios scenarios={shown} />}
        </Tabs>
        <History />
      </div>
    </main>
  );
}

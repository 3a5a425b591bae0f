import { countOf, type TestRun } from '../../../contract/scenarios.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { words } from '../../words/words.ts';

const texts = words.scenarios;

/** Shows the progress and the findings of the run in four numbers, below critical findings. */
export function Summary({ run, total }: { run: TestRun; total: number }) {
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

import { useQuery } from '@tanstack/react-query';
import { type PastRun, runs as call } from '../../../contract/scenarios.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';

const texts = words.scenarios.history;

const verdictOf = ({ isRunning, trouble, issues, criticalIssues }: PastRun) => {
  if (isRunning) return { tone: 'info', text: texts.running } as const;
  if (criticalIssues > 0) return { tone: 'bad', text: texts.critical({ count: criticalIssues }) } as const;
  if (issues > 0) return { tone: 'warn', text: texts.issues({ count: issues }) } as const;
  return trouble === null
    ? ({ tone: 'ok', text: texts.clean } as const)
    : ({ tone: 'warn', text: texts.early } as const);
};

/** Lists the results of the last runs, newest first. */
export function History() {
  const { data, error } = useQuery({ ...queryFor(call, {}), staleTime: 0 });
  if (error) {
    return (
      <p role="alert">
        {texts.fetchFailed}. {errorText(error)}
      </p>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <section className="card past" aria-labelledby="past-runs">
      <h2 id="past-runs">{texts.title}</h2>
      <ul>
        {data.map((run) => {
          const { tone, text } = verdictOf(run);
          return (
            <li key={run.id}>
              <span className="grow">
                <TimeAgo iso={run.startedAt} />{' '}
                <span className="small mut">
                  {texts.result({
                    passed: run.passed,
                    total: run.total,
                    seconds: Math.max(1, Math.round(run.duration / 1_000)),
                  })}
                </span>
                {run.trouble === null ? null : <span className="small mut block">{run.trouble}</span>}
              </span>
              <Badge tone={tone}>{text}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

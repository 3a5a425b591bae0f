import { useQuery } from '@tanstack/react-query';
import * as usage from '../../../contract/usage.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { usageLevel } from './usage.ts';

const texts = words.account.usage;
const refetchMs = 60_000;
const tones = { normal: 'ok', moderate: 'warn', high: 'bad' } as const;

export function UsageCard() {
  const { data, isPending, error } = useQuery({
    ...queryFor(usage.metrics, {}),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  const level = data ? usageLevel(data.percentage) : null;
  return (
    <section className="card pad" aria-labelledby="usage">
      <div className="row between">
        <h2 id="usage">{texts.title}</h2>
        {level ? <Badge tone={tones[level]}>{texts.levels[level]}</Badge> : null}
      </div>
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.failed)}</p> : null}
      {data && level ? (
        <div className="mt-4">
          <div className="row between small wrap mb-1.5">
            <span className="b">{texts.storage}</span>
            <span className="mut">
              {texts.of({
                used: bytesInWords(data.usage),
                limit: bytesInWords(data.limit),
                level: texts.levels[level],
              })}
            </span>
          </div>
          <Progress label={texts.storage} value={data.percentage} tone={tones[level]} />
        </div>
      ) : null}
    </section>
  );
}

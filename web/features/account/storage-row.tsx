import { useQuery } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import * as usage from '../../../contract/usage.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { PlainRow } from '../../ui/layout/rows.tsx';
import { bytesInWords } from '../../words/bytes.ts';
import { words } from '../../words/words.ts';
import { usageLevel } from './usage.ts';

const texts = words.account.usage;
const refetchMs = 60_000;
const tones = { normal: 'ok', moderate: 'warn', high: 'bad' } as const;

/** How much of the photo storage is used. */
export function StorageRow() {
  const { data, error } = useQuery({
    ...queryFor(usage.metrics, {}),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  const level = usageLevel(data?.percentage ?? 0);
  return (
    <PlainRow
      icon={HardDrive}
      title={texts.storage}
      note={
        data ? (
          <>
            {texts.of({
              used: bytesInWords(data.usage),
              limit: bytesInWords(data.limit),
              level: texts.levels[level],
            })}
            <Progress label={texts.storage} value={data.percentage} tone={tones[level]} />
          </>
        ) : error ? (
          <span role="alert">{errorText(error, texts.failed)}</span>
        ) : (
          texts.loading
        )
      }
    />
  );
}

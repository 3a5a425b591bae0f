import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Circle } from '../../../contract/shapes.ts';
import * as archives from '../../../contract/archives.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { Progress } from '../../ui/feedback/alert.tsx';
import { buttonClass, Button } from '../../ui/form/button.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.archives;
const pollMs = 2_000;

function Parts({ circleId, archive }: { circleId: string; archive: archives.Archive }) {
  const { parts } = archive;
  return (
    <ul className="stack g8 mt-3">
      {parts.map((part, at) => (
        // A part's place is its name.
        <li key={at}>
          <a
            className={buttonClass({ kind: at === 0 ? 'primary' : 'quiet' })}
            href={`/api/circles/${circleId}/archive/file?part=${at + 1}`}
            download
          >
            <Download aria-hidden="true" />
            {parts.length === 1
              ? texts.download({ size: bytesInWords(part.bytes) })
              : texts.downloadPart({ part: at + 1, parts: parts.length, size: bytesInWords(part.bytes) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Everything that the viewer may see of a circle, as ZIPs to keep at home. */
export default function ArchiveCard({ circle }: { circle: Pick<Circle, 'id' | 'name'> }) {
  const client = useQueryClient();
  const input = { id: circle.id };
  const { data, isPending, error } = useQuery({
    ...queryFor(archives.state, input),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });
  const [isAsking, setIsAsking] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const request = async () => {
    setIsAsking(true);
    setFailed(null);
    try {
      client.setQueryData(queryKey(archives.state, input), await api(archives.request, input));
    } catch (reason) {
      setFailed(reason);
    } finally {
      setIsAsking(false);
    }
  };
  const { done, total } = data?.photos ?? { done: 0, total: 0 };
  const isMaking = data?.status === 'pending';
  const isReady = data?.status === 'ready';
  return (
    <section className="card" aria-labelledby="archive">
      <h2 id="archive" className="text-h3">
        {texts.title}
      </h2>
      <p className="small mut mt-2">{texts.text}</p>
      <Waiting query={{ isPending, error, data }} loading={texts.loading} failed={texts.loadFailed} />
      <p className="small mt-2" role="status">
        {isMaking ? texts.making : null}
        {isReady && data.expiresAt !== null ? texts.ready({ day: date(data.expiresAt) }) : null}
      </p>
      {isReady && !data.isComplete ? <p className="small mt-2">{texts.incomplete}</p> : null}
      {isReady && data.parts.length > 1 ? <p className="small mt-2">{texts.unpack}</p> : null}
      {isMaking ? (
        <div className="stack g8 mt-2">
          <Progress label={texts.progress} value={total === 0 ? 0 : (done / total) * 100} />
          <p className="small mut">{total === 0 ? texts.counting : texts.done({ done, total })}</p>
        </div>
      ) : null}
      {isReady ? <Parts circleId={circle.id} archive={data} /> : null}
      {failed === null ? null : (
        <p className="mt-2" role="alert">
          {errorText(failed, texts.failed)}
        </p>
      )}
      {data && !isMaking ? (
        <Button kind="quiet" className="mt-3" busy={isAsking} onClick={() => void request()}>
          {isReady ? texts.again : texts.request}
        </Button>
      ) : null}
    </section>
  );
}

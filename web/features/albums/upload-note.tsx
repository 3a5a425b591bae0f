import { useQueryClient } from '@tanstack/react-query';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { leaveOutFiles, retryFiles, useBatch } from './album-uploads.ts';

const texts = words.albums;

/** How far the photos of an album are, and what went wrong. */
export function UploadNote({ place, isNew = false }: { place: string; isNew?: boolean }) {
  const client = useQueryClient();
  const { files, added, refused, failure } = useBatch(place);
  const total = files.length + added;
  const uploaded = files.filter(({ state }) => state === 'uploaded').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const lost = files.filter(({ state }) => state === 'lost').length;
  const isBusy = files.some(({ state }) => state === 'waiting' || state === 'sending');
  const mayRetry = failure !== null || (failed > 0 && !isBusy);
  if (files.length === 0 && refused.length === 0) return null;
  return (
    <div className="stack g12">
      {files.length > 0 ? (
        <div className="stack g4">
          <Progress label={texts.upload} value={((added + uploaded) / total) * 100} />
          <p className="cap mut">
            {isNew
              ? texts.ready({ done: uploaded, total })
              : `${texts.progress({ done: added, total })}. ${texts.keepOpen}`}
          </p>
        </div>
      ) : null}
      {mayRetry || lost > 0 ? (
        <Alert tone="warn" role="alert">
          {mayRetry ? (
            <p>
              <b>{texts.uploadFailed({ count: failure === null ? failed : files.length })}</b> {failure}
            </p>
          ) : null}
          {lost > 0 ? <p>{texts.lost({ count: lost })}</p> : null}
          <div className="row wrap g8 mt-2">
            {mayRetry ? (
              <Button kind="quiet" size="sm" onClick={() => retryFiles(client, place)}>
                {texts.again}
              </Button>
            ) : null}
            <Button kind="quiet" size="sm" onClick={() => leaveOutFiles(place)}>
              {texts.giveUp}
            </Button>
          </div>
        </Alert>
      ) : null}
      {refused.length > 0 ? (
        <Alert tone="warn" role="status">
          <b>{texts.refused}</b> {refused.join(' ')}
        </Alert>
      ) : null}
    </div>
  );
}

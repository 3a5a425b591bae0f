import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Images } from 'lucide-react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { FileChoice } from './file-choice.tsx';
import { continueImport, endImport, needsFiles, pauseImport, setPace } from './import-state.ts';
import { PaceChoice } from './pace-choice.tsx';
import { type ImportRecord, progressOf } from './record.ts';
import type { Waiting } from './run.ts';

const texts = words.imports;

/** An import that is running. */
export function RunningImport({ record, waiting }: { record: ImportRecord; waiting: Waiting | null }) {
  const { done, things } = progressOf(record);
  const total = things.photos + things.videos;
  return (
    <section className="card pad stack g16" aria-labelledby="running">
      <h2 id="running">{texts.running}</h2>
      <Progress label={texts.running} value={total === 0 ? 0 : (done / total) * 100} />
      <p className="b num">{texts.progress({ done, ...things })}</p>
      <p className="mut" role="status">
        {waiting === null ? texts.keepGoing : texts.waits[waiting]}
      </p>
      <PaceChoice value={record.pace} onChange={setPace} />
      <p className="small mut">{texts.quiet}</p>
      <div>
        <Button kind="quiet" onClick={pauseImport}>
          {texts.pause}
        </Button>
      </div>
    </section>
  );
}

/** An import that was paused or broken off. */
export function StoppedImport({ record, error }: { record: ImportRecord; error: string | null }) {
  const client = useQueryClient();
  const { done, things } = progressOf(record);
  const again = {
    onChoice: (choice: Parameters<typeof continueImport>[1]) => void continueImport(client, choice),
  };
  return (
    <section className="card pad stack g16" aria-labelledby="paused">
      <h2 id="paused">{texts.paused}</h2>
      <p className="mut">{texts.pausedText({ done, ...things })}</p>
      {error === null ? null : (
        <Alert tone="bad" role="alert">
          {error}
        </Alert>
      )}
      {needsFiles(record) ? (
        <>
          <p>{texts.chooseAgain}</p>
          <ul className="im-lines small mut">
            {record.fileNames.map((name, at) => (
              <li key={at}>{name}</li>
            ))}
          </ul>
          <div className="row wrap g8">
            <FileChoice what="files" icon={Images} label={texts.chooseFiles} {...again} />
            {record.source === 'folder' ? (
              <FileChoice what="folder" icon={FolderOpen} quiet label={texts.chooseFolder} {...again} />
            ) : null}
          </div>
        </>
      ) : (
        <div>
          <Button onClick={() => void continueImport(client)}>{texts.continue}</Button>
        </div>
      )}
      <div className="row wrap g8">
        <Button kind="quiet" size="sm" onClick={() => void endImport(client, 'share')}>
          {texts.shareNow}
        </Button>
        <Button kind="quiet" size="sm" onClick={() => void endImport(client, 'keep')}>
          {texts.keepNow}
        </Button>
      </div>
    </section>
  );
}

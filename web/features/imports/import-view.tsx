import { useEffect } from 'react';
import { useUser } from '../../app/session.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { words } from '../../words/words.ts';
import './imports.css';
import { ImportReport } from './import-report.tsx';
import { RunningImport, StoppedImport } from './import-progress.tsx';
import { showImportOf, useImport } from './import-state.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { PhotoChoice } from './photo-choice.tsx';
import { SourceChoice } from './source-choice.tsx';

const texts = words.imports;

/** Bringing photos from elsewhere, step by step. */
export function ImportView() {
  const me = useUser();
  const { stage, read, found, record, waiting, error } = useImport();
  useEffect(() => {
    void showImportOf(me.id);
  }, [me.id]);
  if (stage === 'reading')
    return (
      <section className="card pad stack g12">
        <Loading words={texts.reading} />
        {read === null ? null : (
          <>
            <Progress label={texts.reading} value={(read.done / read.total) * 100} />
            <p className="small mut num">{texts.readingCount({ done: read.done, total: read.total })}</p>
          </>
        )}
      </section>
    );
  if (stage === 'choosing' && found) return <PhotoChoice found={found} />;
  if (stage === 'running' && record) return <RunningImport record={record} waiting={waiting} />;
  if (stage === 'stopped' && record) return <StoppedImport record={record} error={error} />;
  if (stage === 'done' && record) return <ImportReport record={record} />;
  return (
    <div className="stack g20">
      <OpenElsewhere />
      <SourceChoice error={error} />
    </div>
  );
}

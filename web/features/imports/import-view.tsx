import { useEffect } from 'react';
import { useUser } from '../../app/session.tsx';
import { isUnderWay } from '../../outbox/item.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { words } from '../../words/words.ts';
import './imports.css';
import { ImportReport } from './import-report.tsx';
import { RunningImport, StoppedImport } from './import-progress.tsx';
import { importPlace, showImportOf, useImport } from './import-state.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { PhotoChoice } from './photo-choice.tsx';
import { useRecord } from './record.ts';
import { SourceChoice } from './source-choice.tsx';

const texts = words.imports;

/** Bringing photos from elsewhere, step by step. */
export function ImportView() {
  const me = useUser();
  const { stage, read, found, error } = useImport();
  const item = useItems(me.id, importPlace).at(-1);
  const record = useRecord(item);
  useEffect(() => showImportOf(me.id), [me.id]);
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
  if (item && record === undefined) return <Loading words={texts.reading} />;
  if (item && record) {
    if (item.state === 'arrived') return <ImportReport item={item} record={record} />;
    return isUnderWay(item) ? (
      <RunningImport item={item} record={record} />
    ) : (
      <StoppedImport item={item} record={record} error={error} />
    );
  }
  if (stage === 'choosing' && found) return <PhotoChoice found={found} />;
  return (
    <div className="stack g20">
      <OpenElsewhere />
      <SourceChoice error={error} />
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Images } from 'lucide-react';
import * as imports from '../../../contract/imports.ts';
import type { ImportSource } from '../../../contract/imports.ts';
import { useUser } from '../../app/session.tsx';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';
import { isUnderWay, type Item } from '../../outbox/item.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Progress, Alert, Problem } from '../../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { toastError } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Choices } from '../../ui/form/choices.tsx';
import { RunningImport, StoppedImport } from '../../features/imports/import-progress.tsx';
import {
  importPlace,
  showImportOf,
  useImport,
  closeReport,
  readChoice,
} from '../../features/imports/import-state.ts';
import { PhotoChoice } from '../../features/imports/photo-choice.tsx';
import {
  useRecord,
  type ImportRecord,
  photosOf,
  thingsIn,
  keepImport,
  shareImport,
} from '../../features/imports/record.ts';
import { nameOf } from '../../features/imports/archive/source-file.ts';
import { LeftOutNote } from '../../features/imports/left-out-note.tsx';
import type { Choice } from '../../features/imports/choose-files.ts';
import { FileChoice } from '../../features/imports/file-choice.tsx';
import '../../features/imports/imports.css';

const texts = words.imports;
const sources: readonly ImportSource[] = ['google', 'folder', 'instagram', 'facebook', 'circle'];

/** Where the photos are now, how to get them, and the files. */
function SourceChoice({ error }: { error: string | null }) {
  const [source, setSource] = useState<ImportSource>('google');
  const { name, steps } = texts.sources[source];
  const isFolder = source === 'folder';
  const client = useQueryClient();
  const choose = (choice: Choice) => void readChoice(client, choice);
  return (
    <div className="stack g20">
      <section className="stack g12" aria-labelledby="from">
        <h2 id="from">{texts.from}</h2>
        <Choices
          label={texts.from}
          look="chips"
          className="im-sources"
          choices={sources.map((value) => ({ value, label: texts.sources[value].name }))}
          value={source}
          onChange={setSource}
        />
      </section>
      <section className="card pad stack g16" aria-label={name}>
        <ol className="im-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Problem text={error} />
        <div className="row wrap g8">
          {isFolder ? (
            <FileChoice what="folder" icon={FolderOpen} label={texts.chooseFolder} onChoice={choose} />
          ) : null}
          <FileChoice
            what="files"
            icon={Images}
            label={isFolder ? texts.choosePhotos : texts.chooseFiles}
            quiet={isFolder}
            onChoice={choose}
          />
        </div>
      </section>
    </div>
  );
}

/** An open import that this browser knows nothing of: it can be shared or kept as it is. */
function OpenElsewhere() {
  const client = useQueryClient();
  const { data } = useQuery({ ...queryFor(imports.current, {}), staleTime: 0 });
  const [isEnding, setEnding] = useState(false);
  const open = data?.import;
  if (!open || open.albums.length === 0) return null;
  const end = async (call: (id: string) => Promise<unknown>) => {
    setEnding(true);
    try {
      await call(open.id);
      await client.invalidateQueries();
    } catch (error) {
      toastError(error, texts.endFailed);
    } finally {
      setEnding(false);
    }
  };
  return (
    <Alert tone="warn">
      <p>{texts.openElsewhere({ albums: open.albums.length })}</p>
      <div className="row wrap g8 mt-2">
        <Button kind="quiet" size="sm" disabled={isEnding} onClick={() => void end(shareImport)}>
          {texts.shareNow}
        </Button>
        <Button kind="quiet" size="sm" disabled={isEnding} onClick={() => void end(keepImport)}>
          {texts.keepNow}
        </Button>
      </div>
    </Alert>
  );
}

const shownCount = 50;

const isOwnReason = (reason: string): reason is keyof typeof texts.refused => reason in texts.refused;

/** Counts what came along, and names what was left out and why. */
function ImportReport({ item, record }: { item: Item; record: ImportRecord }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const photos = photosOf(record);
  const sent = photos.filter(({ state }) => state === 'sent');
  const known = photos.filter(({ state }) => state === 'known');
  const refused = photos.filter(({ state }) => state === 'refused');
  const { shared = 0, kept = 0 } = record.outcome ?? {};
  return (
    <section className="card pad stack g16" aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        {sent.length > 0 || shared > 0 ? texts.done : texts.doneNothing}
      </h2>
      <ul className="im-lines">
        <li>{texts.report.sent({ ...thingsIn(sent) })}</li>
        {shared > 0 ? <li>{texts.report.shared({ albums: shared })}</li> : null}
        {kept > 0 ? <li>{texts.report.kept({ albums: kept })}</li> : null}
        {known.length > 0 ? <li>{texts.report.known({ ...thingsIn(known) })}</li> : null}
        <li>{texts.report.unticked}</li>
      </ul>
      {refused.length > 0 ? (
        <div>
          <h3>{texts.leftOut}</h3>
          <ul className="im-lines small">
            {refused.slice(0, shownCount).map(({ key, reason = '' }) => (
              <li key={key}>
                <b className="b">{nameOf(key)}</b> {isOwnReason(reason) ? texts.refused[reason] : reason}
              </li>
            ))}
          </ul>
          {refused.length > shownCount ? (
            <p className="small mut">{texts.moreLeftOut({ count: refused.length - shownCount })}</p>
          ) : null}
        </div>
      ) : null}
      <LeftOutNote leftOut={record.leftOut} />
      <div className="row wrap g8">
        <ButtonLink href="/profile">{texts.look}</ButtonLink>
        <Button kind="quiet" onClick={() => closeReport(item)}>
          {texts.again}
        </Button>
      </div>
    </section>
  );
}

/** Bringing photos from elsewhere, step by step. */
function ImportView() {
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
      <StoppedImport item={item} record={record} />
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

/** Where photos are brought from elsewhere; only for members whose identity was verified. */
export default function ImportPage() {
  const me = useUser();
  return (
    <main id="main">
      <div className="page">
        <BackLink href="/my-account/data" label={words.hub.data} />
        <h1 className="mb-2">{texts.title}</h1>
        <p className="mut mb-4">{texts.intro}</p>
        {me.isVerified ? <ImportView /> : <VerifyFirst />}
      </div>
    </main>
  );
}

import { AppWindow, Video, HardDrive, Download, Images } from 'lucide-react';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as site from '../../../contract/site.ts';
import * as usage from '../../../contract/usage.ts';
import * as account from '../../../contract/account.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { FramesCard } from '../../features/frames/frames-card.tsx';
import { Rows, ActRow, LinkRow, PlainRow } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { useUser } from '../../app/session.tsx';
import { queryFor, queryKey } from '../../data/query.ts';
import { errorText, api } from '../../data/api.ts';
import { Progress } from '../../ui/feedback/alert.tsx';
import { bytesInWords } from '../../words/bytes.ts';
import { usageLevel } from '../../features/account/usage.ts';
import { date } from '../../words/dates.ts';
import { Waiting } from '../../data/waiting.tsx';

const importTexts = words.imports;

/** On My Account: leads to the import. */
function ImportRow() {
  return <LinkRow href="/import" icon={Images} title={importTexts.title} note={importTexts.fromElsewhere} />;
}

const exportTexts = words.account.export;
const pollMs = 5_000;

const ProofDialog = lazyComponent(() => import('../../features/account/proof-dialog.tsx'));

function ExportCard() {
  const client = useQueryClient();
  const { data, isPending, error } = useQuery({
    ...queryFor(account.exportState, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pollMs : false),
  });
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const isReady = data?.status === 'ready';
  return (
    <section className="card pad" aria-labelledby="export">
      <h2 id="export">{exportTexts.title}</h2>
      <p className="small mut mt-2">{exportTexts.text}</p>
      <Waiting
        query={{ isPending, error, data }}
        loading={exportTexts.loading}
        failed={exportTexts.loadFailed}
      />
      <p className="small mt-2" role="status">
        {data?.status === 'pending' ? exportTexts.pending : null}
        {isReady && data.createdAt !== null ? exportTexts.ready({ date: date(data.createdAt) }) : null}
      </p>
      {data && data.status !== 'pending' ? (
        <div className="row wrap mt-3">
          {isReady ? (
            <a className={buttonClass({})} href="/api/user/export/file" download>
              <Download aria-hidden="true" />
              {exportTexts.download}
            </a>
          ) : null}
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {isReady ? exportTexts.again : exportTexts.request}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ProofDialog
          title={exportTexts.askTitle}
          text={words.account.proof.text}
          action={exportTexts.request}
          busyText={exportTexts.requesting}
          failed={exportTexts.failed}
          run={async (proof) => {
            client.setQueryData(queryKey(account.exportState, {}), await api(account.requestExport, proof));
            close();
          }}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

const storageTexts = words.account.usage;
const refetchMs = 60_000;
const tones = { normal: 'ok', moderate: 'warn', high: 'bad' } as const;

/** How much of the photo storage is used. */
function StorageRow() {
  const { data, error } = useQuery({
    ...queryFor(usage.metrics, {}),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  const level = usageLevel(data?.percentage ?? 0);
  return (
    <PlainRow
      icon={HardDrive}
      title={storageTexts.storage}
      note={
        data ? (
          <>
            {storageTexts.of({
              used: bytesInWords(data.usage),
              limit: bytesInWords(data.limit),
              level: storageTexts.levels[level],
            })}
            <Progress label={storageTexts.storage} value={data.percentage} tone={tones[level]} />
          </>
        ) : error ? (
          <span role="alert">{errorText(error, storageTexts.failed)}</span>
        ) : (
          words.controls.loading
        )
      }
    />
  );
}

const videoTexts = words.videoSharing;

/** Whether this member may share videos, and why. */
function VideoRow() {
  const { accountStatus } = useUser();
  const { data: config } = useQuery(queryFor(site.config, {}));
  if (!config) return null;
  const row = { icon: Video, title: videoTexts.title };
  if (config.video !== 'premium' || accountStatus === 'premium')
    return <PlainRow {...row} note={videoTexts.allowed[config.video]} />;
  return config.payments.enabled ? (
    <LinkRow {...row} href="/square-subscribe?plan=premium" note={videoTexts.lacksPlan} />
  ) : (
    <PlainRow {...row} note={videoTexts.allowed.off} />
  );
}

const texts = words.account.remove;

const DeleteDialog = lazyComponent(() => import('../../features/account/delete-dialog.tsx'));

function DeleteCard() {
  const [open, setOpen] = useState(false);
  return (
    <section className="card pad" aria-labelledby="delete">
      <h2 id="delete">{texts.title}</h2>
      <p className="small mut mt-2 mb-4">{texts.text}</p>
      <Button kind="danger-quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open ? <DeleteDialog onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

const BrowserDialog = lazyComponent(() => import('../../features/account/browser-dialog.tsx'));

/** Leads to what Circle stores in this browser. */
function BrowserRow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActRow icon={AppWindow} title={words.account.browser.title} onPress={() => setOpen(true)} opens />
      {open ? <BrowserDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export default function DataPage() {
  return (
    <AccountPage title={words.hub.data}>
      <Rows>
        <StorageRow />
        <VideoRow />
        <ImportRow />
        <BrowserRow />
      </Rows>
      <FramesCard />
      <ExportCard />
      <DeleteCard />
    </AccountPage>
  );
}

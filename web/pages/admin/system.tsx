import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { type ReactNode, useState } from 'react';
import type { Overview, JobTally } from '../../../contract/system.ts';
import { SettingGroup } from '../../../contract/settings.ts';
import * as system from '../../../contract/system.ts';
import { errorText, api, toastError } from '../../data/api.ts';
import { AdminArea, AdminOnly } from '../../features/moderation/admin-area.tsx';
import { homeSteps, isOpen } from '../../features/system/home-steps.ts';
import { SetupList, useSetup } from '../../features/system/setup-list.tsx';
import { systemUrl } from '../../features/system/steps.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { useSession } from '../../app/session.tsx';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { short } from '../../words/dates.ts';
import { fullTime } from '../../words/time.ts';
import { bytesInWords } from '../../words/bytes.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { toast } from '../../ui/overlay/toast.ts';

const texts = words.system;

/** Waiting and failed jobs, one row for each kind. */
function JobList({ jobs }: { jobs: readonly JobTally[] }) {
  if (jobs.length === 0) return <p className="mut">{texts.noJobs}</p>;
  return (
    <ul className="list">
      {jobs.map((tally) => (
        <Job key={tally.kind} tally={tally} />
      ))}
    </ul>
  );
}

function Job({ tally: { kind, waiting, retrying, failed, lastError } }: { tally: JobTally }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const name = new Map(Object.entries(texts.kinds)).get(kind) ?? kind;
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(system.overview, {}) });
  const retry = useMutation({
    mutationFn: () => api(system.retryJobs, { kind }),
    onSuccess: () => {
      toast({ title: texts.retried });
      return refresh();
    },
    onError: (error) => toastError(error, words.controls.didNotWork),
  });
  return (
    <ListItem className="sysjob">
      <div className="row between wrap g8">
        <b className="b">{name}</b>
        <span className="row wrap g8">
          {waiting > 0 ? <Badge>{texts.waiting({ count: waiting })}</Badge> : null}
          {retrying > 0 ? <Badge tone="warn">{texts.retrying({ count: retrying })}</Badge> : null}
          {failed > 0 ? <Badge tone="bad">{texts.givenUp({ count: failed })}</Badge> : null}
        </span>
      </div>
      {lastError === null ? null : <p className="small mut wrap-anywhere">{lastError}</p>}
      {retrying + failed > 0 ? (
        <div className="row wrap g8">
          <Button
            kind="quiet"
            size="sm"
            busy={retry.isPending}
            aria-label={texts.retryKind({ kind: name })}
            onClick={() => retry.mutate()}
          >
            {texts.retry}
          </Button>
          {failed > 0 ? (
            <Button
              kind="quiet"
              size="sm"
              aria-label={texts.dropKind({ kind: name })}
              onClick={() => setAsking(true)}
            >
              {texts.drop}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asking ? (
        <ConfirmCall
          onClose={() => setAsking(false)}
          title={texts.dropTitle({ kind: name })}
          text={texts.dropText({ count: failed })}
          action={texts.drop}
          busyText={texts.busy}
          failed={words.controls.didNotWork}
          call={() => api(system.dropJobs, { kind })}
          onDone={() => {
            toast({ title: texts.dropped });
            return refresh();
          }}
        />
      ) : null}
    </ListItem>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack g12 syscard">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="row between wrap g8 sysrow">
      <dt className="mut">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Part({ part: { isUp, milliseconds } }: { part: Overview['database'] }) {
  return <Badge tone={isUp ? 'ok' : 'bad'}>{isUp ? texts.up({ milliseconds }) : texts.down}</Badge>;
}

function Health({ overview }: { overview: Overview }) {
  const { version, database, storage, photos, mailsRefused } = overview;
  const sendsNoMail = useSendsNoMail();
  return (
    <Card title={texts.health}>
      <dl className="list">
        <Row name={texts.database}>
          <Part part={database} />
        </Row>
        <Row name={texts.storage}>
          <Part part={storage} />
        </Row>
        <Row name={texts.photos}>
          {texts.stored({ count: photos.count, amount: bytesInWords(photos.bytes) })}
        </Row>
        {sendsNoMail ? null : (
          <Row name={texts.refused}>
            {mailsRefused} <span className="small mut">{texts.refusedHint}</span>
          </Row>
        )}
        <Row name={texts.version}>{version}</Row>
      </dl>
    </Card>
  );
}

function Nodes({ nodes }: Pick<Overview, 'nodes'>) {
  return (
    <Card title={texts.nodes}>
      <ul className="list">
        {nodes.map(({ id, version, startedAt, isThis }) => (
          <li key={id} className="sysrow">
            <div className="row between wrap g8">
              <code className="small wrap-anywhere">{id}</code>
              {isThis ? <Badge tone="info">{texts.thisNode}</Badge> : null}
            </div>
            <p className="small mut">
              <time dateTime={startedAt} title={fullTime(startedAt)}>
                {texts.since({ time: short(startedAt) })}
              </time>
              {` · ${texts.version} ${version}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Backup = NonNullable<Overview['backup']>;

function Nightly({ name, nightly: { lastGood, trouble } }: { name: string; nightly: Backup['made'] }) {
  return (
    <Row name={name}>
      {lastGood === null ? (
        <Badge tone={trouble === null ? 'neutral' : 'bad'}>{texts.never}</Badge>
      ) : (
        <time dateTime={lastGood} title={fullTime(lastGood)}>
          {short(lastGood)}
        </time>
      )}
      {trouble === null ? null : <p className="alert bad mt-2 wrap-anywhere">{trouble}</p>}
    </Row>
  );
}

function Backups({ backup }: { backup: Backup }) {
  return (
    <Card title={texts.backups}>
      <dl className="list">
        <Nightly name={texts.made} nightly={backup.made} />
        <Nightly name={texts.rehearsed} nightly={backup.rehearsed} />
      </dl>
      <div>
        <Badge tone={backup.isEncrypted ? 'ok' : 'neutral'}>
          {backup.isEncrypted ? texts.encrypted : texts.plain}
        </Badge>
      </div>
    </Card>
  );
}

const FirstRun = lazyComponent(() => import('../../features/system/first-run.tsx'));
const MailForm = lazyComponent(() => import('../../features/settings/mail-form.tsx'));
const SettingPage = lazyComponent(() => import('../../features/settings/setting-page.tsx'));
const Handover = lazyComponent(() => import('../../features/system/handover.tsx'));
const KeySheets = lazyComponent(() => import('../../features/system/key-sheets.tsx'));

const shown: ReadonlyMap<string, ReactNode> = new Map([
  ...SettingGroup.options.map((group) => [group, <SettingPage key={group} group={group} />] as const),
  ['handover', <Handover key="handover" />] as const,
  ['key-sheets', <KeySheets key="key-sheets" />] as const,
]);

/** How the server is doing, the steps and forms that set up a place, and what is printed of it. */
export default function AdminSystemPage() {
  const [search] = useSearchParams();
  const step = Number(search.get('step') ?? 0);
  const page = shown.get(search.get('show') ?? '');
  if (page !== undefined) return <AdminOnly>{page}</AdminOnly>;
  if (![1, 2, 3].includes(step)) return <Status />;
  return (
    <AdminOnly>
      <FirstRun step={step} mailForm={<MailForm />} />
    </AdminOnly>
  );
}

function Status() {
  const { user } = useSession();
  const look = useQuery({ ...queryFor(system.overview, {}), enabled: user?.isAdmin === true, staleTime: 0 });
  return (
    <AdminArea path="/admin/system" intro={texts.intro}>
      {look.isPending ? <Loading words={texts.loading} /> : null}
      {look.error ? <p role="alert">{errorText(look.error, texts.failed)}</p> : null}
      {look.data ? <Setup /> : null}
      {look.data ? (
        <div className="sysgrid">
          <div className="stack g16">
            <Health overview={look.data} />
            {look.data.backup === null ? null : <Backups backup={look.data.backup} />}
            <Card title={words.handover.title}>
              <p className="mut">{words.handover.intro}</p>
              <TextLink href={systemUrl('handover')}>{words.handover.link}</TextLink>
              <TextLink href={systemUrl('key-sheets')}>{words.keySheets.title}</TextLink>
            </Card>
          </div>
          <div className="stack g16">
            <Card title={texts.jobs}>
              <JobList jobs={look.data.jobs} />
            </Card>
            <Nodes nodes={look.data.nodes} />
          </div>
        </div>
      ) : null}
      {look.isPending ? null : (
        <Button kind="quiet" className="mt-4" busy={look.isFetching} onClick={() => void look.refetch()}>
          {texts.again}
        </Button>
      )}
    </AdminArea>
  );
}

function Setup() {
  const { data, error } = useSetup();
  if (error) return <p role="alert">{errorText(error, words.setup.failed)}</p>;
  if (!data) return <Loading words={words.setup.loading} />;
  const count = data.items.filter(isOpen).length;
  const title = homeSteps(data.items).isLater ? words.setup.later : words.setup.title;
  return (
    <div className="mb-4">
      <Card title={count === 0 ? words.setup.done : title}>
        {count === 0 ? null : <p className="mut">{words.setup.open({ count })}</p>}
        <SetupList items={data.items} />
      </Card>
    </div>
  );
}

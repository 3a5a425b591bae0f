import type { ReactNode } from 'react';
import type { Overview } from '../../../contract/system.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { short } from '../../words/dates.ts';
import { fullTime } from '../../words/time.ts';
import { words } from '../../words/words.ts';
import { bytesInWords } from '../../words/bytes.ts';

const texts = words.system;

export function Card({ title, children }: { title: string; children: ReactNode }) {
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

export function Health({ overview }: { overview: Overview }) {
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

export function Nodes({ nodes }: Pick<Overview, 'nodes'>) {
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

export function Backups({ backup }: { backup: Backup }) {
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

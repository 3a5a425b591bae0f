import { useEffect, useRef } from 'react';
import type { Item } from '../../outbox/item.ts';
import { Button } from '../../ui/form/button.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { words } from '../../words/words.ts';
import { nameOf } from './archive/source-file.ts';
import { closeReport } from './import-state.ts';
import { LeftOutNote } from './left-out-note.tsx';
import { type ImportRecord, photosOf, thingsIn } from './record.ts';

const texts = words.imports;
const shownCount = 50;

const isOwnReason = (reason: string): reason is keyof typeof texts.refused => reason in texts.refused;

/** Counts what came along, and names what was left out and why. */
export function ImportReport({ item, record }: { item: Item; record: ImportRecord }) {
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

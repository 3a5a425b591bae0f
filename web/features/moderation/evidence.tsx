import type { ReviewedReport } from '../../../contract/moderation.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import WrittenText from '../mentions/written-text.tsx';
import { handle, displayName } from '../../ui/people/person-name.ts';

const texts = words.moderation.review;

/** The reported content as its reporter saw it. */
export function Evidence({ report }: { report: ReviewedReport }) {
  const { evidence, targetType, isGone, member } = report;
  return (
    <section className="ev stack g8" aria-label={texts.evidence[targetType]({ name: displayName(member) })}>
      <span className="row between wrap g8">
        <b className="small b">{texts.evidence[targetType]({ name: displayName(member) })}</b>
        {isGone ? <Badge>{texts.gone}</Badge> : null}
      </span>
      {evidence ? <Kept report={report} evidence={evidence} /> : <p className="small mut">{texts.over}</p>}
    </section>
  );
}

interface KeptProps {
  report: ReviewedReport;
  evidence: NonNullable<ReviewedReport['evidence']>;
}

function Kept({ report: { targetType }, evidence: { text, name, username, photos } }: KeptProps) {
  const isProfile = targetType === 'user';
  return (
    <>
      {isProfile ? (
        <p className="small">
          {name} <span className="mut">{handle({ username })}</span>
        </p>
      ) : null}
      {text ? (
        <p className="people">
          <WrittenText content={text} mentions={[]} />
        </p>
      ) : null}
      {!text && photos.length === 0 ? (
        <p className="small mut">{isProfile ? texts.noMore : texts.noText}</p>
      ) : null}
      {photos.length > 0 ? (
        <div className="shots">
          {photos.map((photo, index) =>
            photo.video ? (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- videos of members have none
              <video
                key={photo.url}
                src={photo.video.url}
                poster={photo.variants[0]?.url ?? photo.url}
                aria-label={photo.alt ?? texts.video({ at: index + 1 })}
                width={photo.width}
                height={photo.height}
                controls
                playsInline
                preload="none"
              />
            ) : (
              <a key={photo.url} href={photo.url} target="_blank" rel="noreferrer">
                <img
                  src={photo.variants[0]?.url ?? photo.url}
                  alt={photo.alt ?? texts.photo({ at: index + 1 })}
                  width={photo.width}
                  height={photo.height}
                />
              </a>
            ),
          )}
        </div>
      ) : null}
    </>
  );
}

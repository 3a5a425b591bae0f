import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { MailInMyName } from '../../../../contract/mailbox.ts';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { words } from '../../../words/words.ts';
import { SmallPhoto } from '../../media/small-photo.tsx';

const texts = words.byMail.mails;

interface MailRowProps {
  mail: MailInMyName;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

/** A moment or an answer that came by mail, to tick. */
export function MailRow({ mail, checked, onCheck }: MailRowProps) {
  const { kind, postId, photo, circles, isTakenBack, arrivedAt } = mail;
  const id = useId();
  const what = mail.words || texts.photo;
  const names = circles.map(({ name }) => name);
  return (
    <li className="r mail-row">
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={isTakenBack}
          onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
        />
        <span className="grow">
          <span className="people block">{what}</span>
          <span className="small mut block">
            {isTakenBack ? texts.takenBack : texts.what({ kind, count: names.length, circles: names })}
            {', '}
            <TimeSince iso={arrivedAt} />
          </span>
        </span>
        {photo ? <SmallPhoto photo={photo} sizes="44px" /> : null}
      </label>
      {postId === null ? null : (
        <Link href={`/post/${postId}`} className="ib" aria-label={texts.open({ what })}>
          <ChevronRight aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}

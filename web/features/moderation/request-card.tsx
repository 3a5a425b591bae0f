import { Check, X } from 'lucide-react';
import { messages } from '../../../contract/errors/errors.ts';
import type { VerificationRequest } from '../../../contract/verification.ts';
import { Button } from '../../ui/form/button.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';

const texts = words.moderation.verifications;

interface RequestCardProps {
  request: VerificationRequest;
  /** Administrators cannot decide their own requests. */
  isOwn: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** A verification request, with its decision or the buttons to decide. */
export function RequestCard({ request, isOwn, onApprove, onReject }: RequestCardProps) {
  const { user, personalStatement, linkedInProfile, instagramHandle, submittedAt, status, notes } = request;
  const name = displayName(user);
  return (
    <li className="card rq">
      <div className="row">
        <PersonAvatar person={user} />
        <span className="grow min-w-0">
          <b className="b block wrap-anywhere">{name}</b>
        </span>
        <span className="small dim">
          <span className="vh">{texts.asked} </span>
          <TimeAgo iso={submittedAt} />
        </span>
      </div>
      <p className="people said">
        <span className="vh">{texts.statement}: </span>
        {personalStatement}
      </p>
      {linkedInProfile === null ? null : (
        <p className="small wrap-anywhere">
          <span className="mut">{texts.linkedIn}: </span>
          <a className="link il" href={linkedInProfile} target="_blank" rel="noreferrer noopener">
            {linkedInProfile}
          </a>
        </p>
      )}
      {instagramHandle === null ? null : (
        <p className="small wrap-anywhere">
          <span className="mut">{texts.instagram}: </span>
          {instagramHandle}
        </p>
      )}
      {notes === null ? null : (
        <p className="small said">
          <span className="mut">{texts.note}: </span>
          {notes}
        </p>
      )}
      {status === 'pending' && isOwn ? <p className="small mut">{messages.verificationOwn}</p> : null}
      {status === 'pending' && !isOwn ? (
        <div className="row wrap g8">
          <Button size="sm" icon={Check} aria-label={texts.approveName({ name })} onClick={onApprove}>
            {texts.approve}
          </Button>
          <Button kind="quiet" size="sm" icon={X} aria-label={texts.rejectName({ name })} onClick={onReject}>
            {texts.reject}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

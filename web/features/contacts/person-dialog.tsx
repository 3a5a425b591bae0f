import { CirclePlus } from 'lucide-react';
import type { CircleMark, Member } from '../../../contract/shapes.ts';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Button, TextLink } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { LinkedText } from '../members/linked-text.tsx';
import { words } from '../../words/words.ts';
import { MailLink } from '../members/mail-link.tsx';
import { PrivacyNote } from '../members/privacy-note.tsx';
import { handle, displayName, profilePath } from '../../ui/people/person-name.ts';
import { ByLetter } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { VerifiedBadge } from '../members/verified-badge.tsx';

const texts = words.contacts;

interface PersonDialogProps {
  person: Member;
  /** The viewer's own circles that the person is in. */
  circles: readonly CircleMark[];
  onClose: () => void;
  onAdd: () => void;
  onConnections: () => void;
}

/** A person's details as far as the viewer may see them, with the available actions. */
export default function PersonDialog({ person, circles, onClose, onAdd, onConnections }: PersonDialogProps) {
  return (
    <Dialog open onClose={onClose} title={displayName(person)}>
      <DialogBody>
        <div className="row g16 items-start!">
          <PersonAvatar person={person} size="lg" />
          <div className="grow stack g8 items-start">
            {person.username === null ? null : <p className="mut">{handle(person)}</p>}
            <VerifiedBadge of={person} />
            <ByLetter of={person} />
            <PrivacyNote of={person} />
            {person.email === null ? null : (
              <p className="row g8 max-w-full">
                <span className="grow wrap-anywhere">{person.email}</span>
                <MailLink to={person} />
              </p>
            )}
            {person.bio ? (
              <p className="people whitespace-pre-line wrap-anywhere">
                <LinkedText text={person.bio} />
              </p>
            ) : null}
            {circles.length > 0 ? (
              <p className="small mut row wrap g8 max-w-full">
                {words.profile.withYou} <AudienceMark circles={circles} />
              </p>
            ) : null}
            <TextLink href={profilePath(person)}>{texts.person.profile}</TextLink>
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button kind="quiet" onClick={onConnections}>
          {texts.viewConnections}
        </Button>
        {person.byLetter ? null : (
          <Button icon={CirclePlus} onClick={onAdd}>
            {texts.person.add}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

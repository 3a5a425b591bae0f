import { useRef } from 'react';
import type { WholeCircle } from '../../../../contract/circles.ts';
import { useUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogBody } from '../../../ui/overlay/dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { displayName } from '../../../ui/people/person-name.ts';
import { words } from '../../../words/words.ts';
import './faces.css';
import { useSetFace } from './set-face.ts';

const texts = words.circles.faces;

interface FaceDialogProps {
  circle: WholeCircle;
  /** The member has just joined. */
  isNew: boolean;
  onClose: () => void;
}

/**
 * Asks once what everyone in the circle may see of the member. Nothing is chosen beforehand. Closing the dialog without
 * a choice answers "only my name", which is what the others saw before.
 */
export default function FaceDialog({ circle, isNew, onClose }: FaceDialogProps) {
  const me = useUser();
  const { mutate, isPending, variables } = useSetFace(circle.id);
  const isAnswered = useRef(false);
  const question = texts.question({ circle: circle.name });
  const [first] = circle.members.filter(({ id }) => id !== me.id);
  const card = (shown: boolean, about: string, label: string) => (
    <div className="face-card">
      <PersonAvatar person={shown ? me : { ...me, profileImageUrl: null }} size="lg" />
      <p className="b wrap-anywhere">{displayName(me)}</p>
      <p className="small mut">{about}</p>
      <Button
        kind="quiet"
        full
        busy={isPending && variables === shown}
        onClick={() => {
          isAnswered.current = true;
          mutate(shown);
        }}
      >
        {label}
      </Button>
    </div>
  );
  return (
    <Dialog
      open
      isRead
      onClose={() => {
        if (!isAnswered.current) {
          mutate(false);
          toast({ title: texts.closed, text: texts.later({ circle: circle.name }) });
        }
        onClose();
      }}
      title={isNew ? texts.joined({ circle: circle.name }) : question}
      description={
        isNew && first
          ? texts.others({ name: displayName(first), others: circle.memberCount - 2 })
          : undefined
      }
    >
      <DialogBody>
        {isNew ? <p className="b wrap-anywhere">{question}</p> : null}
        <div className="face-cards">
          {card(true, texts.all, texts.show)}
          {card(false, texts.nothing, texts.hide)}
        </div>
        <p className="hint mt-3">{texts.later({ circle: circle.name })}</p>
      </DialogBody>
    </Dialog>
  );
}

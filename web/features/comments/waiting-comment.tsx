import { Trash2, Undo2 } from 'lucide-react';
import type { CurrentUser } from '../../../contract/shapes.ts';
import type { Item } from '../../outbox/item.ts';
import { removeItems } from '../../outbox/outbox.ts';
import { useLost } from '../../outbox/use-outbox.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { words } from '../../words/words.ts';
import type { Draft } from './comment-draft.ts';
import { elementOf } from './comment-item.tsx';
import { draftFrom } from './comment-input.ts';
import { CommentInput } from './comment-request.ts';

const texts = words.outbox;

interface WaitingCommentProps {
  item: Item;
  me: CurrentUser;
  /** Puts the words back into the field; null while it has others. */
  onChange: ((written: Draft) => void) | null;
}

/** A comment that the server does not have yet. */
export function WaitingComment({ item, me, onChange }: WaitingCommentProps) {
  const isLost = useLost();
  const { id, input, state, problem } = item;
  const { text, answering } = CommentInput.parse(input);
  const isSending = state === 'waiting' && !isLost;
  const remove = () => removeItems([id]);
  const change = () => {
    remove();
    onChange?.(draftFrom(item));
  };
  return (
    <li className="cmt" id={elementOf(item)}>
      <PersonAvatar person={me} size="sm" />
      <div className="grow stack g4">
        <span className="small who">{displayName(me)}</span>
        {answering ? (
          <p className="cap mut">{words.conversation.answering({ name: answering.name })}</p>
        ) : null}
        <p className="people said">{text}</p>
        {problem ? (
          <Alert tone="warn" role="alert">
            {problem.text}
          </Alert>
        ) : (
          <p className="cap dim" role="status">
            {isSending
              ? texts.sending({ count: 1 })
              : state === 'paused'
                ? texts.paused
                : texts.waits({ count: 1 })}
          </p>
        )}
        {isSending ? null : (
          <div className="row wrap g8">
            {onChange ? (
              <Button kind="quiet" size="sm" icon={Undo2} onClick={change}>
                {texts.change}
              </Button>
            ) : null}
            <Button kind="ghost" size="sm" icon={Trash2} className="text-danger-text!" onClick={remove}>
              {texts.remove}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

import { Send } from 'lucide-react';
import { type SubmitEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { CurrentUser, Post } from '../../../contract/shapes.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { words } from '../../words/words.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { useAddComment } from './cache.ts';
import { useSeenBy } from './seen-by.ts';

const texts = words.conversation;
const maxRows = 6;
/** From this length on the field shows how long the comment is. */
const countFrom = limits.comment * 0.9;

interface AddCommentProps {
  post: Post;
  me: CurrentUser;
  box: RefObject<HTMLTextAreaElement | null>;
}

/** Enter sends, Shift and Enter begin a new line. What was typed stays until the server has it. */
export function AddComment({ post, me, box }: AddCommentProps) {
  const [text, setText] = useState('');
  const add = useAddComment(post.id);
  const seenBy = useSeenBy(post, me.id);
  const id = useId();
  const content = text.trim();
  const length = [...content].length;
  const sendable = length > 0 && length <= limits.comment && !add.isPending;
  const send = () => {
    if (!sendable) return;
    // Remove only the text that was sent: the member may have typed on meanwhile.
    add.mutate(content, { onSuccess: () => setText((now) => (now.trim() === content ? '' : now)) });
    // Do not focus the field on a touch screen, so that the keyboard closes and what it covered is visible again.
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    // An Enter that ends the composition of a letter belongs to the keyboard, not to us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    box.current?.form?.requestSubmit();
  };
  return (
    <form className="addc-f" onSubmit={submit}>
      <div className="addc">
        <PersonAvatar person={me} size="sm" />
        <textarea
          ref={box}
          className="in"
          enterKeyHint="send"
          rows={Math.min(maxRows, text.split('\n').length)}
          aria-label={texts.add}
          aria-describedby={seenBy === null ? undefined : id}
          placeholder={texts.add}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
        />
        <IconButton icon={Send} label={texts.send} type="submit" disabled={!sendable} />
      </div>
      <div className="row between addc-n">
        <p className="cap mut" id={id}>
          {seenBy}
        </p>
        {length < countFrom ? null : (
          <p className={length > limits.comment ? 'cap over' : 'cap dim'} role="status">
            {words.ui.count(length, limits.comment)}
          </p>
        )}
      </div>
    </form>
  );
}

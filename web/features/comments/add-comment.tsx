import { Mic, Send, X } from 'lucide-react';
import { type SubmitEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { CurrentUser, Post } from '../../../contract/shapes.ts';
import { itemsIn } from '../../outbox/outbox.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { focusAfterOverlays } from '../../ui/hooks/focus-beside.ts';
import { words } from '../../words/words.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { voiceAmong } from '../media/voice/voice-request.ts';
import { useMentions } from '../mentions/use-mentions.tsx';
import { type Draft, emptyDraft, shareComment, spokenPlace } from './comment-draft.ts';
import { elementOf } from './comment-item.tsx';
import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import { queryFor } from '../../data/query.ts';
import { displayName } from '../../ui/people/person-name.ts';

const RecorderDialog = lazyComponent(() => import('../media/voice/recorder-dialog.tsx'));
const VoiceLine = lazyComponent(() => import('../media/voice/voice-line.tsx'));

const texts = words.conversation;
const maxRows = 6;
/** From this length on the field shows how long the comment is. */
const countFrom = limits.comment * 0.9;

/**
 * Says who will see the viewer's comment: it belongs to the post's shared circles that its writer is in (COMMENT-2).
 * Null while loading.
 */
const useSeenBy = (post: Post, viewerId: string): string | null => {
  const mine = post.authorId === viewerId;
  const { data } = useQuery({ ...queryFor(circles.list, {}), enabled: mine || post.circles.length > 0 });
  if (!mine && post.circles.length === 0) return texts.seenBy.author({ name: displayName(post.author) });
  if (mine && post.circles.length === 0) return texts.seenBy.nobody;
  if (!data) return null;
  const shared = new Set(data.filter(({ kind }) => kind === 'shared').map(({ id }) => id));
  const names = post.circles.filter(({ id }) => shared.has(id)).map(({ name }) => name);
  if (names.length > 0) return texts.seenBy.circles({ circles: names });
  return mine ? texts.seenBy.nobody : texts.seenBy.author({ name: displayName(post.author) });
};

const showComment = (comment: { id: string }): void =>
  document.getElementById(elementOf(comment))?.scrollIntoView({ block: 'nearest' });

interface AddCommentProps {
  post: Post;
  me: CurrentUser;
  box: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  /** The comment can be a recording. */
  canRecord?: boolean;
  onChange: (change: (now: Draft) => Draft) => void;
  /** Default: a comment on the moment. */
  label?: string;
}

/** Enter sends, Shift and Enter begin a new line. */
export function AddComment(props: AddCommentProps) {
  const { post, me, box, draft, canRecord = false, onChange, label: plain = texts.add } = props;
  const { text, answering } = draft;
  const place = spokenPlace(post.id);
  const recorded = voiceAmong(useItems(me.id, place));
  const voice = canRecord ? recorded : undefined;
  const [isRecording, setRecording] = useState(false);
  const seenByAll = useSeenBy(post, me.id);
  const seenBy = answering ? texts.seenBy.answer({ name: answering.name }) : seenByAll;
  const id = useId();
  const label = answering ? texts.answerTo({ name: answering.name }) : plain;
  /** Focuses the microphone, or Send, in place of a button that is gone. */
  const focusButton = () =>
    focusAfterOverlays(() => box.current?.form?.querySelector('.ib.say, [type="submit"]'));
  const stopAnswering = () => {
    onChange((now) => ({ ...now, answering: null }));
    box.current?.focus();
  };
  const typed = text.trim();
  const length = [...typed].length;
  const sendable = (length > 0 || voice !== undefined) && length <= limits.comment;
  const send = () => {
    if (!sendable) return;
    const shared = shareComment(me.id, post.id, draft, canRecord);
    onChange(() => emptyDraft);
    if (shared && answering) requestAnimationFrame(() => showComment(shared));
    // Do not focus the field on a touch screen, so that the keyboard closes and what it covered is visible again.
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus();
  };
  const settle = () => {
    setRecording(false);
    // Words that follow are another comment.
    if (typed === '' && itemsIn(place).length === 0)
      onChange(({ answering: to }) => ({ ...emptyDraft, answering: to }));
    focusButton();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const mentioning = useMentions({
    field: box,
    written: draft,
    onChange: (written) => onChange((now) => ({ ...now, text: written.text, named: [...written.named] })),
    place: { postId: post.id, replyTo: answering?.id },
  });
  const press = (event: KeyboardEvent) => {
    if (mentioning.press(event)) return;
    if (event.key === 'Escape' && answering) stopAnswering();
    // An Enter that ends the composition of a letter belongs to the keyboard, not to us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    box.current?.form?.requestSubmit();
  };
  const form = (
    <form className="addc-f" onSubmit={submit}>
      {mentioning.list}
      {answering ? (
        <div className="row between addc-to">
          <p className="cap mut">{texts.answering({ name: answering.name })}</p>
          <IconButton icon={X} label={texts.stopAnswering} onClick={stopAnswering} />
        </div>
      ) : null}
      <div className="addc">
        <PersonAvatar person={me} size="sm" />
        <textarea
          ref={box}
          className="in"
          enterKeyHint="send"
          rows={Math.min(maxRows, text.split('\n').length)}
          aria-label={label}
          aria-describedby={seenBy === null ? undefined : id}
          placeholder={voice ? words.voiceRecorder.words : label}
          value={text}
          {...mentioning.props}
          onChange={(event) => {
            const { value } = event.currentTarget;
            // Words that follow after all others were deleted are another comment.
            onChange((now) => ({
              ...(value === '' && !voice ? { ...emptyDraft, answering: now.answering } : now),
              text: value,
            }));
            mentioning.look(event.currentTarget);
          }}
          onKeyDown={press}
        />
        {canRecord && !voice ? (
          <IconButton icon={Mic} label={texts.speak} className="say" onClick={() => setRecording(true)} />
        ) : null}
        <IconButton icon={Send} label={texts.send} type="submit" disabled={!sendable} />
      </div>
      <div className="row between addc-n">
        <p className="cap mut" id={id}>
          {seenBy}
        </p>
        {length < countFrom ? null : (
          <p className={length > limits.comment ? 'cap over' : 'cap dim'} role="status">
            {words.controls.count({ now: length, max: limits.comment })}
          </p>
        )}
      </div>
    </form>
  );
  // Enter in the form sends the comment, so the recording is outside of it.
  return (
    <>
      {voice && !isRecording ? (
        <VoiceLine draft={{ userId: me.id, place, onChange: settle }} voice={voice} />
      ) : null}
      {form}
      {isRecording ? <RecorderDialog of="comment" draft={{ userId: me.id, place }} onClose={settle} /> : null}
    </>
  );
}

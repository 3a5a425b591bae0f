// Loads when the author asks for it.
import { useMutation, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { Post } from '../../../contract/shapes.ts';
import { type Receipt, takeBack, type TakenFrom } from '../../../contract/audience/take-back.ts';
import { limits } from '../../../contract/limits.ts';
import { audience } from '../../../contract/audience/audience.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { refreshPost } from '../../data/refresh-posts.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { CheckboxRow } from '../../ui/form/text-field.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { Loading, MorePages } from '../../ui/feedback/loading.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { ReceiptText } from './receipt.tsx';
import { useUndo } from './undo.ts';

const texts = words.takingBack;

interface ReaderChoiceProps {
  /** The id of the moment. */
  id: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses among the people who see a moment. */
function ReaderChoice({ id, chosen, onChange }: ReaderChoiceProps) {
  const query = useInfiniteQuery({
    ...infiniteQueryFor(audience, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const { data, error } = query;
  if (!data)
    return error ? (
      <p role="alert">{errorText(error, words.controls.notLoaded)}</p>
    ) : (
      <Loading words={words.controls.oneMoment} />
    );
  const readers = data.pages.flatMap((page) => page.items);
  if (readers.length === 0) return <p>{texts.nobody}</p>;
  return (
    <fieldset>
      <legend className="lab">{texts.choosePeople}</legend>
      {readers.map(({ member, circles }) => (
        <CheckboxRow
          key={member.id}
          label={displayName(member)}
          note={circles.map(({ name }) => name).join(', ')}
          checked={chosen.includes(member.id)}
          disabled={chosen.length >= limits.hiddenFrom && !chosen.includes(member.id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, member.id] : chosen.filter((other) => other !== member.id))
          }
        />
      ))}
      <MorePages query={query} />
    </fieldset>
  );
}

interface TakeBackDialogProps {
  post: Post;
  /** The id of a receipt to show; without it the author chooses what to take back. */
  receiptId?: string | undefined;
  onClose: () => void;
}

/** Lets the author take a moment back, and shows the receipt. */
export default function TakeBackDialog({ post, receiptId, onClose }: TakeBackDialogProps) {
  const [made, setMade] = useState<Receipt | null>(null);
  const id = made?.id ?? receiptId;
  const path = `/post/${post.id}`;
  const [here] = useLocation();
  return (
    <Dialog open onClose={onClose} title={id === undefined ? texts.title : texts.receipt}>
      {id === undefined ? (
        <Choosing post={post} onDone={setMade} onClose={onClose} />
      ) : (
        <>
          <DialogBody>
            <ReceiptText id={id} first={made ?? undefined} />
          </DialogBody>
          <DialogFooter>
            {made?.takenFrom === 'people' ? <Undo post={post} receiptId={made.id} onDone={onClose} /> : null}
            {/* It left its author's feed. */}
            {made?.takenFrom === 'everyone' && here !== path ? (
              <ButtonLink kind="quiet" href={path}>
                {words.timeline.openMoment}
              </ButtonLink>
            ) : null}
            <Button onClick={onClose}>{words.controls.done}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

interface ChoosingProps {
  post: Post;
  onDone: (receipt: Receipt) => void;
  onClose: () => void;
}

/** The three ways to take a moment back, and what each will do. */
function Choosing({ post, onDone, onClose }: ChoosingProps) {
  const client = useQueryClient();
  const [way, setWay] = useState<TakenFrom | null>(null);
  const [circleIds, setCircleIds] = useState<readonly string[]>([]);
  const [userIds, setUserIds] = useState<readonly string[]>([]);
  const keys = useIdempotencyKeys();
  const take = useMutation({
    mutationFn: () => {
      const from = {
        ...(way === 'circles' && { circleIds: [...circleIds] }),
        ...(way === 'people' && { userIds: [...userIds] }),
      };
      return api(takeBack, { id: post.id, ...from }, { idempotencyKey: keys.of(JSON.stringify(from)) });
    },
    onSuccess: (receipt) => {
      void refreshPost(client, post.id);
      void client.invalidateQueries({ queryKey: ['/api', 'posts', post.id] });
      onDone(receipt);
    },
    onError: (error) => toastError(error, texts.didNotWork),
  });
  const chosen = way === null ? 0 : { everyone: 1, circles: circleIds.length, people: userIds.length }[way];
  const text =
    way === null
      ? texts.chooseWay
      : {
          everyone: post.kind === 'album' ? texts.everyoneAlbumText : texts.everyoneText,
          circles: texts.circlesText,
          people: texts.peopleText,
        }[way];
  const ways: TakenFrom[] =
    post.circles.length > 1 ? ['everyone', 'circles', 'people'] : ['everyone', 'people'];
  return (
    <>
      <DialogBody>
        {/* The receipt is about what was chosen at the press. */}
        <fieldset disabled={take.isPending}>
          <Choices
            look="segments"
            label={texts.way}
            value={way}
            onChange={setWay}
            choices={ways.map((value) => ({ value, label: texts[value] }))}
          />
          <p className="my-3" aria-live="polite">
            {text}
          </p>
          {way === 'circles' ? <CircleChoice post={post} chosen={circleIds} onChange={setCircleIds} /> : null}
          {way === 'people' ? <ReaderChoice id={post.id} chosen={userIds} onChange={setUserIds} /> : null}
        </fieldset>
        <p className="small mut mt-3">{texts.whatFollows}</p>
        <p className="small mut mt-2">{texts.saved}</p>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button
          kind="danger"
          disabled={chosen === 0}
          busy={take.isPending}
          busyText={texts.busy}
          onClick={() => take.mutate()}
        >
          {texts.action}
        </Button>
      </DialogFooter>
    </>
  );
}

interface CircleChoiceProps {
  post: Post;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function CircleChoice({ post, chosen, onChange }: CircleChoiceProps) {
  const label = useId();
  return (
    <fieldset aria-labelledby={label}>
      <legend className="lab" id={label}>
        {texts.chooseCircles}
      </legend>
      {post.circles.map(({ id, name, color }) => (
        <CheckboxRow
          key={id}
          label={name}
          color={color}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}

/** Undoes taking back from people, for one minute. */
function Undo({ post, receiptId, onDone }: { post: Post; receiptId: string; onDone: () => void }) {
  const { undo, isUndoing, canUndo } = useUndo(post.id, receiptId, () => {
    toast({ title: texts.undone });
    onDone();
  });
  if (!canUndo) return null;
  return (
    <Button kind="quiet" busy={isUndoing} onClick={undo}>
      {words.controls.undo}
    </Button>
  );
}

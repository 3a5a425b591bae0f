// Loads when a member asks on a profile what that person sees.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Person, Post } from '../../../contract/shapes.ts';
import * as contract from '../../../contract/audience/audience.ts';
import { takeBack } from '../../../contract/audience/take-back.ts';
import { api, toastError } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { refreshPost } from '../../data/refresh-posts.ts';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import WrittenText from '../mentions/written-text.tsx';
import { useUndo } from './undo.ts';
import { Waiting } from '../../data/waiting.tsx';
import './audience.css';

const texts = words.audience;

interface VisibleMomentsProps {
  person: Person;
  onClose: () => void;
}

/** Lists the viewer's moments that a person sees now, each with a button to stop sharing it with them. */
export default function VisibleMoments({ person, onClose }: VisibleMomentsProps) {
  const name = displayName(person);
  const query = useInfiniteQuery({
    ...infiniteQueryFor(contract.visiblePosts, (place) => ({ id: person.id, ...place })),
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const { data, error, isPending } = query;
  const posts = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.visibleTitle({ name })}
      description={texts.visibleText({ name })}
    >
      <DialogBody>
        <Waiting
          query={{ isPending, error, data }}
          loading={words.controls.oneMoment}
          failed={words.controls.notLoaded}
        />
        {data && posts.length === 0 ? <p>{texts.visibleNone({ name })}</p> : null}
        {posts.length > 0 ? (
          <ul className="list" aria-label={texts.visibleTitle({ name })}>
            {posts.map((post) => (
              <VisibleMoment key={post.id} post={post} person={person} onLeave={onClose} />
            ))}
          </ul>
        ) : null}
        <MorePages query={query} />
        {data && !query.hasNextPage ? <p className="hint mt-3">{texts.visibleEnd}</p> : null}
      </DialogBody>
    </Dialog>
  );
}

function VisibleMoment({ post, person, onLeave }: { post: Post; person: Person; onLeave: () => void }) {
  const name = displayName(person);
  /** The receipt of stopping; null if that was undone. */
  const [receiptId, setReceiptId] = useState<string | null>();
  const keys = useIdempotencyKeys();
  const action = useRef<HTMLButtonElement>(null);
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () =>
      api(takeBack, { id: post.id, userIds: [person.id] }, { idempotencyKey: keys.of(person.id) }),
    onSuccess: (receipt) => {
      keys.arrived();
      void refreshPost(client, post.id);
      setReceiptId(receipt.id);
    },
    onError: (error) => toastError(error, words.takingBack.didNotWork),
  });
  const { undo, isUndoing, canUndo } = useUndo(post.id, receiptId ?? null, () => setReceiptId(null));
  // The pressed button gives way to the other one.
  useEffect(() => {
    if (receiptId !== undefined) action.current?.focus();
  }, [receiptId]);
  const photo = post.images.at(0);
  return (
    <li className="seen-mine">
      {photo ? <img src={photo.variants.at(0)?.url ?? photo.url} alt="" loading="lazy" /> : null}
      <div className="grow">
        <p className="people lines">
          {post.content === '' ? (
            texts.photos({ count: post.images.length })
          ) : (
            <WrittenText content={post.content} mentions={post.mentions} />
          )}
        </p>
        <p className="small mut row wrap gap-x-2! gap-y-0!">
          <Link href={`/post/${post.id}`} className="link" onClick={onLeave}>
            {date(post.createdAt)}
          </Link>
          <AudienceMark circles={post.circles} />
        </p>
        <div className="row wrap g8 mt-1" aria-live="polite">
          {receiptId ? (
            <>
              <span className="small">{texts.stopped({ name })}</span>
              {canUndo ? (
                <Button ref={action} kind="quiet" size="sm" busy={isUndoing} onClick={undo}>
                  {words.controls.undo}
                </Button>
              ) : null}
            </>
          ) : (
            <Button
              ref={action}
              kind="quiet"
              size="sm"
              busy={stop.isPending}
              busyText={texts.stopBusy}
              onClick={() => stop.mutate()}
            >
              {texts.stop({ name })}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

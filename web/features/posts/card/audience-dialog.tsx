import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useRef, useState } from 'react';
import * as posts from '../../../../contract/posts.ts';
import type { Post, CircleMark } from '../../../../contract/shapes.ts';
import { errorText, api } from '../../../data/api.ts';
import { infiniteQueryFor } from '../../../data/query.ts';
import { Dialog, DialogBody } from '../../../ui/overlay/dialog.tsx';
import { MorePages } from '../../../ui/feedback/more-pages.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { date } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { displayName, profilePath } from '../../../ui/people/person-name.ts';
import { PersonAvatar } from '../../../ui/people/person-avatar.tsx';
import { changeCached } from '../../../data/cached-posts.ts';
import { withPost, refreshPosts } from '../../../data/refresh-posts.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CircleDot } from '../../../ui/people/circle-dot.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { focusReturnMs } from '../../../ui/overlay/menu.tsx';

const texts = words.postPages.audienceDialog;

/** Shows the author who can see a post, through which circles, since when, and lets them narrow it. */
export default function AudienceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { id } = post;
  const query = useInfiniteQuery({
    ...infiniteQueryFor(posts.audience, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const { data, isPending, error } = query;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={data ? texts.people(data.pages.at(-1)?.count ?? 0) : undefined}
    >
      <DialogBody>
        <AudienceCircles post={post} />
        {isPending ? <Loading words={texts.loading} /> : null}
        {error && !data ? <p role="alert">{errorText(error, texts.failed)}</p> : null}
        {data ? (
          <ul className="list" aria-label={texts.list}>
            {data.pages
              .flatMap((page) => page.items)
              .map(({ member, circles, since }) => (
                <li key={member.id} className="row min-h-15 py-2">
                  <PersonAvatar person={member} />
                  <span className="grow">
                    <Link href={profilePath(member)} className="b trunc block no-underline hover:underline">
                      {displayName(member)}
                    </Link>
                    <span className="small mut block">
                      {texts.through(circles.map((circle) => circle.name))}, {texts.since(date(since))}
                    </span>
                  </span>
                </li>
              ))}
          </ul>
        ) : null}
        <MorePages query={query} />
      </DialogBody>
    </Dialog>
  );
}

/** The circles of a moment, for its author to take away; the last one stays. */
function AudienceCircles({ post }: { post: Post }) {
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<CircleMark | null>(null);
  const narrow = useMutation({
    mutationFn: (away: CircleMark) => {
      const circleIds = post.circles.map(({ id }) => id).filter((id) => id !== away.id);
      return api(posts.edit, { id: post.id, circleIds });
    },
    onSuccess: (narrowed, away) => {
      changeCached(client, (data) => withPost(data, narrowed));
      void refreshPosts(client);
      toast({ title: texts.removed(away.name) });
      setAsked(null);
      // The pressed button was removed with its circle.
      setTimeout(() => title.current?.focus(), focusReturnMs);
    },
    onError: (error) => {
      setAsked(null);
      toast({ title: texts.removeFailed, text: errorText(error), tone: 'destructive' });
    },
  });
  if (post.circles.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="lab" ref={title} tabIndex={-1}>
        {texts.circles}
      </h3>
      <ul className="list">
        {post.circles.map((circle) => (
          <li key={circle.id} className="row min-h-13">
            <CircleDot color={circle.color} size="s" />
            <span className="grow trunc cname">{circle.name}</span>
            {post.circles.length > 1 ? (
              <Button
                kind="ghost"
                size="sm"
                aria-label={texts.removeFrom(circle.name)}
                onClick={() => setAsked(circle)}
              >
                {texts.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          open
          onClose={() => setAsked(null)}
          title={texts.confirm(asked.name)}
          text={texts.confirmText(asked.name)}
          action={texts.remove}
          busy={narrow.isPending}
          busyText={texts.removeBusy}
          onConfirm={() => narrow.mutate(asked)}
        />
      ) : null}
    </section>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as posts from '../../../../contract/posts.ts';
import type { CircleMark, Post } from '../../../../contract/shapes.ts';
import { api, errorText } from '../../../data/api.ts';
import { changeCached, withPost } from '../../../data/cached-posts.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CircleDot } from '../../../ui/people/circle-dot.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { refreshPosts } from '../cache.ts';
import { afterDialogMs } from './focus.ts';

const texts = words.postPages.audienceDialog;

/** The circles of a moment, for its author to take away; the last one stays. */
export function AudienceCircles({ post }: { post: Post }) {
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
      setTimeout(() => title.current?.focus(), afterDialogMs);
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

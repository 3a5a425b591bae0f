// Loads after the first screen.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import * as posts from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { useUser } from '../session.tsx';
import { showSharing, useShownSharing } from './audience.ts';

const WhoCanSee = lazyComponent(() => import('../../features/audience/who-can-see.tsx'));
const SharedWith = lazyComponent(() => import('../../features/audience/shared-with.tsx'));
const TakeBack = lazyComponent(() => import('../../features/audience/take-back-dialog.tsx'));
const CommentReaders = lazyComponent(() => import('../../features/audience/comment-readers.tsx'));
const VisibleMoments = lazyComponent(() => import('../../features/audience/visible-moments.tsx'));

const close = () => showSharing(null);

/** The dialog about who sees what that is open, until another page is opened. */
export function SharingDialogs() {
  const shown = useShownSharing();
  const [path] = useLocation();
  useEffect(() => close, [path]);
  switch (shown?.kind) {
    case 'whoCanSee':
    case 'takeBack':
      return <PostDialog kind={shown.kind} opened={shown.post} />;
    case 'commentReaders':
      return <CommentReaders comment={shown.comment} onClose={close} />;
    case 'visibleMoments':
      return <VisibleMoments person={shown.person} onClose={close} />;
    case undefined:
      return null;
  }
}

/** A dialog about a moment, which follows the moment's changes. */
function PostDialog({ kind, opened }: { kind: 'whoCanSee' | 'takeBack'; opened: Post }) {
  const { data: post } = useQuery({ ...queryFor(posts.get, { id: opened.id }), initialData: opened });
  const me = useUser();
  const WhoSees = post.authorId === me.id ? WhoCanSee : SharedWith;
  const Dialog = kind === 'whoCanSee' ? WhoSees : TakeBack;
  return <Dialog post={post} onClose={close} />;
}

// Loads after the first screen.
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { useHasToSend } from '../data/waiting-mark.ts';
import { recall } from '../data/browser-storage.ts';
import { useOnline } from '../offline/connection.ts';
import { queryFor } from '../data/query.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { memberData } from './member-data.ts';
import { userKey, useSession, useUser } from './session.tsx';
import { useViewedPhoto } from './dialogs/photo-talk.ts';
import { showSharing, useShownSharing } from './dialogs/audience.ts';

// Loads after the first screen.
const WhoCanSee = lazyComponent(() => import('../features/audience/who-can-see.tsx'));
const SharedWith = lazyComponent(() => import('../features/audience/shared-with.tsx'));
const TakeBack = lazyComponent(() => import('../features/audience/take-back-dialog.tsx'));
const CommentReaders = lazyComponent(() => import('../features/audience/comment-readers.tsx'));
const VisibleMoments = lazyComponent(() => import('../features/audience/visible-moments.tsx'));

const PhotoTalk = lazyComponent(() => import('../features/posts/card/photo-talk.tsx'));

const close = () => showSharing(null);

/** The dialog about who sees what that is open, until another page is opened. */
function SharingDialogs() {
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
  const { data } = useQuery(queryFor(posts.get, { id: opened.id }));
  const post: Post = data ?? opened;
  const me = useUser();
  const WhoSees = post.authorId === me.id ? WhoCanSee : SharedWith;
  const Dialog = kind === 'whoCanSee' ? WhoSees : TakeBack;
  return <Dialog post={post} onClose={close} />;
}

/** Hearts and answers of the photo that is viewed. */
function ViewedPhotoTalk() {
  const { user } = useSession();
  const viewed = useViewedPhoto();
  useEffect(() => {
    // The viewer is no part of the page that goes with a lost session.
    if (user === null) viewed?.close();
  }, [user, viewed]);
  return viewed && user ? <PhotoTalk viewed={viewed} /> : null;
}

const warn = (error: unknown) => console.warn(error);

/** Runs what is not part of the first screen, so not part of its code; answers how to stop it. */
const runLater = (load: () => Promise<() => () => void>): (() => void) => {
  let stop: (() => void) | null = null;
  let stopped = false;
  load().then((begin) => {
    if (!stopped) stop = begin();
  }, warn);
  return () => {
    stopped = true;
    stop?.();
  };
};

/** Background work while somebody is signed in, and dialogs that outlive what opened them. */
export default function BackgroundWork() {
  const client = useQueryClient();
  const { state, user } = useSession();
  const userId = user?.id;
  const hasToSend = useHasToSend(userId);
  const online = useOnline();
  useEffect(() => {
    if (userId === undefined) return;
    return runLater(async () => {
      const [{ startLive }, { asksForPrivacy }] = await Promise.all([
        import('../live/live-updates.ts'),
        import('./privacy.ts'),
      ]);
      return () => startLive(client, { userId, keepsPhotos: !asksForPrivacy() });
    });
  }, [client, userId]);
  useEffect(() => {
    if (!user) return;
    return runLater(async () => {
      const { keepOfflineFeed } = await import('../features/posts/feed/offline-feed.ts');
      return () => keepOfflineFeed(client, user);
    });
  }, [client, user]);
  useEffect(() => {
    if (userId === undefined) return;
    return runLater(async () => {
      const { reportSeen } = await import('../features/delivery/seen.ts');
      return () => reportSeen(client, userId);
    });
  }, [client, userId]);
  useEffect(() => {
    // Also for visitors: a sign-out deletes the draft, but may fail to delete its videos.
    import('../features/media/video/kept-video.ts')
      .then(({ sweepKeptVideos }) => sweepKeptVideos())
      .catch(warn);
  }, []);
  useEffect(() => {
    // Needed without a connection, when it could not be fetched.
    if (userId !== undefined) import('./waiting/outbox-line.tsx').catch(warn);
  }, [userId]);
  useEffect(() => {
    if (userId === undefined || !hasToSend) return;
    return runLater(async () => {
      const { startOutbox } = await import('./waiting/start-outbox.ts');
      return () => startOutbox(client, userId);
    });
    // Without a connection the code may not have been there.
  }, [client, userId, hasToSend, online]);
  useEffect(() => {
    // Nobody is signed in any more, as the server says, not a lost connection.
    if (client.getQueryData(userKey) !== null) return;
    if (recall('keptFeed') !== null) memberData.deleteSeen().catch(warn);
    else if ('serviceWorker' in navigator && navigator.serviceWorker.controller)
      import('../offline/worker-messages.ts').then(({ forgetKeptPhotos }) => forgetKeptPhotos()).catch(warn);
  }, [client, state]);
  return (
    <>
      {user ? <SharingDialogs /> : null}
      <ViewedPhotoTalk />
    </>
  );
}

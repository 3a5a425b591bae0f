import { useState } from 'react';
import { go } from '../../app/navigation.ts';
import { openOutbox } from '../../outbox/outbox.ts';
import { settled } from '../../outbox/settled.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { isNewAlbumEmpty, type NewAlbum } from './new-album.ts';
import { shareAlbum, takeBackAlbum } from './share-album.ts';

type Problems = Partial<Record<'title' | 'content' | 'circleIds' | 'photoIds', string>>;

/** The state and the action of sharing the new album. */
export interface SharingAlbum {
  /** The album under way: it stays on the page until the server has it. */
  sent: { album: NewAlbum; id: string } | null;
  problems: Problems;
  setProblems: (problems: Problems) => void;
  share: (album: NewAlbum) => Promise<void>;
}

/** Shares the new album. One that the server refuses can be changed again, unless its member has left the page. */
export const useSharingAlbum = (userId: string): SharingAlbum => {
  const [sent, setSent] = useState<SharingAlbum['sent']>(null);
  const [problems, setProblems] = useState<Problems>({});
  const isShown = useIsShown();
  const share = async (album: NewAlbum) => {
    // The photos of an album from before a reload may still be read.
    await openOutbox(userId);
    // It was pressed twice.
    if (isNewAlbumEmpty(userId)) return;
    const id = shareAlbum(userId, album);
    setSent({ album, id });
    const item = await settled(id);
    if (!isShown.current) return;
    if (item?.state === 'arrived') return go(`/post/${String(item.result)}`, { replace: true });
    // Another tab may have begun to make another album.
    if (item?.state !== 'refused' || !isNewAlbumEmpty(userId)) return go('/');
    takeBackAlbum(item);
    setSent(null);
    const { text = words.ui.broken, issues = [] } = item.problem ?? {};
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
    toast({ title: words.albums.failed, text, tone: 'destructive' });
  };
  return { sent, problems, setProblems, share };
};

import { Download, Ellipsis, Undo2 } from 'lucide-react';
import type { Post } from '../../../../contract/shapes.ts';
import { audienceItem } from './post-menu.tsx';
import { showSharing } from '../../../app/dialogs/audience.ts';
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx';
import { words } from '../../../words/words.ts';
import { type DatedPhoto, downloadOf } from './dated-photo.ts';

const texts = words.photoViewer;

interface ViewerMenuProps {
  photo: DatedPhoto;
  items: readonly MenuItem[];
}

/** The menu of the photo that is shown. */
export function ViewerMenu({ photo, items }: ViewerMenuProps) {
  const download = {
    key: 'download',
    icon: Download,
    label: photo.video ? words.videoPlayer.downloadVideo : texts.download,
    onSelect: () => {
      const { href, name } = downloadOf(photo);
      Object.assign(document.createElement('a'), { href, download: name }).click();
    },
  };
  return <Menu inPlace trigger={{ icon: Ellipsis, label: texts.options }} items={[download, ...items]} />;
}

/** The items that show who can see the moment of a photo, and let its author take it back. */
export const audienceItems = (post: Post, isMine: boolean): MenuItem[] => {
  const isShared = post.circles.length > 0;
  const { takeBack } = words.postActions;
  const seen = audienceItem(post);
  const back: MenuItem = {
    key: 'back',
    icon: Undo2,
    label: takeBack,
    onSelect: () => showSharing({ kind: 'takeBack', post }),
  };
  return [...(isMine || isShared ? [seen] : []), ...(isMine && isShared ? [back] : [])];
};

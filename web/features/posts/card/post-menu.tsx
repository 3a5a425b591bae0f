// Loads when the pointer or the focus comes near.
import { BellOff, BellRing, Ellipsis, Eye, EyeOff, Flag, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '../../../../contract/shapes.ts';
import { showSharing } from '../../../app/dialogs/audience.ts';
import { Menu, type MenuItem } from '../../../ui/overlay/menu.tsx';
import { words } from '../../../words/words.ts';
import { displayName } from '../../../ui/people/person-name.ts';
import { useFollowing, useSetFollowing } from '../../notifications/following.ts';
import { useSetMute } from '../../blocking/mute.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.posts.card;
const trigger = { icon: Ellipsis, label: texts.options };

const EditPostDialog = lazyComponent(() => import('./edit-post-dialog.tsx'));
const DeletePostDialog = lazyComponent(() => import('./delete-post-dialog.tsx'));
const ReportDialog = lazyComponent(() => import('../../reporting/report-dialog.tsx'));

interface PostMenuProps {
  post: Post;
  mine: boolean;
  onDeleted: () => void;
}

/** The open menu of a post. */
export default function PostMenu({ post, mine, onDeleted }: PostMenuProps) {
  return mine ? <OwnPostMenu post={post} onDeleted={onDeleted} /> : <OthersPostMenu post={post} />;
}

/** The author's menu of a post. */
function OwnPostMenu({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <div>
      <Menu
        open
        trigger={trigger}
        items={[
          ...(post.circles.length > 0
            ? [
                {
                  key: 'back',
                  icon: Undo2,
                  label: words.postActions.takeBack,
                  onSelect: () => showSharing({ kind: 'takeBack', post }),
                },
              ]
            : []),
          audienceItem(post),
          { key: 'edit', icon: Pencil, label: words.edit.post, onSelect: () => setOpen('edit') },
          {
            key: 'delete',
            icon: Trash2,
            label: words.postActions.delete,
            tone: 'danger',
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'edit' ? <EditPostDialog post={post} onClose={close} /> : null}
      {open === 'delete' ? <DeletePostDialog id={post.id} onClose={close} onDeleted={onDeleted} /> : null}
    </div>
  );
}

export const audienceItem = (post: Post): MenuItem => ({
  key: 'audience',
  icon: Eye,
  label: words.ui.whoCanSee,
  onSelect: () => showSharing({ kind: 'whoCanSee', post }),
});

/** Everybody else's menu of a post. */
function OthersPostMenu({ post }: { post: Post }) {
  const { id, author, commentsCount } = post;
  const [reporting, setReporting] = useState(false);
  const following = useFollowing(id, commentsCount > 0);
  const setFollowing = useSetFollowing();
  const setMute = useSetMute();
  return (
    <div>
      <Menu
        open
        trigger={trigger}
        items={[
          ...(following?.following || following?.hasStopped
            ? [
                {
                  key: 'follow',
                  icon: following.following ? BellOff : BellRing,
                  label: words.notificationList[following.following ? 'unfollow' : 'follow'],
                  onSelect: () => setFollowing.mutate({ id, follows: !following.following }),
                },
              ]
            : []),
          ...(post.circles.length > 0 ? [audienceItem(post)] : []),
          {
            key: 'mute',
            icon: EyeOff,
            label: words.muting.mute({ name: displayName(author) }),
            onSelect: () => setMute.mutate({ person: author, muted: true, fromPost: true }),
          },
          { key: 'report', icon: Flag, label: words.reporting.post, onSelect: () => setReporting(true) },
        ]}
      />
      {reporting ? (
        <ReportDialog targetType="post" targetId={id} person={author} onClose={() => setReporting(false)} />
      ) : null}
    </div>
  );
}

import { BellMinus, Ellipsis, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { Notification } from '../../../contract/shapes.ts';
import { go } from '../../app/navigation.ts';
import { useRouteExists } from '../../app/route-exists.ts';
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import { useSetFollowing } from './following.ts';
import { useRemove } from './read.ts';

const texts = words.notificationList;

/** Everything that an entry offers besides opening. */
export function NotificationMenu({ item, open }: { item: Notification; open: boolean }) {
  const { id, kind, title, actionUrl, actionText, quote, photo } = item;
  const setFollowing = useSetFollowing();
  const remove = useRemove();
  const routeExists = useRouteExists();
  const act: MenuItem[] =
    actionUrl !== null && actionText !== null && quote === null && photo === null && routeExists(actionUrl)
      ? [{ key: 'act', label: actionText, onSelect: () => go(actionUrl) }]
      : [];
  const unfollow: MenuItem = {
    key: 'unfollow',
    label: texts.unfollow,
    icon: BellMinus,
    onSelect: () => setFollowing.mutate({ id: actionUrl?.split('/').at(-1) ?? '', follows: false }),
  };
  return (
    <Menu
      trigger={{ icon: Ellipsis, label: texts.options({ what: title }) }}
      open={open}
      items={[
        ...act,
        ...(kind === 'followed_comment' ? [unfollow] : []),
        {
          key: 'reach',
          label: texts.whatReaches,
          icon: SlidersHorizontal,
          onSelect: () => go('/my-account/reach'),
        },
        {
          key: 'remove',
          label: texts.remove,
          icon: Trash2,
          tone: 'danger',
          onSelect: () => remove.mutate(id),
        },
      ]}
    />
  );
}

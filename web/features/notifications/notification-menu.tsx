import { BellMinus, Ellipsis, SlidersHorizontal, Trash2 } from 'lucide-react';
import { go } from '../../app/navigation.ts';
import { useRouteExists } from '../../app/route-exists.ts';
import { Menu, type MenuItem } from '../../ui/overlay/menu.tsx';
import { words } from '../../words/words.ts';
import type { Entry } from './entries.ts';
import { useSetFollowing } from './following.ts';
import { useRemove } from './read.ts';

const texts = words.notificationList;

/** Everything that an entry offers besides opening. */
export function NotificationMenu({ entry, open }: { entry: Entry; open: boolean }) {
  const { newest, ids, title } = entry;
  const { kind, actionUrl, actionText, quote, photo, circle } = newest;
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
          label: circle ? texts.whatReachesFrom({ circle: circle.name }) : texts.whatReaches,
          icon: SlidersHorizontal,
          onSelect: () => go(circle ? `/my-account/reach?circle=${circle.id}` : '/my-account/reach'),
        },
        {
          key: 'remove',
          label: words.controls.delete,
          icon: Trash2,
          tone: 'danger',
          onSelect: () => remove.mutate(ids),
        },
      ]}
    />
  );
}

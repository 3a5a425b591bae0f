import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import type { Notification } from '../../../contract/shapes.ts';
import { useRouteExists } from '../../app/route-exists.ts';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useSetFollowing } from './following.ts';
import './notifications.css';
import { useMarkRead } from './read.ts';

interface ListProps {
  items: readonly Notification[];
  /** Whether the list is in a box of limited height, which must then be reachable by keyboard. */
  scrolls?: boolean;
  /** Whether the action of each notification is shown under it as a link. */
  showsActions?: boolean;
  /** Called when a notification was pressed, before the page changes. */
  onGo?: () => void;
}

/** Lists notifications, newest first. A press marks one as read and opens its object. */
export function NotificationList({ items, scrolls, showsActions, onGo }: ListProps) {
  return (
    <ul className="nl" tabIndex={scrolls ? 0 : undefined} aria-label={words.notificationList.list}>
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} onGo={onGo} />
          {showsActions ? <Action item={item} /> : null}
          {item.kind === 'followed_comment' ? <StopFollowing item={item} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Item({ item, onGo }: { item: Notification; onGo: (() => void) | undefined }) {
  const markRead = useMarkRead();
  const routeExists = useRouteExists();
  const press = () => {
    if (!item.isRead) markRead.mutate(item.id);
    onGo?.();
  };
  const className = item.isRead ? 'ni r' : 'ni';
  if (item.actionUrl !== null && routeExists(item.actionUrl)) {
    return (
      <Link href={item.actionUrl} className={className} onClick={press}>
        <Content item={item} />
      </Link>
    );
  }
  return (
    <button type="button" className={className} onClick={press}>
      <Content item={item} />
    </button>
  );
}

function Action({ item: { id, isRead, actionUrl, actionText } }: { item: Notification }) {
  const markRead = useMarkRead();
  const routeExists = useRouteExists();
  if (actionUrl === null || actionText === null || !routeExists(actionUrl)) return null;
  return (
    <Link
      href={actionUrl}
      className="link na"
      onClick={() => {
        if (!isRead) markRead.mutate(id);
      }}
    >
      {actionText}
    </Link>
  );
}

function StopFollowing({ item: { actionUrl } }: { item: Notification }) {
  const setFollowing = useSetFollowing();
  const id = actionUrl?.split('/').at(-1) ?? '';
  return (
    <Button
      kind="ghost"
      size="sm"
      className="auto ns"
      busy={setFollowing.isPending}
      onClick={() => setFollowing.mutate({ id, follows: false })}
    >
      {words.notificationList.unfollow}
    </Button>
  );
}

function Content({ item }: { item: Notification }) {
  return (
    <>
      {item.actor ? (
        <PersonAvatar person={item.actor} />
      ) : (
        <span className="av md news" aria-hidden="true">
          <BellRing />
        </span>
      )}
      <span className="grow">
        <span className="nt">
          {item.isRead ? null : <span className="vh">{words.notificationList.unread} </span>}
          {item.title}
        </span>
        <span className="nmz">{item.message}</span>
        <TimeAgo iso={item.createdAt} className="cap dim" />
      </span>
      {item.isRead ? null : <span className="ud" aria-hidden="true" />}
    </>
  );
}

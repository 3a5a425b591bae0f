import { AtSign, BellRing, Images, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Notification } from '../../../contract/shapes.ts';
import { useRouteExists } from '../../app/route-exists.ts';
import { useFocusBeside } from '../../ui/hooks/focus-beside.ts';
import { CircleDot } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import { SmallPhoto } from '../media/small-photo.tsx';
import { entriesOf, type Entry } from './entries.ts';
import { NotificationMenu } from './notification-menu.tsx';
import './notifications.css';
import { useMarkRead } from './read.ts';
import { useSwipe } from './swipe.ts';

const ByMailActions = lazyComponent(() => import('./by-mail-actions.tsx'));

interface ListProps {
  items: readonly Notification[];
  /** In the bell: a box of limited height, which must be reachable by keyboard, without the menus of the page. */
  inBell?: boolean;
  /** Called when a notification was pressed, before the page changes. */
  onGo?: () => void;
}

/** Lists notifications, newest first. A press marks one as read and opens its object. */
export function NotificationList({ items, inBell = false, onGo }: ListProps) {
  return (
    <ul className="nl" tabIndex={inBell ? 0 : undefined} aria-label={words.notificationList.list}>
      {entriesOf(items).map((entry) => (
        <EntryRow key={entry.newest.id} entry={entry} inBell={inBell} onGo={onGo} />
      ))}
    </ul>
  );
}

interface EntryProps {
  entry: Entry;
  inBell: boolean;
  onGo: (() => void) | undefined;
}

function EntryRow({ entry, inBell, onGo }: EntryProps) {
  const { newest: item, isRead } = entry;
  const [swipes, swipe] = useSwipe();
  const row = useRef<HTMLLIElement>(null);
  useFocusBeside(row);
  return (
    <li ref={row} className={isRead ? 'ni' : 'ni new'} {...(inBell ? {} : swipe)}>
      <Face item={item} />
      <Opener entry={entry} onGo={onGo} />
      {item.photo ? <SmallPhoto photo={item.photo} sizes="44px" /> : null}
      <span className="nside">
        <TimeAgo iso={item.createdAt} />
        {inBell ? null : <NotificationMenu key={swipes} entry={entry} open={swipes > 0} />}
      </span>
      {item.kind === 'mail_counted' ? <ByMailActions item={item} onGo={onGo} /> : null}
    </li>
  );
}

/** The whole row is pressed. Where there is nothing to open, it unfolds what is cut off. */
function Opener({ entry, onGo }: Omit<EntryProps, 'inBell'>) {
  const { newest: item, ids, isRead } = entry;
  const markRead = useMarkRead();
  const routeExists = useRouteExists();
  const [isOpen, setOpen] = useState(false);
  const press = () => {
    if (!isRead) markRead.mutate(ids);
  };
  if (item.actionUrl !== null && routeExists(item.actionUrl)) {
    const go = () => {
      press();
      onGo?.();
    };
    return (
      <Link href={item.actionUrl} className="nopen" onClick={go}>
        <Content entry={entry} />
      </Link>
    );
  }
  const unfold = () => {
    press();
    setOpen(!isOpen);
  };
  return (
    <button
      type="button"
      className={isOpen ? 'nopen unfolded' : 'nopen'}
      aria-expanded={isOpen}
      onClick={unfold}
    >
      <Content entry={entry} />
    </button>
  );
}

const icons: Readonly<Record<string, typeof BellRing>> = {
  mail_counted: AtSign,
  new_photos: Images,
  new_sign_in: ShieldCheck,
  second_factor_changed: ShieldCheck,
  reset_link_made: ShieldCheck,
  admin_acted: ShieldCheck,
};

function Face({ item: { actor, circle, kind } }: { item: Notification }) {
  if (actor) return <PersonAvatar person={actor} />;
  if (circle) return <CircleDot color={circle.color} />;
  const Icon = icons[kind] ?? BellRing;
  return (
    <span className="nsym" aria-hidden="true">
      <Icon />
    </span>
  );
}

function Content({ entry: { newest, isRead, title, names } }: { entry: Entry }) {
  const { message, quote, photo } = newest;
  return (
    <>
      <span className="nt">
        {isRead ? null : <span className="vh">{words.notificationList.unread} </span>}
        <Title title={title} names={names} />
      </span>
      {quote === null ? null : <span className="nq people">{quote}</span>}
      {quote === null && photo === null ? <span className="nq">{message}</span> : null}
    </>
  );
}

/** The names stand out; a sentence without one stands out as a whole. */
function Title({ title, names: [name = '', ...others] }: Pick<Entry, 'title' | 'names'>) {
  const at = name === '' ? -1 : title.indexOf(name);
  if (at < 0) return <b>{title}</b>;
  const end = at + name.length;
  return (
    <>
      {title.slice(0, at)}
      <b>{name}</b>
      {others.some((other) => title.includes(other, end)) ? (
        <Title title={title.slice(end)} names={others} />
      ) : (
        title.slice(end)
      )}
    </>
  );
}

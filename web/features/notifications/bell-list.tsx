// Separate from bell.tsx: loads when the pointer or the focus comes near the bell.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as notifications from '../../../contract/notifications.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useLiveListOptions } from '../../live/stream-state.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Popover } from '../../ui/overlay/popover.tsx';
import { words } from '../../words/words.ts';
import { NotificationList } from './notification-list.tsx';
import { useMarkAllRead } from './read.ts';
import { useUnread } from './unread.ts';

const texts = words.notificationList;

/** The bell's list of the newest notifications, with a link to all of them. */
export default function BellList({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useQuery({
    ...queryFor(notifications.list, {}),
    ...useLiveListOptions(),
  });
  const unread = useUnread();
  const markAll = useMarkAllRead();
  return (
    <Popover label={texts.title} onClose={onClose}>
      <div className="row between px-2 py-1 pl-3.5">
        <h2 className="text-h3">{texts.title}</h2>
        {unread > 0 ? (
          <Button
            kind="ghost"
            size="sm"
            className="auto"
            busy={markAll.isPending}
            onClick={({ currentTarget }) => {
              markAll.mutate();
              // The button goes.
              currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
            }}
          >
            {texts.markAll}
          </Button>
        ) : null}
      </div>
      {isPending ? (
        <div className="p-4">
          <Loading words={texts.loading} />
        </div>
      ) : null}
      {error ? <p className="p-4">{errorText(error, texts.failed)}</p> : null}
      {data && data.items.length === 0 ? (
        <div className="p-4">
          <p className="b">{texts.empty}</p>
        </div>
      ) : null}
      {data && data.items.length > 0 ? <NotificationList items={data.items} inBell onGo={onClose} /> : null}
      <Link href="/notifications" onClick={onClose} className="all">
        {texts.all}
      </Link>
    </Popover>
  );
}

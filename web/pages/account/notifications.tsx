import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import * as notifications from '../../../contract/notifications.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { useMarkAllRead } from '../../features/notifications/read.ts';
import { useUnread } from '../../features/notifications/unread.ts';
import { useLiveListOptions } from '../../live/stream-state.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { focusTitle } from '../../ui/hooks/focus-beside.ts';
import { words } from '../../words/words.ts';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.notificationList;

export default function NotificationsPage() {
  const list = useInfiniteQuery({
    ...infiniteQueryFor(notifications.list, (place) => place),
    ...useLiveListOptions(),
  });
  const markAll = useMarkAllRead();
  const unread = useUnread();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <main id="main">
      <div className="rail npage">
        <div className="rl">
          <div className="nhead">
            <h1>{texts.title}</h1>
            {unread > 0 ? (
              <Button
                kind="ghost"
                size="sm"
                flush
                busy={markAll.isPending}
                onClick={() => {
                  markAll.mutate();
                  // The button goes.
                  focusTitle();
                }}
              >
                {texts.markAll}
              </Button>
            ) : null}
          </div>
          <Link href="/my-account/reach" className="nreach">
            {texts.reach}
            <ChevronRight aria-hidden="true" />
          </Link>
        </div>
        <div className="rm">
          <Waiting query={list} loading={texts.loading} failed={texts.failed} />
          {list.data && items.length === 0 ? (
            <div className="card">
              <EmptyState title={texts.empty} />
            </div>
          ) : null}
          {items.length > 0 ? <NotificationList items={items} /> : null}
          <MorePages query={list} />
        </div>
      </div>
    </main>
  );
}

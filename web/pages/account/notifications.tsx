import { useInfiniteQuery } from '@tanstack/react-query';
import * as notifications from '../../../contract/notifications.ts';
import { errorText } from '../../data/api.ts';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { useMarkAllRead } from '../../features/notifications/read.ts';
import { useUnread } from '../../features/notifications/unread.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { useLiveListOptions } from '../../live/stream-state.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

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
    <RailPage
      title={texts.title}
      intro={texts.intro}
      rail={
        unread > 0 ? (
          <Button kind="quiet" size="sm" busy={markAll.isPending} onClick={() => markAll.mutate()}>
            {texts.markAll}
          </Button>
        ) : null
      }
    >
      {list.isPending ? <Loading words={texts.loading} /> : null}
      {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
      {list.data && items.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.empty} text={texts.emptyText} />
        </div>
      ) : null}
      {items.length > 0 ? (
        <div className="card px-2 py-1">
          <NotificationList items={items} showsActions />
        </div>
      ) : null}
      {list.hasNextPage ? (
        <Button
          kind="quiet"
          className="mt-4"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </RailPage>
  );
}

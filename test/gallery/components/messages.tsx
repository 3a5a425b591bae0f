import { Clock } from 'lucide-react';
import { Alert, Problem, Progress } from '../../../web/ui/feedback/alert.tsx';
import { EmptyState } from '../../../web/ui/feedback/empty-state.tsx';
import { ErrorId } from '../../../web/ui/feedback/error-id.tsx';
import { Loading, Skeleton, Spinner, MorePages } from '../../../web/ui/feedback/loading.tsx';
import { Button, ButtonLink } from '../../../web/ui/form/button.tsx';
import { words } from '../../../web/words/words.ts';
import { Form, Group, Line } from './specimens.tsx';

const { account, posts, contacts } = words;

export function Messages() {
  return (
    <>
      <Group title="Alert">
        <Form>
          <Alert>{words.profile.privacy}</Alert>
          <Alert tone="ok">{words.auth.registered.notice}</Alert>
          <Alert tone="warn">{account.signIn.unconfirmed}</Alert>
          <Alert tone="bad">
            <b>{words.pageBroken.title}</b>
            <br />
            {words.pageBroken.text}
          </Alert>
          <Problem text={words.ui.broken} />
          <Alert icon={Clock}>{account.trial.freeAfter}</Alert>
        </Form>
      </Group>
      <Group title="EmptyState">
        <EmptyState level={3} title={words.emptyFeed.emptyCircle} text={words.emptyFeed.emptyCircleText} />
        <div className="card w-full max-w-[32rem]">
          <EmptyState
            level={3}
            title={contacts.empty}
            text={contacts.emptyText}
            action={<ButtonLink href="/invite">{contacts.invite}</ButtonLink>}
          />
        </div>
        <EmptyState
          level={3}
          title={posts.feed.failed}
          text={posts.feed.failedText}
          action={<Button kind="quiet">{words.ui.tryAgain}</Button>}
        />
      </Group>
      <Group title="ErrorId">
        <ErrorId id="9f3c1a7e" />
      </Group>
    </>
  );
}

const nextPage = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };
const states = [
  nextPage,
  { ...nextPage, isFetchingNextPage: true },
  { ...nextPage, isFetchNextPageError: true },
];

export function Waiting() {
  return (
    <>
      <Group title="Spinner, Loading, Skeleton">
        <Spinner words={posts.feed.loading} />
        <Loading words={words.circles.loading} />
        <div className="card w-full max-w-[32rem]">
          <Loading words={words.directory.loading}>
            <div className="row">
              <Skeleton className="w-11 h-11 rounded-full!" />
              <div className="grow stack g8">
                <Skeleton className="w-2/5 h-4" />
                <Skeleton className="w-3/5 h-3" />
              </div>
            </div>
          </Loading>
        </div>
      </Group>
      <Group title="Progress">
        <Form>
          <Progress label={account.trial.meter} value={0} />
          <Progress label={account.trial.meter} value={8} />
          <Progress label={account.usage.storage} value={40} tone="ok" />
          <Progress label={account.usage.storage} value={75} tone="warn" />
          <Progress label={account.usage.storage} value={120} tone="bad" />
        </Form>
      </Group>
      <Group title="MorePages">
        <Line>
          {states.map((state, at) => (
            <MorePages
              key={at}
              query={{ ...state, fetchNextPage: () => undefined }}
              failed={posts.feed.moreFailed}
            />
          ))}
        </Line>
      </Group>
    </>
  );
}

import { type ReactNode, useCallback, useRef } from 'react';
import { useUser } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type FeedChoice, useFeedChoice } from './feed-query.ts';
import { FeedFilter, FeedHead } from './feed-head.tsx';
import { FeedPosts } from './feed-posts.tsx';
import { useIsNarrow } from '../../../ui/hooks/use-is-narrow.ts';
import { useShared } from '../../../data/waiting-mark.ts';
import { ProfileCard } from './profile-card.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.posts.feed;

const OutboxLine = lazyComponent(async () => ({
  default: (await import('../../../app/waiting/outbox-line.tsx')).OutboxLine,
}));

/** The feed page: the member, the filter and the posts. The URL holds the filter. */
export function Feed({ first, thisDay }: { first: ReactNode; thisDay: ReactNode }) {
  const [choice, setChoice] = useFeedChoice();
  const isNarrow = useIsNarrow();
  const me = useUser();
  const shared = useShared(me.id);
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const choose = (change: Partial<FeedChoice>) => {
    setChoice(change);
    // Scroll a new list to its top, also when it was chosen from the rail far down in the previous one.
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
  };
  const focusTitle = useCallback(() => {
    if (!title.current) return;
    title.current.tabIndex = -1;
    title.current.focus();
  }, []);
  const clear = () => {
    choose({ circleId: null });
    focusTitle();
  };
  const filter = { circleId: choice.circleId, onChange: (circleId: string | null) => choose({ circleId }) };
  return (
    <div className="feed">
      <aside>
        <ProfileCard />
        {isNarrow ? null : (
          <div className="fl">
            <p className="lab" aria-hidden="true">
              {texts.show}
            </p>
            <FeedFilter {...filter} look="list" />
          </div>
        )}
      </aside>
      <section aria-label={texts.title} ref={section}>
        {first}
        <FeedHead choice={choice} onChange={choose} title={title} />
        {isNarrow ? <FeedFilter {...filter} look="chips" /> : null}
        {shared > 0 ? <OutboxLine /> : null}
        <FeedPosts choice={choice} thisDay={thisDay} onClear={clear} onGone={focusTitle} />
      </section>
    </div>
  );
}

import { useUser } from '../../app/session.tsx';
import { Feed } from '../../features/posts/feed/feed.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const ThisDay = lazyComponent(() => import('../../features/timeline/this-day.tsx'));

const SetupCard = lazyComponent(() => import('../../features/system/setup-card.tsx'));

export default function HomePage() {
  const { isAdmin } = useUser();
  return (
    <main id="main">
      <Feed first={isAdmin ? <SetupCard /> : null} thisDay={<ThisDay />} />
    </main>
  );
}

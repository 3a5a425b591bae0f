import { Feed } from '../../features/posts/feed/feed.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const ThisDay = lazyComponent(() => import('../../features/timeline/this-day.tsx'));

export default function HomePage() {
  return (
    <main id="main">
      <Feed thisDay={<ThisDay />} />
    </main>
  );
}

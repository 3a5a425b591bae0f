import { PriorityFeed } from '../features/posts/priority-feed.tsx';

export default function PriorityFeedPage() {
  return (
    <main id="main">
      <PriorityFeed />
    </main>
  );
}

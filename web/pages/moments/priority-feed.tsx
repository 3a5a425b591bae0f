import { PriorityFeed } from '../../features/posts/feed/priority-feed.tsx';

export default function PriorityFeedPage() {
  return <PriorityFeed />;
}

import { Feed } from '../../features/posts/feed/feed.tsx';

export default function HomePage() {
  return (
    <main id="main">
      <Feed />
    </main>
  );
}

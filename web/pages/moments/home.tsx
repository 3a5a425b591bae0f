import { useUser } from '../../app/session.tsx';
import { Feed } from '../../features/posts/feed/feed.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

/** Loads the list of file names first, as for the other pages. */
const parts = () => import('../../app/later-parts.ts');

const AlbumShelf = lazyComponent(async () => (await parts()).albumShelf());
const PhotosView = lazyComponent(async () => ({ default: (await (await parts()).photosView()).PhotosView }));
const QuietCard = lazyComponent(async () => (await parts()).quietCard());
const SetupCard = lazyComponent(async () => (await parts()).setupCard());
const ThisDay = lazyComponent(async () => (await parts()).thisDay());

const between = [<ThisDay key="this-day" />, <QuietCard key="quiet" />];

/** Photos and albums of all circles, or of the one that is chosen. */
const rooms = { photos: PhotosView, albums: AlbumShelf };

export default function HomePage() {
  const { isAdmin } = useUser();
  return (
    <main id="main">
      <Feed first={isAdmin ? <SetupCard /> : null} between={between} rooms={rooms} />
    </main>
  );
}

// Separate from the page of a moment: most moments are no albums.
import type { Post } from '../../../contract/shapes.ts';
import { PostCard } from '../posts/card/post-card.tsx';
import { AlbumPhotos } from './album-photos.tsx';

/** An album on its page: the moment, with all its photos. */
export default function AlbumView({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  return <PostCard post={post} whole photos={<AlbumPhotos album={post} />} onDeleted={onDeleted} />;
}

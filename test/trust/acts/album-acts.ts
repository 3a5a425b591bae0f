import { type Cast, word } from '../cast.ts';
import type { PhotoModel, PostModel, Who } from '../model-shapes.ts';
import { expects, nth, type Play } from '../play.ts';
import { beginPauses } from './delivery-acts.ts';

const maxAlbums = 5;
const maxPhotos = 6;

const albumsOf = ({ model }: Cast): PostModel[] =>
  [...model.posts.values()].filter(({ album }) => album !== null);

/**
 * Photos that others added to an album return to them (ALBUM-7): each is in an album now that its adder alone sees. The
 * server says which, because that album may be new.
 */
export const returnPhotos = async (cast: Cast, photos: readonly PhotoModel[]): Promise<void> => {
  const { model, server } = cast;
  for (const photo of photos) {
    // Only the adder's own heart stays, for no circle.
    for (const giver of photo.likes.keys())
      if (giver === photo.adder) photo.likes.set(giver, new Set());
      else photo.likes.delete(giver);
    const { id, title } = await server.app.context.db.read
      .selectFrom('images')
      .innerJoin('posts', 'posts.id', 'images.post_id')
      .select(['posts.public_id as id', 'posts.title'])
      .where('images.public_id', '=', photo.id)
      .executeTakeFirstOrThrow();
    const known = model.posts.get(id);
    if (known) known.photos.push(photo);
    else
      model.posts.set(id, {
        ...model.freshPost({ id, author: photo.adder, content: '' }),
        album: { title: title ?? '', adds: 'author' },
        photos: [photo],
      });
  }
};

const othersPhotos = (post: PostModel): PhotoModel[] =>
  post.photos.filter(({ adder }) => adder !== post.author);

/** The post is in no circle any more: photos of others return to them. */
export const afterNarrowing = async (cast: Cast, post: PostModel): Promise<void> => {
  if (post.circles.size > 0) return;
  const others = othersPhotos(post);
  post.photos = post.photos.filter((photo) => !others.includes(photo));
  await returnPhotos(cast, others);
};

/** Removes a post from the model; photos of others return to them. */
export const removePost = async (cast: Cast, post: PostModel): Promise<void> => {
  const others = othersPhotos(post);
  cast.model.removePost(post);
  await returnPhotos(cast, others);
};

const mayAdd = ({ model }: Cast, who: Who, post: PostModel): boolean =>
  post.author === who || (post.album?.adds === 'circle' && model.ways(who, post).length > 0);

/** Albums, and the photos in them. */
export const albumActs = {
  makeAlbum: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    if (albumsOf(cast).length >= maxAlbums) return;
    const known = [...model.circles.values()].filter((circle) => model.seesCircle(who, circle));
    const circle = nth(known, act.what);
    if (!circle) return;
    const adds = act.more % 3 === 0 ? 'author' : 'circle';
    const [title, content] = [word(), word()];
    const photo = await cast.uploads(who);
    const told = await cast.send(who, 'POST', '/api/albums', {
      title,
      content,
      circleIds: [circle.id],
      adds,
      photoIds: [photo.id],
    });
    expects(told, adds === 'circle' && circle.kind === 'private' ? 400 : 201, 'make an album');
    if (told.status !== 201) return;
    const id = String(cast.json(told)['id']);
    const post: PostModel = {
      ...model.freshPost({ id, author: who, content }),
      album: { title, adds },
      circles: new Set([circle.id]),
      carried: new Set(circle.lettersCarry === 'content' ? [circle.id] : []),
      photos: [photo],
    };
    model.posts.set(id, post);
    beginPauses(cast, post);
    await cast.extendsPause();
    const mayRead = (viewer: Who) => model.posts.has(id) && model.seesPost(viewer, post);
    cast.hides(content, mayRead);
    // Returned photos keep the title of their album.
    cast.hides(title, (viewer) =>
      albumsOf(cast).some((album) => album.album?.title === title && model.seesPost(viewer, album)),
    );
  },
  addPhoto: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    const post = nth(albumsOf(cast), act.what);
    if (!post || post.photos.length >= maxPhotos) return;
    const photo = await cast.uploads(who);
    const told = await cast.send(who, 'POST', `/api/albums/${post.id}/photos`, { photoIds: [photo.id] });
    const status = !model.seesPost(who, post) ? 404 : mayAdd(cast, who, post) ? 201 : 403;
    expects(told, status, 'add a photo');
    if (told.status === 201) post.photos.push(photo);
  },
  heart: async (play: Play): Promise<void> => {
    const { cast, act, who } = play;
    const { model } = cast;
    const post = nth(
      [...model.posts.values()].filter(({ photos }) => photos.length > 0),
      act.what,
    );
    const photo = nth(post?.photos ?? [], act.whom);
    if (!post || !photo) return;
    const takesBack = act.more % 3 === 0;
    const told = await cast.send(who, takesBack ? 'DELETE' : 'POST', `/api/photos/${photo.id}/like`);
    const isSeen = model.seesPost(who, post) && model.seesPhoto(who, post, photo);
    expects(told, isSeen ? 200 : 404, 'heart');
    if (told.status !== 200) return;
    if (takesBack) photo.likes.delete(who);
    else if (!photo.likes.has(who)) photo.likes.set(who, model.sharedCircles(who, post));
  },
  takeOutPhoto: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    const post = nth(albumsOf(cast), act.what);
    const photo = nth(post?.photos ?? [], act.whom);
    if (!post || !photo) return;
    const by =
      act.more % 3 === 0 || !model.isIn(photo.adder) ? who : act.more % 3 === 1 ? photo.adder : post.author;
    if (!model.isIn(by)) return;
    const told = await cast.send(by, 'DELETE', `/api/albums/${post.id}/photos`, { photoIds: [photo.id] });
    const mayTake = photo.adder === by || post.author === by;
    expects(told, !model.seesPhoto(by, post, photo) ? 404 : mayTake ? 200 : 403, 'take out a photo');
    if (told.status !== 200) return;
    post.photos = post.photos.filter((other) => other !== photo);
    if (photo.adder !== by) await returnPhotos(cast, [photo]);
  },
};

import { photoWidth } from './cast.ts';
import type { Model } from './model.ts';
import type { PostModel, Who } from './model-shapes.ts';

/** The files of a post and of its comments, and whether the viewer gets them. Everybody hears their own voice. */
export const filesOf = (model: Model, viewer: Who, post: PostModel): [path: string, isShown: boolean][] => {
  const said = [...model.comments.values()].filter((comment) => comment.post === post.id);
  const voices: [id: string | null | undefined, isShown: boolean][] = [
    [post.voice, model.seesPost(viewer, post)],
    ...said.map((comment): [string | null, boolean] => [
      comment.voice,
      comment.author === viewer || model.seesComment(viewer, comment),
    ]),
  ];
  return [
    ...post.photos.flatMap((photo): [string, boolean][] => {
      const isShown = model.seesPhoto(viewer, post, photo);
      return [
        [`/uploads/${photo.id}-${photoWidth}.webp`, isShown],
        [`/uploads/${photo.id}-video.mp4`, isShown],
      ];
    }),
    ...voices.flatMap(([id, isShown]): [string, boolean][] =>
      id ? [[`/uploads/${id}-voice.webm`, isShown]] : [],
    ),
  ];
};

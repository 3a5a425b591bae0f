import { word } from '../cast.ts';
import { expects, nth, type Play } from '../play.ts';

const setFollowing = async ({ cast, act, who }: Play, follows: boolean): Promise<void> => {
  const { model } = cast;
  const post = nth(model.posts.values(), act.what);
  if (!post) return;
  const told = await cast.send(who, follows ? 'PUT' : 'DELETE', `/api/posts/${post.id}/follow`);
  expects(told, model.seesPost(who, post) ? 200 : 404, 'follow');
  if (told.status !== 200) return;
  const key = `${who} ${post.id}`;
  if (follows) model.stopped.delete(key);
  else model.stopFollowing(key);
};

/** Actions on the words of moments and comments, and on what follows from a comment. */
export const conversationActs = {
  comment: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post) return;
    const content = word();
    // Half of the comments answer another, sometimes one beneath another post or out of sight.
    const beneath = [...model.comments.values()].filter((one) => one.post === post.id || act.more % 8 === 1);
    const answered = act.more % 2 === 1 ? nth(beneath, act.whom) : undefined;
    const mentions = cast.mentioned(act);
    // Some are about a photo, now and then of another post; an answer is about that of the comment it answers.
    const from = act.more % 16 === 2 ? nth(model.posts.values(), act.whom) : post;
    const named = answered || act.more % 4 === 0 ? undefined : nth(from?.photos ?? [], act.whom);
    const voice = act.more % 5 === 0 ? await cast.records(who) : null;
    const fields = {
      content,
      ...(voice !== null && { voiceId: voice }),
      ...(named && { photoId: named.id }),
      ...(answered && { replyTo: answered.id }),
      mentions: cast.idsOf(mentions),
    };
    const told = await cast.send(who, 'POST', `/api/posts/${post.id}/comments`, fields);
    const isAnswerable = !answered || (answered.post === post.id && model.seesComment(who, answered));
    const mentionable = new Set(model.mentionable(who, post, answered?.author ?? null));
    const about = answered ? answered.photo : (named?.id ?? null);
    const photo = post.photos.find(({ id }) => id === about);
    const seesAbout = photo ? model.seesPhoto(who, post, photo) : !named;
    const isAccepted = isAnswerable && seesAbout && mentions.isSubsetOf(mentionable);
    expects(told, model.seesPost(who, post) && isAccepted ? 201 : 404, 'comment');
    if (told.status !== 201) return;
    const id = String(cast.json(told)['id']);
    cast.hides(content, (viewer) => {
      const comment = model.comments.get(id);
      return comment !== undefined && model.seesComment(viewer, comment);
    });
    const comment = {
      id,
      number: model.next(),
      author: who,
      content,
      isEdited: false,
      post: post.id,
      circles: answered ? model.answerCircles(who, answered) : model.sharedCircles(who, post),
      thread: answered ? (answered.thread ?? { id: answered.id, number: answered.number }) : null,
      answered: answered?.author ?? null,
      photo: photo?.id ?? null,
      photoOf: photo?.adder ?? answered?.photoOf ?? null,
      voice,
      mentions,
    };
    model.comments.set(id, comment);
    model.tellFollowers(comment);
    await cast.server.app.context.jobs.idle();
  },
  editPost: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    const post = nth(model.posts.values(), act.what);
    if (!post) return;
    const by = act.more % 3 === 0 || !model.isIn(post.author) ? who : post.author;
    const content = word();
    const mentions = cast.mentioned(act);
    const body = { content, mentions: cast.idsOf(mentions) };
    const told = await cast.send(by, 'PATCH', `/api/posts/${post.id}`, body);
    const known = new Set([...post.mentions, ...model.mentionable(by, post, null)]);
    const may = mentions.isSubsetOf(known) ? 200 : 404;
    expects(told, !model.seesPost(by, post) ? 404 : post.author === by ? may : 403, 'edit post');
    if (told.status !== 200) return;
    post.mentions = mentions;
    // Nobody reads the earlier words again.
    cast.hides(post.content, () => false);
    post.content = content;
    post.isEdited = true;
    cast.hides(content, (viewer) => model.posts.has(post.id) && model.seesPost(viewer, post));
  },
  editComment: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    const comment = nth(model.comments.values(), act.what);
    if (!comment) return;
    const by = act.more % 3 === 0 || !model.isIn(comment.author) ? who : comment.author;
    const content = word();
    const post = model.posts.get(comment.post);
    const isSeen = post && model.seesComment(by, comment);
    const mentions = cast.mentioned(act);
    const body = { content, mentions: cast.idsOf(mentions) };
    const told = await cast.send(by, 'PATCH', `/api/comments/${comment.id}`, body);
    const known = isSeen ? model.mentionable(by, post, comment.answered) : [];
    const may = mentions.isSubsetOf(new Set([...comment.mentions, ...known])) ? 200 : 404;
    expects(told, !isSeen ? 404 : comment.author === by ? may : 403, 'edit comment');
    if (told.status !== 200) return;
    comment.mentions = mentions;
    cast.hides(comment.content, () => false);
    comment.content = content;
    comment.isEdited = true;
    cast.hides(content, (viewer) => model.comments.has(comment.id) && model.seesComment(viewer, comment));
  },
  deleteComment: async ({ cast, act, who }: Play) => {
    const { model } = cast;
    const comment = nth(model.comments.values(), act.what);
    if (!comment) return;
    // Sometimes the author of the moment deletes the comment.
    const author = model.posts.get(comment.post)?.author ?? who;
    const by = act.more % 3 === 0 && model.isIn(author) ? author : who;
    const told = await cast.send(by, 'DELETE', `/api/comments/${comment.id}`);
    const status = (): number => {
      if (comment.author === by) return 204;
      if (!model.seesComment(by, comment)) return 404;
      return author === by ? 204 : 403;
    };
    expects(told, status(), 'delete comment');
    if (told.status === 204) model.comments.delete(comment.id);
  },
  unfollow: (play: Play) => setFollowing(play, false),
  follow: (play: Play) => setFollowing(play, true),
  readAll: async ({ cast, who }: Play) => {
    expects(await cast.send(who, 'PUT', '/api/notifications/read-all'), 204, 'read all');
    cast.model.readAll(who);
  },
} satisfies Record<string, (play: Play) => Promise<void>>;

import assert from 'node:assert/strict';
import { SeenPost } from '../../contract/audience/audience.ts';
import type { Cast } from './cast.ts';
import { filesOf } from './files-of.ts';
import { compareTalk, likersOf } from './compare-talk.ts';
import { areAuthorsPhotos, compareYears, photosOf } from './compare-years.ts';
import { entries, field, idsOf, type Json, sorted, unordered } from './json.ts';
import type { CircleModel, CommentModel, PostModel, Who } from './model-shapes.ts';
import { isFound as isFoundByName, readersOf, sightOf, visibleTo } from './readers.ts';

const newestFirst = (a: { number: number }, b: { number: number }) => b.number - a.number;

/** Comments stand in threads, in the order of the first comments. */
const placeOf = ({ thread, number }: CommentModel): number => thread?.number ?? number;

/** Compares the answers of every endpoint to one person with the model. */
class Look {
  readonly #cast: Cast;
  readonly #who: Who;

  constructor(cast: Cast, who: Who) {
    this.#cast = cast;
    this.#who = who;
  }

  get #model() {
    return this.#cast.model;
  }

  #id(who: Who): string {
    return this.#cast.actor(who).id;
  }

  async #ask(url: string): Promise<unknown> {
    return this.#cast.json(await this.#cast.get(this.#who, url));
  }

  #is(actual: unknown, expected: unknown, about: string): void {
    assert.deepEqual(actual, expected, `person ${this.#who}: ${about}`);
  }

  async #answers(url: string, isSeen: boolean): Promise<unknown> {
    const told = await this.#cast.get(this.#who, url);
    this.#is(told.status, isSeen ? 200 : 404, url);
    return told.status === 200 && told.text.startsWith('{') ? this.#cast.json(told) : null;
  }

  // Compare only members of this history, because the server also has members of earlier ones.
  #ours(list: unknown): string[] {
    return idsOf(list).filter((id) => this.#cast.whoIs(id) >= 0);
  }

  #comments(post: PostModel): CommentModel[] {
    return [...this.#model.comments.values()]
      .filter((comment) => comment.post === post.id && this.#model.seesComment(this.#who, comment))
      .toSorted((a, b) => placeOf(a) - placeOf(b) || a.number - b.number);
  }

  #isMember(json: unknown, who: Who, counts: boolean): void {
    const open = this.#model.seesFullProfile(this.#who, who);
    this.#is(field(json, 'id'), this.#id(who), 'the right person');
    this.#is(field(json, 'bio'), open ? this.#cast.actor(who).bio : null, `the bio of ${who}`);
    this.#is(field(json, 'email'), open ? this.#cast.actor(who).email : null, `the address of ${who}`);
    const seen = [...this.#model.posts.values()].filter(
      (post) => post.author === who && this.#model.seesPost(this.#who, post),
    );
    this.#is(field(json, 'postsCount'), open && counts ? seen.length : null, `the moments of ${who}`);
  }

  #isWritten(json: unknown, { content, isEdited }: PostModel | CommentModel, what: string): void {
    const written = [field(json, 'content'), field(json, 'editedAt') !== null];
    this.#is(written, [content, isEdited], `the words of ${what}`);
  }

  #isPost(json: unknown, post: PostModel): void {
    const model = this.#model;
    const known = [...post.circles].filter((id) => {
      const circle = model.circles.get(id);
      return circle && (post.author === this.#who || model.seesCircle(this.#who, circle));
    });
    this.#is(sorted(idsOf(field(json, 'circles'))), sorted(known), 'the circles of a moment');
    this.#isWritten(json, post, 'a moment');
    this.#is(
      [field(json, 'likesCount'), field(json, 'isLiked'), field(json, 'commentsCount')],
      [likersOf(model, this.#who, post).length, post.likes.has(this.#who), this.#comments(post).length],
      'the numbers of a moment',
    );
    this.#is(
      [field(json, 'kind'), field(json, 'title'), field(json, 'photosCount')],
      [
        post.album ? 'album' : 'post',
        post.album?.title ?? null,
        photosOf(this.#cast, this.#who, [post]).length,
      ],
      'an album',
    );
    this.#areMentions(json, post.mentions, post);
  }

  #areMentions(json: unknown, mentions: Set<Who>, post: PostModel): void {
    const told = entries(field(json, 'mentions')).map(({ id, name }) => [id, name !== null]);
    const known = [...mentions].map((who) => [this.#id(who), this.#model.readsName(this.#who, who, post)]);
    this.#is(unordered(told), unordered(known), 'the mentions');
  }

  #arePosts(list: unknown, posts: PostModel[], about: string): void {
    this.#is(
      idsOf(list),
      posts.map(({ id }) => id),
      about,
    );
    for (const [place, json] of entries(list).entries()) {
      const post = posts[place];
      if (post) this.#isPost(json, post);
    }
  }

  #circles(): CircleModel[] {
    return [...this.#model.circles.values()]
      .filter((circle) => circle.members.has(this.#who) && this.#model.seesCircle(this.#who, circle))
      .toSorted((a, b) => {
        const [first, second] = [a.members.get(this.#who), b.members.get(this.#who)];
        return (
          (second?.priority ?? 0) - (first?.priority ?? 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
        );
      });
  }

  #people(circle: CircleModel): Who[] {
    return [...circle.members]
      .filter(([who]) => this.#model.seesPerson(this.#who, who))
      .toSorted(
        ([a, first], [b, second]) =>
          Number(b === circle.owner) - Number(a === circle.owner) || first.order - second.order,
      )
      .map(([who]) => who);
  }

  async circles(): Promise<void> {
    const list = entries(await this.#ask('/api/circles'));
    const known = this.#circles();
    this.#is(sorted(idsOf(list)), sorted(known.map(({ id }) => id)), 'circles');
    this.#is(
      list.map(({ priority }) => priority),
      known.map(({ members }) => members.get(this.#who)?.priority),
      'their order',
    );
    const when = (circle: CircleModel) => circle.members.get(this.#who)?.delivery ?? 'evening';
    const chosen = known.map((circle): [string | null, string] => [circle.id, when(circle)]);
    this.#is(
      entries(field(await this.#ask('/api/delivery'), 'circles')).map((one) => [
        one['circleId'],
        one['when'],
      ]),
      [...chosen, [null, this.#model.person(this.#who).sharedDelivery]],
      'when moments reach them',
    );
    for (const json of list) {
      const circle = this.#model.circles.get(String(json['id']));
      assert.ok(circle);
      const inside = this.#people(circle);
      this.#is(
        [
          json['memberCount'],
          json['isOwner'],
          json['lettersCarry'],
          json['creatorId'],
          this.#ours(json['members']),
        ],
        [
          inside.length,
          circle.owner === this.#who,
          circle.lettersCarry,
          this.#id(circle.owner),
          inside.slice(0, 4).map((who) => this.#id(who)),
        ],
        `circle ${circle.name}`,
      );
    }
    for (const circle of this.#model.circles.values()) {
      const isSeen = known.includes(circle);
      const json = await this.#answers(`/api/circles/${circle.id}`, isSeen);
      if (!isSeen) continue;
      const inside = this.#people(circle);
      this.#is(
        idsOf(field(json, 'members')),
        inside.map((who) => this.#id(who)),
        `members of ${circle.name}`,
      );
      for (const [place, who] of inside.entries())
        this.#isMember(entries(field(json, 'members'))[place], who, true);
    }
  }

  async feeds(): Promise<void> {
    const model = this.#model;
    const fed = [...model.posts.values()]
      .filter((post) => model.isFed(this.#who, post))
      .toSorted(newestFirst);
    this.#arePosts(field(await this.#ask('/api/posts/feed?limit=50'), 'items'), fed, 'the feed');
    this.#arePosts(
      field(await this.#ask('/api/posts/feed?limit=50&sort=oldest'), 'items'),
      fed.toReversed(),
      'oldest first',
    );
    const popular = await this.#ask('/api/posts/feed?limit=50&sort=popular');
    this.#is(sorted(idsOf(field(popular, 'items'))), sorted(fed.map(({ id }) => id)), 'popular');
    const through = (isWay: (circle: CircleModel) => boolean) =>
      fed.filter((post) => model.ways(this.#who, post).some(isWay));
    for (const circle of model.circles.values()) {
      const json = await this.#answers(
        `/api/posts/feed?limit=50&circleId=${circle.id}`,
        model.seesCircle(this.#who, circle),
      );
      if (json === null) continue;
      const posts = through((way) => way === circle);
      this.#is(
        idsOf(field(json, 'items')),
        posts.map(({ id }) => id),
        `the feed of ${circle.name}`,
      );
      this.#is([field(json, 'matching'), field(json, 'total')], [posts.length, fed.length], 'how many');
    }
    const shared = through((way) => way.kind === 'private' && way.owner !== this.#who);
    const json = await this.#ask('/api/posts/feed?limit=50&circleId=shared-with-you');
    this.#is(
      idsOf(field(json, 'items')),
      shared.map(({ id }) => id),
      'shared with you',
    );
    const groups = entries(await this.#ask('/api/posts/grouped-by-priority'));
    const expected = this.#circles().map((circle): [string, PostModel[]] => [
      circle.id,
      through((way) => way === circle),
    ]);
    if (shared.length > 0) expected.push(['null', shared]);
    const told = groups.map((group) => {
      const id = field(group['circle'], 'id');
      return [typeof id === 'string' ? id : 'null', group['totalPosts'], idsOf(group['posts'])];
    });
    const wanted = expected.map(([id, posts]) => [
      id,
      posts.length,
      posts.slice(0, 3).map((post) => post.id),
    ]);
    this.#is(unordered(told), unordered(wanted), 'the priority feed');
  }

  async posts(): Promise<void> {
    const model = this.#model;
    for (const post of model.posts.values()) {
      const isSeen = model.seesPost(this.#who, post);
      const json = await this.#answers(`/api/posts/${post.id}`, isSeen);
      if (isSeen) this.#isPost(json, post);
      const comments = await this.#answers(`/api/posts/${post.id}/comments?limit=50`, isSeen);
      if (isSeen) {
        const heard = this.#comments(post).slice(-50);
        const above = ({ thread }: CommentModel): string | null => {
          const first = model.comments.get(thread?.id ?? '');
          return first && model.seesComment(this.#who, first) ? first.id : null;
        };
        this.#is(
          entries(field(comments, 'items')).map((one) => [
            one['id'],
            one['replyTo'],
            one['isReplyToDeleted'],
          ]),
          heard.map((one) => [one.id, above(one), one.thread !== null && above(one) === null]),
          'comments',
        );
        const told = entries(field(comments, 'items'));
        for (const [at, comment] of heard.entries()) {
          this.#isWritten(told[at], comment, 'a comment');
          this.#areMentions(told[at], comment.mentions, post);
        }
        await this.#mentionable(post);
      }
      for (const [path, isShown] of filesOf(model, this.#who, post)) await this.#answers(path, isShown);
      if (post.album) {
        const listed = await this.#answers(`/api/albums/${post.id}/photos?limit=50`, isSeen);
        if (isSeen)
          this.#is(
            sorted(idsOf(field(listed, 'items'))),
            photosOf(this.#cast, this.#who, [post]),
            'photos of an album',
          );
      }
      if (post.author === this.#who) await this.#audience(post);
    }
    await this.#kept([...model.posts.values()]);
  }

  async #kept(posts: readonly PostModel[]): Promise<void> {
    const hidden = posts.filter((post) => !this.#model.seesPost(this.#who, post));
    const photos = posts.flatMap((post) => post.photos.map((photo) => ({ post, photo })));
    const kept = { posts: posts.map(({ id }) => id), photos: photos.map(({ photo }) => photo.id) };
    const told = this.#cast.json(await this.#cast.send(this.#who, 'POST', '/api/kept', kept));
    const expected = {
      photos: photos.flatMap(({ post, photo }) =>
        this.#model.seesPhoto(this.#who, post, photo) ? [] : [photo.id],
      ),
      posts: hidden.map(({ id }) => id),
    };
    this.#is(told, expected, 'what a device lets go');
  }

  async #mentionable(post: PostModel): Promise<void> {
    const model = this.#model;
    const offered = async (query = '') =>
      sorted(idsOf(field(await this.#ask(`/api/posts/${post.id}/mentionable?limit=50${query}`), 'items')));
    const known = (answered: Who | null) =>
      sorted(model.mentionable(this.#who, post, answered).map((who) => this.#id(who)));
    this.#is(await offered(), known(null), 'who may be mentioned');
    const heard = this.#comments(post).at(-1);
    if (heard) this.#is(await offered(`&replyTo=${heard.id}`), known(heard.author), 'mentioned in an answer');
  }

  async #audience(post: PostModel): Promise<void> {
    const model = this.#model;
    const json = await this.#ask(`/api/posts/${post.id}/audience?limit=50`);
    const { named, unnamed, former, isFormerExact } = readersOf(model, post);
    this.#is([field(json, 'unnamed'), field(json, 'count')], [unnamed, named.length + unnamed], 'readers');
    if (isFormerExact) this.#is(field(json, 'formerReaders'), former, `earlier readers of ${post.id}`);
    this.#is(
      sorted(entries(field(json, 'items')).map((person) => String(field(person['member'], 'id')))),
      sorted(named.map((who) => this.#id(who))),
      'who can see it',
    );
    // One member a post, or this would take longer than all the rest.
    await this.#seeAs(post, (post.number + this.#who) % model.everybody.length);
  }

  async #seeAs(post: PostModel, whom: Who): Promise<void> {
    const model = this.#model;
    if (whom === this.#who) return;
    const reason = sightOf(model, post, whom);
    const json = await this.#answers(`/api/posts/${post.id}/as/${this.#id(whom)}`, reason !== 'missing');
    if (reason === 'missing') return;
    this.#is(field(json, 'reason') ?? null, reason, `why ${whom} does not see ${post.id}`);
    if (reason !== null || !model.isIn(whom)) return;
    const postOf = async (who: Who) =>
      SeenPost.parse(this.#cast.json(await this.#cast.get(who, `/api/posts/${post.id}`)));
    const theirs = await postOf(whom);
    const { question } = await postOf(this.#who);
    const known = [...model.circles.values()].filter((circle) => model.seesCircle(this.#who, circle));
    const circles = theirs.circles.filter(({ id }) => known.some((circle) => circle.id === id));
    const shown = SeenPost.parse(field(json, 'post'));
    const { images, imageUrls } = shown;
    this.#is(shown, { ...theirs, circles, images, imageUrls, question }, `${post.id} as ${whom} sees it`);
    assert.ok(areAuthorsPhotos(post, imageUrls), `the photos of ${post.id} as ${whom} sees them`);
  }

  /** One's own moments that others see, through circles that one knows. */
  async #visiblePosts(): Promise<void> {
    const model = this.#model;
    for (const who of model.everybody.filter((one) => one !== this.#who)) {
      const isKnown = isFoundByName(model, this.#who, who);
      const json = await this.#answers(`/api/users/${this.#id(who)}/visible-posts?limit=50`, isKnown);
      if (!isKnown) continue;
      this.#arePosts(field(json, 'items'), visibleTo(model, this.#who, who), `what ${who} sees of theirs`);
    }
  }

  async people(): Promise<void> {
    const model = this.#model;
    const { mark } = this.#cast;
    for (const who of model.everybody) {
      const isFound = model.finds(this.#who, who);
      const profile = await this.#answers(`/api/users/${this.#id(who)}`, isFound);
      const theirs = await this.#answers(`/api/posts/user/${this.#id(who)}?limit=50`, isFound);
      const added = await this.#answers(`/api/users/${this.#id(who)}/has-added-me`, isFound);
      if (!isFound) continue;
      this.#isMember(profile, who, true);
      this.#is(field(added, 'hasAddedMe'), model.seesFullProfile(this.#who, who), 'has added me');
      const posts = [...model.posts.values()].filter(
        (post) => post.author === who && model.seesPost(this.#who, post),
      );
      this.#arePosts(field(theirs, 'items'), posts.toSorted(newestFirst), `the moments of ${who}`);
      const mine = [...model.circles.values()].filter(
        ({ owner, members }) => owner === this.#who && members.has(who),
      );
      const told = await this.#ask(`/api/users/${this.#id(who)}/circles`);
      this.#is(sorted(idsOf(told)), sorted(mine.map(({ id }) => id)), `in which of mine ${who} is`);
    }
    await this.#visiblePosts();
    const listed = model.everybody
      .filter((who) => who !== this.#who && model.finds(this.#who, who))
      .map((who) => this.#id(who));
    this.#is(sorted(this.#ours(await this.#ask(`/api/users/search?q=${mark}`))), sorted(listed), 'search');
    const contacts = entries(field(await this.#ask('/api/contacts?limit=50'), 'items'));
    const owned = [...model.circles.values()].filter(({ owner }) => owner === this.#who);
    const expected = model.everybody.flatMap((who) => {
      const inside = owned.filter(({ members }) => members.has(who));
      return who === this.#who || inside.length === 0 || !model.seesPerson(this.#who, who)
        ? []
        : [[this.#id(who), sorted(inside.map(({ id }) => id))]];
    });
    this.#is(
      unordered(contacts.map((contact) => [contact['id'], sorted(idsOf(contact['circles']))])),
      unordered(expected),
      'contacts',
    );
    for (const contact of contacts) this.#isMember(contact, this.#cast.whoIs(contact['id']), true);
    const { blocks, mutes } = model.person(this.#who);
    const ids = (all: Iterable<Who>) => sorted([...all].map((who) => this.#id(who)));
    this.#is(sorted(idsOf(await this.#ask('/api/blocks'))), ids(blocks), 'blocks');
    const muted = [...mutes].filter((who) => model.finds(this.#who, who));
    this.#is(sorted(idsOf(await this.#ask('/api/mutes'))), ids(muted), 'mutes');
    const open = [...model.invitations.values()].filter(
      ({ inviter, acceptedBy }) => inviter === this.#who && acceptedBy === null,
    );
    this.#is(sorted(idsOf(await this.#ask('/api/invites'))), sorted(open.map(({ id }) => id)), 'invitations');
  }

  #areConversations(items: Json[]): void {
    const model = this.#model;
    const expected = [...model.posts.values()].flatMap((post) => {
      const [latest, ...others] = model.laterWriters(this.#who, post);
      if (latest === undefined) return [];
      const more = others.length === 1 ? ' and one other' : ` and ${others.length} others`;
      const names = `p${latest} ${this.#cast.mark}${others.length === 0 ? '' : more}`;
      const ofPhotos = model.photosFollowed(this.#who, post).length > 0;
      const yours = others.length === 0 ? 'your photo' : 'your photos';
      const said = `${names} commented on ${ofPhotos ? yours : 'a moment you commented on'}`;
      return [[`/post/${post.id}`, this.#id(latest), said]];
    });
    const told = items
      .filter(({ kind }) => kind === 'followed_comment')
      .map((item) => [item['actionUrl'], field(item['actor'], 'id'), item['title']]);
    this.#is(unordered(told), unordered(expected), 'followed conversations');
  }

  #areNewMoments(items: Json[]): void {
    const model = this.#model;
    const groups = [...this.#circles().map(({ id, name }) => ({ id, name })), { id: 'shared', name: null }];
    const expected = groups.flatMap(({ id, name }) => {
      const { length } = model.newMoments(this.#who, id);
      if (length === 0) return [];
      const count = length === 1 ? '1 new moment' : `${length} new moments`;
      const title = name === null ? `${count} shared with you` : `${count} in ${name}`;
      const isRead = model.momentsTold.get(`${this.#who} ${id}`)?.isRead;
      return [[`/home?circleId=${name === null ? 'shared-with-you' : id}`, title, isRead]];
    });
    const told = items
      .filter(({ kind }) => kind === 'new_moments')
      .map((item) => [item['actionUrl'], item['title'], item['isRead']]);
    this.#is(unordered(told), unordered(expected), 'new moments');
  }

  /** Notifications name only visible objects. */
  async bell(): Promise<void> {
    const model = this.#model;
    const page = await this.#ask('/api/notifications?limit=50');
    const items = entries(field(page, 'items'));
    if (field(page, 'nextCursor') === null) {
      this.#areConversations(items);
      this.#areNewMoments(items);
    }
    for (const item of items) {
      const about = JSON.stringify(item);
      const actor = item['actor'] === null ? -1 : this.#cast.whoIs(field(item['actor'], 'id'));
      if (actor >= 0) {
        const isMuted =
          ['like', 'comment', 'answer', 'mention'].includes(String(item['kind'])) &&
          model.person(this.#who).mutes.has(actor);
        const isHeard = model.seesPerson(this.#who, actor) && !isMuted;
        assert.ok(isHeard, `person ${this.#who}: ${about}`);
      }
      const [, postId] = /^\/post\/(\w+)/.exec(String(item['actionUrl'])) ?? [];
      const post = model.posts.get(postId ?? '');
      if (postId !== undefined) assert.ok(post && model.seesPost(this.#who, post), about);
      const [, circleId] = /circle-management\?id=(\w+)/.exec(String(item['actionUrl'])) ?? [];
      const circle = model.circles.get(circleId ?? '');
      if (circleId !== undefined) assert.ok(circle && model.seesCircle(this.#who, circle), about);
      const [, invitationId] = /^\/join\/(\w+)/.exec(String(item['actionUrl'])) ?? [];
      const invitation = model.invitations.get(invitationId ?? '');
      if (invitationId !== undefined)
        assert.ok(invitation && invitation.acceptedBy === null && model.opens(this.#who, invitation), about);
    }
    const count = field(await this.#ask('/api/notifications/unread'), 'count');
    const unread = items.filter(({ isRead }) => isRead === false).length;
    this.#is(count, Math.min(10, unread), 'unread');
  }
}

/** Compares all answers to all people with the model. */
export const compare = async (cast: Cast): Promise<void> => {
  for (const who of cast.model.everybody) {
    if (!cast.model.isIn(who)) continue;
    const look = new Look(cast, who);
    await look.circles();
    await look.feeds();
    await look.posts();
    await compareYears(cast, who);
    await compareTalk(cast, who);
    await look.people();
    await look.bell();
  }
};

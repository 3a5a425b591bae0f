import type { When } from '../../contract/delivery.ts';
import {
  type Who,
  type Membership,
  type CircleModel,
  type PostModel,
  type CommentModel,
  type InvitationModel,
  type PersonModel,
  type ConversationModel,
  type MomentsModel,
  type PhotoModel,
  isOfOthers,
  opensProfile,
} from './model-shapes.ts';

/**
 * A second statement of who sees what: plain code over a few objects in memory, written from docs/product/ and not
 * from the server's code. The server's answers are compared with it.
 */
export class Model {
  readonly people: PersonModel[];
  readonly circles = new Map<string, CircleModel>();
  readonly posts = new Map<string, PostModel>();
  readonly comments = new Map<string, CommentModel>();
  readonly invitations = new Map<string, InvitationModel>();
  /** By member and post; and the posts that a member stopped following. */
  readonly conversations = new Map<string, ConversationModel>();
  readonly stopped = new Set<string>();
  /** Posts above a mark that count as told: seen on screen, or told through another circle. By member, circle and post. */
  readonly toldPosts = new Set<string>();
  /** By member and circle, or 'shared' for all private circles of others. */
  readonly momentsTold = new Map<string, MomentsModel>();
  /** Circles with a job that will notify their members of new moments, and the number of its post. */
  readonly waiting = new Map<string, number>();
  /** After which action a member was last in a circle, by circle and member. */
  readonly lastInside = new Map<string, Map<Who, number>>();
  /** Members who left a circle and joined it again, by circle and member. */
  readonly rejoined = new Set<string>();
  #count = 0;
  #actions = 0;

  constructor(people: number) {
    this.people = Array.from({ length: people }, () => ({
      banned: false,
      suspended: false,
      blocks: new Set<Who>(),
      mutes: new Set<Who>(),
      sharedDelivery: 'evening',
    }));
  }

  /** Notes after each action who is in which circle, and who sees which post through which circles. */
  note(): void {
    this.#actions += 1;
    for (const { id, members } of this.circles.values()) {
      const last = this.lastInside.get(id) ?? new Map<Who, number>();
      for (const who of members.keys()) {
        if ((last.get(who) ?? this.#actions) < this.#actions - 1) this.rejoined.add(`${id} ${who}`);
        last.set(who, this.#actions);
      }
      this.lastInside.set(id, last);
    }
    for (const post of this.posts.values()) {
      for (const who of this.everybody) {
        const ways = this.ways(who, post).map(({ id }) => id);
        if (ways.length > 0) post.saw.set(who, new Set([...(post.saw.get(who) ?? []), ...ways]));
      }
    }
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  person(who: Who): PersonModel {
    const person = this.people[who];
    if (!person) throw new Error(`nobody is ${who}`);
    return person;
  }

  get everybody(): Who[] {
    return [...this.people.keys()];
  }

  /** Whether a member can use the product at all. */
  isIn(who: Who): boolean {
    const { banned, suspended } = this.person(who);
    return !banned && !suspended;
  }

  apart(a: Who, b: Who): boolean {
    return this.person(a).blocks.has(b) || this.person(b).blocks.has(a);
  }

  seesPerson(viewer: Who, who: Who): boolean {
    return viewer === who || !(this.apart(viewer, who) || this.person(who).banned);
  }

  /** Whether a member appears in search and lists, and has a profile. */
  finds(viewer: Who, who: Who): boolean {
    return !this.apart(viewer, who) && this.isIn(who);
  }

  /** The name rule. */
  seesFullProfile(viewer: Who, who: Who): boolean {
    const isOpen = (circle: CircleModel) => opensProfile(viewer, who, circle);
    return viewer === who || (!this.apart(viewer, who) && [...this.circles.values()].some(isOpen));
  }

  seesCircle(viewer: Who, circle: CircleModel): boolean {
    return circle.owner === viewer || (circle.kind === 'shared' && circle.members.has(viewer));
  }

  /** The circles through which a member sees a post. */
  ways(viewer: Who, post: PostModel): CircleModel[] {
    if (post.leftOut.has(viewer)) return [];
    return [...post.circles].flatMap((id) => {
      const circle = this.circles.get(id);
      const membership = circle?.members.get(viewer);
      return circle && membership && post.number > membership.seesFrom ? [circle] : [];
    });
  }

  seesPost(viewer: Who, post: PostModel): boolean {
    if (post.author === viewer) return true;
    return this.ways(viewer, post).length > 0 && this.seesPerson(viewer, post.author);
  }

  /** Photos of others in an album belong to its circles: their present readers see them (ALBUM-5). */
  seesPhoto(viewer: Who, post: PostModel, { adder }: PhotoModel): boolean {
    if (adder === viewer) return true;
    if (!this.seesPost(viewer, post)) return false;
    return adder === post.author || (this.ways(viewer, post).length > 0 && this.seesPerson(viewer, adder));
  }

  /** A post that was just shared, with nobody yet. */
  freshPost(fields: Pick<PostModel, 'id' | 'author' | 'content'>): PostModel {
    return {
      ...fields,
      number: this.next(),
      isEdited: false,
      circles: new Set(),
      carried: new Set(),
      leftOut: new Map(),
      saw: new Map(),
      likes: new Map(),
      mentions: new Set(),
      album: null,
      photos: [],
    };
  }

  seesComment(viewer: Who, comment: CommentModel): boolean {
    const post = this.posts.get(comment.post);
    if (!post || !this.seesPost(viewer, post)) return false;
    if (comment.author === viewer) return true;
    const above = this.comments.get(comment.thread?.id ?? '');
    if (above && !this.seesPerson(viewer, above.author)) return false;
    const photo = post.photos.find(({ id }) => id === comment.photo);
    if (photo && !this.seesPhoto(viewer, post, photo)) return false;
    if (comment.photoOf !== null && !this.seesPerson(viewer, comment.photoOf)) return false;
    const present = [...comment.circles].some((id) => this.circles.get(id)?.members.has(viewer));
    const isReader = post.author === viewer || comment.answered === viewer || present;
    return isReader && this.seesPerson(viewer, comment.author);
  }

  /** Notifies those who commented on the post before. Answered and mentioned members have another notification. */
  tellFollowers(comment: CommentModel): void {
    const post = this.posts.get(comment.post);
    const earlier = [...this.comments.values()].filter(
      (one) => one.post === comment.post && one.number < comment.number,
    );
    const adders = post?.photos.filter(({ id }) => id === comment.photo).map(({ adder }) => adder) ?? [];
    for (const who of new Set([...earlier.map(({ author }) => author), ...adders])) {
      const key = `${who} ${comment.post}`;
      if ([comment.author, comment.answered, post?.author].includes(who) || this.stopped.has(key)) continue;
      if (comment.mentions.has(who)) continue;
      if (!this.seesComment(who, comment) || this.person(who).mutes.has(comment.author)) continue;
      const shown = this.conversations.get(key);
      if (!shown || shown.isRead) this.conversations.set(key, { first: comment.number, isRead: false });
    }
  }

  stopFollowing(key: string): void {
    this.stopped.add(key);
    this.conversations.delete(key);
  }

  readAll(who: Who): void {
    for (const [key, shown] of [...this.conversations, ...this.momentsTold])
      if (key.startsWith(`${who} `)) shown.isRead = true;
  }

  /** A member who only added photos follows what is said of those. */
  photosFollowed(viewer: Who, post: PostModel): string[] {
    const said = [...this.comments.values()].some((one) => one.post === post.id && one.author === viewer);
    return said ? [] : post.photos.filter(({ adder }) => adder === viewer).map(({ id }) => id);
  }

  /** The writers that the notification of later comments names, the latest first. */
  laterWriters(viewer: Who, post: PostModel): Who[] {
    const first = this.conversations.get(`${viewer} ${post.id}`)?.first;
    if (first === undefined || !this.seesPost(viewer, post)) return [];
    const own = this.photosFollowed(viewer, post);
    const later = [...this.comments.values()]
      .filter((one) => own.length === 0 || own.includes(one.photo ?? ''))
      .filter((one) => one.post === post.id && one.number >= first && one.author !== viewer)
      .filter((one) => this.seesComment(viewer, one) && !this.person(viewer).mutes.has(one.author))
      // Answers and mentions have their own notification.
      .filter((one) => one.answered !== viewer && !one.mentions.has(viewer))
      .toSorted((a, b) => b.number - a.number);
    return [...new Set(later.map(({ author }) => author))];
  }

  /** Only these circles of a post remain, for its likes and comments too. */
  narrow(post: PostModel, circles: Iterable<string>): void {
    post.circles = new Set(circles);
    for (const { likes } of [post, ...post.photos])
      for (const [giver, some] of likes) likes.set(giver, some.intersection(post.circles));
    for (const comment of this.comments.values())
      if (comment.post === post.id) comment.circles = comment.circles.intersection(post.circles);
  }

  /** The shared circles of a post that a member is in: a comment or like belongs to them. */
  sharedCircles(who: Who, post: PostModel): Set<string> {
    const isTheirs = (id: string): boolean => {
      const circle = this.circles.get(id);
      return circle?.kind === 'shared' && circle.members.has(who);
    };
    return new Set([...post.circles].filter(isTheirs));
  }

  /** The circles of an answer: those of the comment that it answers that its writer is in. */
  answerCircles(who: Who, answered: CommentModel): Set<string> {
    return new Set([...answered.circles].filter((id) => this.circles.get(id)?.members.has(who)));
  }

  /** The members whom a viewer may mention under a post that they see. */
  mentionable(viewer: Who, post: PostModel, answered: Who | null): Who[] {
    const isOffered = (who: Who): boolean => {
      if (who === viewer || !this.seesPerson(viewer, who)) return false;
      if (post.author === viewer) return this.ways(who, post).some((way) => this.seesCircle(viewer, way));
      const common = [...this.sharedCircles(viewer, post)].some((id) =>
        this.circles.get(id)?.members.has(who),
      );
      return common || who === post.author || who === answered;
    };
    return this.everybody.filter(isOffered);
  }

  /** Whether a viewer of a post reads the name of a member who is mentioned there. */
  readsName(viewer: Who, who: Who, post: PostModel): boolean {
    if (viewer === who) return true;
    if (!this.seesPerson(viewer, who)) return false;
    const common = [...this.circles.values()].some(
      ({ kind, owner, members }) =>
        members.has(viewer) && members.has(who) && (kind === 'shared' || owner === viewer || owner === who),
    );
    const comments = [...this.comments.values()].some(
      (comment) => comment.post === post.id && comment.author === who && this.seesComment(viewer, comment),
    );
    return common || comments || post.author === who;
  }

  /** Whether posts appear in the feed: the viewer sees them through a circle, and has not muted their author. */
  isFed(viewer: Who, post: PostModel): boolean {
    return (
      this.seesPost(viewer, post) &&
      this.ways(viewer, post).length > 0 &&
      !this.person(viewer).mutes.has(post.author)
    );
  }

  /** A membership that begins now: everything shared before counts as told. */
  membership(fields: { seesFrom: number; addedBy: Who; priority?: number }): Membership {
    const none = { keeps: null, shows: false, stopped: 0, told: this.#count };
    return { priority: 0, ...fields, ...none, order: this.next(), delivery: 'evening' };
  }

  deliveryOf(who: Who, circle: CircleModel): When {
    if (isOfOthers(who, circle)) return this.person(who).sharedDelivery;
    return circle.members.get(who)?.delivery ?? 'never';
  }

  /** Whether the member was neither told of the post through this circle nor saw it on screen. */
  isUntold(who: Who, circle: CircleModel, post: PostModel): boolean {
    const membership = circle.members.get(who);
    if (!membership || !this.ways(who, post).includes(circle) || post.author === who) return false;
    if (post.number <= membership.told || this.toldPosts.has(`${who} ${circle.id} ${post.id}`)) return false;
    return this.isFed(who, post);
  }

  /** The post counts as told through each of these circles through which it is untold. */
  tell(who: Who, post: PostModel, circles: Iterable<CircleModel> = this.circles.values()): void {
    for (const circle of circles)
      if (this.deliveryOf(who, circle) !== 'never' && this.isUntold(who, circle, post))
        this.toldPosts.add(`${who} ${circle.id} ${post.id}`);
  }

  choose(who: Who, circle: CircleModel | null, when: When): void {
    const affected = circle ? [circle] : [...this.circles.values()].filter((one) => isOfOthers(who, one));
    for (const one of affected) {
      const membership = one.members.get(who);
      if (!membership) continue;
      const before = circle ? membership.delivery : this.person(who).sharedDelivery;
      const isNewer = (post: PostModel) =>
        post.number > membership.stopped &&
        post.circles.has(one.id) &&
        post.author !== who &&
        this.isFed(who, post);
      if (before === 'never' && when !== 'never' && [...this.posts.values()].some(isNewer))
        membership.told = this.#count;
      if (before !== 'never' && when === 'never') membership.stopped = this.#count;
      if (circle) membership.delivery = when;
    }
    if (!circle) this.person(who).sharedDelivery = when;
  }

  /** Queues the notifications of all that waits for a member whose moments arrive immediately. */
  notifyEarlier(who: Who): void {
    const posts = [...this.posts.values()];
    for (const circle of this.circles.values())
      if (this.deliveryOf(who, circle) === 'now' && posts.some((post) => this.isUntold(who, circle, post)))
        this.waiting.set(circle.id, this.#count);
  }

  /** The posts that a notification of new moments counts, as its reader sees them. */
  newMoments(who: Who, group: string): PostModel[] {
    const shown = this.momentsTold.get(`${who} ${group}`);
    const isOfGroup = (one: CircleModel) => (group === 'shared' ? isOfOthers(who, one) : one.id === group);
    return [...this.posts.values()].filter(
      (post) =>
        shown &&
        post.number >= shown.first &&
        post.number <= shown.last &&
        post.author !== who &&
        this.isFed(who, post) &&
        this.ways(who, post).some(isOfGroup),
    );
  }

  /** Notifies members whose moments of the circle arrive immediately of those that are untold. */
  notifyOfMoments(circle: CircleModel, due: number): void {
    const others = [...this.circles.values()].filter((other) => other !== circle);
    for (const [who, membership] of circle.members) {
      if (this.deliveryOf(who, circle) !== 'now') continue;
      const untold = [...this.posts.values()].filter((post) => this.isUntold(who, circle, post));
      const numbers = untold.map(({ number }) => number);
      const isTold = numbers.some((number) => number <= due);
      membership.told = Math.max(membership.told, isTold ? this.#count : due);
      if (!isTold) continue;
      for (const post of untold) this.tell(who, post, others);
      const group = circle.kind === 'shared' ? circle.id : 'shared';
      const told = this.momentsTold.get(`${who} ${group}`);
      if (told && !told.isRead && this.newMoments(who, group).length > 0) numbers.push(told.first, told.last);
      const entry = { first: Math.min(...numbers), last: Math.max(...numbers), isRead: false };
      this.momentsTold.set(`${who} ${group}`, entry);
    }
  }

  /** The posts of the letter that the member gets now, in its order. */
  letterTo(who: Who, isSunday: boolean): { posts: PostModel[]; circles: CircleModel[] } {
    const isDue = (circle: CircleModel) =>
      circle.members.has(who) &&
      ['evening', ...(isSunday ? ['sunday'] : [])].includes(this.deliveryOf(who, circle));
    const circles = [...this.circles.values()].filter(isDue);
    const priority = ({ members }: CircleModel) => members.get(who)?.priority ?? 0;
    const known = circles
      .filter((circle) => this.seesCircle(who, circle))
      .toSorted((a, b) => priority(b) - priority(a) || (a.name < b.name ? -1 : 1));
    const hidden = circles.filter((circle) => !this.seesCircle(who, circle));
    const untoldIn = (some: readonly CircleModel[]) =>
      [...this.posts.values()]
        .filter((post) => some.some((circle) => this.isUntold(who, circle, post)))
        .toSorted((a, b) => a.number - b.number);
    const posts = new Set([...known.flatMap((circle) => untoldIn([circle])), ...untoldIn(hidden)]);
    return { posts: [...posts], circles };
  }

  /** The member got no letter: their marks move up to the first untold post. */
  passTold(who: Who): void {
    for (const circle of this.circles.values()) {
      const membership = circle.members.get(who);
      if (!membership || this.deliveryOf(who, circle) === 'never') continue;
      const untold = [...this.posts.values()].filter((post) => this.isUntold(who, circle, post));
      membership.told = untold.length > 0 ? Math.min(...untold.map(({ number }) => number)) - 1 : this.#count;
    }
  }

  /** The letter was sent: its posts count as told everywhere, and the marks of its circles move. */
  sent(who: Who, { posts, circles }: { posts: readonly PostModel[]; circles: readonly CircleModel[] }): void {
    const others = [...this.circles.values()].filter((circle) => !circles.includes(circle));
    for (const post of posts) this.tell(who, post, others);
    for (const circle of circles) {
      const membership = circle.members.get(who);
      if (membership) membership.told = this.#count;
    }
  }

  /** Whether a letter may carry the words and photos of the post. */
  carriesContent(who: Who, post: PostModel): boolean {
    return this.ways(who, post).every(
      (circle) => circle.lettersCarry === 'content' && post.carried.has(circle.id),
    );
  }

  add(circle: CircleModel, who: Who, by: Who): boolean {
    const there = circle.members.get(who);
    if (there) {
      if (by === circle.owner) there.addedBy = by;
      return false;
    }
    const seesFrom = circle.showsEarlier ? 0 : this.#count;
    circle.members.set(who, this.membership({ seesFrom, addedBy: by }));
    return true;
  }

  takeOut(circle: CircleModel, who: Who): void {
    circle.members.delete(who);
    for (const invitation of this.invitations.values()) {
      if (invitation.circle === circle.id && invitation.to === who && invitation.acceptedBy === null)
        invitation.withdrawn = true;
    }
  }

  removeCircle(circle: CircleModel): void {
    this.circles.delete(circle.id);
    for (const post of this.posts.values()) {
      post.circles.delete(circle.id);
      for (const { likes } of [post, ...post.photos])
        for (const circles of likes.values()) circles.delete(circle.id);
    }
    for (const comment of this.comments.values()) comment.circles.delete(circle.id);
    for (const [id, invitation] of this.invitations)
      if (invitation.circle === circle.id) this.invitations.delete(id);
  }

  removePost(post: PostModel): void {
    this.posts.delete(post.id);
    for (const [id, comment] of this.comments) if (comment.post === post.id) this.comments.delete(id);
  }

  block(viewer: Who, other: Who): void {
    this.person(viewer).blocks.add(other);
    for (const circle of this.circles.values()) {
      if (circle.owner === viewer) circle.members.delete(other);
      if (circle.owner === other) circle.members.delete(viewer);
    }
    for (const invitation of this.invitations.values()) {
      const between = [invitation.inviter, invitation.to];
      if (between.includes(viewer) && between.includes(other) && invitation.acceptedBy === null)
        invitation.withdrawn = true;
    }
  }

  ban(who: Who): void {
    const person = this.person(who);
    person.banned = true;
    person.suspended = false;
    for (const circle of this.circles.values()) {
      const own = circle.members.get(who);
      if (own) own.keeps = null;
      if (circle.owner !== who || circle.kind !== 'shared') continue;
      const [heir] = [...circle.members]
        .filter(([member]) => member !== who && !this.person(member).banned)
        .toSorted(([, a], [, b]) => (a.keeps ?? Infinity) - (b.keeps ?? Infinity) || a.order - b.order);
      if (!heir) continue;
      circle.owner = heir[0];
      heir[1].keeps = null;
    }
  }

  restore(who: Who): void {
    const person = this.person(who);
    const wasBanned = person.banned;
    person.banned = false;
    person.suspended = false;
    if (!wasBanned) return;
    for (const circle of this.circles.values()) {
      if (circle.kind === 'shared' && this.person(circle.owner).banned && circle.members.has(who))
        circle.owner = who;
    }
  }

  /** Whether a member can open the invitation: it was sent to their address, or they accepted it. */
  opens(viewer: Who, invitation: InvitationModel): boolean {
    const theirs =
      invitation.acceptedBy === null
        ? invitation.to === viewer
        : invitation.acceptedBy === viewer && invitation.to === viewer;
    return (
      theirs &&
      !invitation.withdrawn &&
      !this.person(invitation.inviter).banned &&
      !this.apart(viewer, invitation.inviter)
    );
  }
}

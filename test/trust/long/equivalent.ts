/**
 * Clauses of `access/` whose removal nobody can see, with the reason: they save work, or another clause says the
 * same.
 */
export const equivalent: readonly {
  name: string;
  clause: string;
  /** Where the file has other clauses of this text: which of them, counted from 1. */
  place?: number;
  why: string;
}[] = [
  {
    name: 'sees.ts',
    clause: '${user} = ${viewer}',
    why: 'everybody owns the circle of their contacts and is in it by their own act; nobody can block themselves, and who is banned asks for nothing',
  },
  {
    name: 'sees-files.ts',
    clause: 'pictured.id = ${image.owner}',
    why: 'a picture is worn by its owner alone; it only tells the database where to look',
  },
  {
    name: 'sees-talk.ts',
    clause: '${notification.actor} is null',
    why: 'nobody is apart from nobody, banned or muted: without an actor the rest holds',
  },
  {
    name: 'sees-files.ts',
    clause: '${image.post} is not null',
    why: 'no moment has no key; it spares the look for one',
  },
  {
    name: 'sees-files.ts',
    clause: "${image.kind} = 'voice'",
    why: 'moments and comments refer to voices alone; it spares the look for one',
  },
  {
    name: 'sees-files.ts',
    clause: 'spoken.author_id = ${owner}',
    why: 'a moment has the voice of its author; it guards against keys that a database gives out twice',
  },
  {
    name: 'sees-files.ts',
    clause: 'said.author_id = ${owner}',
    why: 'a comment has the voice of its writer; it guards against keys that a database gives out twice',
  },
  {
    name: 'viewer.ts',
    clause: 'u.is_admin = 1',
    why: 'whether somebody is protected is asked of administrators alone; it spares everybody else the look',
  },
  {
    name: 'audience.ts',
    clause: 'reader.circle_id = shared.circle_id',
    why: 'the circles only propose who may hear of it, and `sees` decides',
  },
  {
    name: 'audience.ts',
    clause: 'shared.post_id = ${post}',
    why: 'the circles only propose who may hear of it, and `sees` decides',
  },
  {
    name: 'audience.ts',
    clause: 'id = ${post}',
    why: 'the circles only propose who may hear of it, and `sees` decides',
  },
  {
    name: 'former-readers.ts',
    clause: 'inside.user_id = left_out.user_id',
    why: 'members of a present circle whom the post does not leave out read it, or came too late',
  },
  {
    name: 'former-readers.ts',
    clause: 'left_out.post_id = ${post}',
    why: 'members of a present circle whom the post does not leave out read it, or came too late',
  },
  {
    name: 'followers.ts',
    clause: ".where('id', '=', commentId)",
    why: 'it only locks other moments too',
  },
  {
    name: 'followers.ts',
    clause: ".where('id', 'in', commented)",
    why: 'it only locks other moments too',
  },
  {
    name: 'images.ts',
    clause: '!viewer.isAdmin',
    why: 'media asks for photos of reports for administrators alone, because a look is written down; this wall does not depend on it',
  },
  {
    name: 'sees-reports.ts',
    clause: '${seesReport(viewer, report.member)}',
    why: 'administrators alone open reports, none about themselves, and media looks for photos of reports for them alone',
  },
  {
    name: 'why-not-seen.ts',
    clause: 'u.id in (${sql.join(members)})',
    why: 'the answers for other members are not looked at',
  },
  {
    name: 'mentions.ts',
    clause: '${user} = ${viewer}',
    why: 'everybody is in the circle of their own contacts, which they have in common with themselves',
  },
  {
    name: 'counts.ts',
    clause: '${sql.ref(`${post}.has_others_photos`)} = 1',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: '${mayHideTalkAboutPhotos(viewer, post)}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'exists (select 1 from blocks where blocker_id = ${viewer})',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'blocker_id = ${viewer}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'blocked_id = ${viewer}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: '${hasBlocks(viewer)}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: '${hasOwn}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: '${hasOwnBeneathBanned}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'toward.answered_id = ${viewer}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'toward.post_id = ${id}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'above.id = own.thread_id',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: "${isBanned(col('above.author_id'))}",
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'own.author_id = ${viewer}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'own.post_id = ${id}',
    why: 'it only spares the exact count, which is right for everybody',
  },
  {
    name: 'counts.ts',
    clause: 'c.id = counted.circle_id',
    why: 'the number kept for a private circle is nought, and what stands in several is counted exactly',
  },
  {
    name: 'counts.ts',
    clause: "c.kind = 'shared'",
    why: 'the number kept for a private circle is nought, and what stands in several is counted exactly',
  },
  {
    name: 'still-seen.ts',
    clause: 'i.public_id in ${listedIds(dialect, photos)}',
    why: 'of all that are found those that were named are picked; it spares reading the others',
  },
  {
    name: 'still-seen.ts',
    clause: 'p.public_id in ${listedIds(dialect, posts)}',
    why: 'of all that are found those that were named are picked; it spares reading the others',
  },
  {
    name: 'circles.ts',
    clause: ".where('public_id', 'in', publicIds)",
    why: 'of all that are found those that were named are picked; it spares reading the others',
  },
  {
    name: 'cached-parts.ts',
    clause: 'p.id in ${listedKeys(dialect, posts)}',
    why: 'kept parts tell nothing that depends on who looks, and are used only in the revision that sight has read',
  },
  {
    name: 'cached-parts.ts',
    clause: 'u.id in ${listedKeys(dialect, people)}',
    why: 'kept parts tell nothing that depends on who looks, and are used only in the revision that sight has read',
  },
  {
    name: 'cached-parts.ts',
    clause: 'c.id in ${listedKeys(dialect, circles)}',
    why: 'kept parts tell nothing that depends on who looks, and are used only in the revision that sight has read',
  },
  {
    name: 'new-moments.ts',
    clause: 'c.owner_id <> ${viewer}',
    why: 'only its owner shares with a private circle, and nobody is notified of their own moments',
  },
  {
    name: 'not-told.ts',
    clause: 'c.owner_id <> m.user_id',
    why: 'only its owner shares with a private circle, so none of its moments is untold for them',
  },
  {
    name: 'not-told.ts',
    clause: 'told.circle_id = m.circle_id',
    why: 'a moment that counts as told has a row for each circle through which it would be untold',
  },
  {
    name: 'sees-archives.ts',
    clause: '${seesCircleById(viewer, col(`${archive}.circle_id`))}',
    why: 'the end of a membership ends the archive in its transaction, and who asks for one sees the circle as long as they are in it',
  },
  {
    name: 'find.ts',
    clause: 'u.banned_at is null',
    why: 'a ban deletes the frames of the member in its transaction',
  },
  {
    name: 'find.ts',
    clause: "${seesCircleById(col('f.user_id'), col('f.circle_id'))}",
    why: 'the end of a membership deletes its frames, and who adds one sees the circle as long as they are in it',
  },
  {
    name: 'find.ts',
    clause: ".where(seesCircleById(bind(viewer.id), col('c.id')))",
    why: 'the end of a membership deletes its frames, and who adds one sees the circle as long as they are in it',
  },
  {
    name: 'not-told-photos.ts',
    clause: 'pc.last_addition_id > m.told_addition_id',
    why: 'no photo has a later addition than its album; it spares the look at the photos',
  },
  {
    name: 'not-told-photos.ts',
    clause: 'told.circle_id = m.circle_id',
    why: 'a moment that counts as told has a row for each circle through which it would be untold',
  },
  {
    name: 'followers.ts',
    clause: 'mine.post_id = ${post}',
    why: 'a comment is only about a photo of its own moment',
  },
  {
    name: 'followers.ts',
    clause: 'about.post_id = ${post.id}',
    why: 'a comment is only about a photo of its own moment',
  },
  {
    name: 'followers.ts',
    clause: 'about.image_id is not null',
    why: 'no photo has no key; it spares the look for one',
  },
  {
    name: 'followers.ts',
    clause: 'former.post_id = (select post_id from comments where id = ${comment})',
    why: 'earlier members are only proposed: `seesConversation` asks the same before a notification is made',
  },
  {
    name: 'followers.ts',
    clause: 'pictured.id = this.image_id',
    why: 'earlier members are only proposed: `seesConversation` asks the same before a notification is made',
  },
  {
    name: 'followers.ts',
    clause: 'this.id = ${comment}',
    why: 'earlier members are only proposed: `seesConversation` asks the same before a notification is made',
  },
  {
    name: 'followers.ts',
    clause:
      "not ${isAddressedTo(col('earlier.author_id'), { id: col('told.id'), answered: col('told.answered_id') })}",
    why: 'earlier members are only proposed: `seesConversation` asks the same before a notification is made',
  },
  {
    name: 'not-told.ts',
    clause: 'u.by_letter = 0',
    why: 'mailbox members have confirmed their address by their answer, and no run is made for one',
  },
  {
    name: 'not-told.ts',
    clause: '${who} = 0',
    why: 'the run of one member also rings for those whom the next general run would ring for, minutes later',
  },
  {
    name: 'framers.ts',
    clause:
      'f.circle_id in (select shared.circle_id from post_circles shared where shared.post_id = ${post})',
    why: 'it only tells the database where to look: `isInFeedOf` asks the same',
  },
  {
    name: 'framers.ts',
    clause: 'shared.post_id = ${post}',
    why: 'it only tells the database where to look: `isInFeedOf` asks the same',
  },
  {
    name: 'voices.ts',
    clause: "voice.kind = 'voice'",
    why: 'moments and comments refer to voices alone; it guards against keys that a database gives out twice',
  },
  {
    name: 'voices.ts',
    clause: 'voice.owner_id = ${sql.ref(`${row}.author_id`)}',
    why: 'a moment or comment has the voice of its author; it guards against keys that a database gives out twice',
  },
  {
    name: 'quote.ts',
    clause: '${quotesPost}',
    place: 2,
    why: 'the names of mentions are read only together with the words that mention them',
  },
  {
    name: 'quote.ts',
    clause: '${quotesPost}',
    place: 3,
    why: 'of the moments that are not quoted only albums have news without a comment, and no album has a voice',
  },
  {
    name: 'seen-texts.ts',
    clause: 'voice.owner_id = p.author_id',
    why: 'a moment has the voice of its author; it guards against keys that a database gives out twice',
  },
  {
    name: 'select-moments.ts',
    clause: 'shown.carries',
    place: 4,
    why: 'the question of a moment is read only together with its words',
  },
  {
    name: 'sees-photos.ts',
    clause: '${col(`${post}.author_id`)} = ${viewer}',
    why: 'nobody but its author sees a moment from outside its audience',
  },
  {
    name: 'sees-photos.ts',
    clause: 'not ${isInAudience(viewer, col(`${post}.id`))}',
    why: 'a list that looks for what may be hidden finds nothing',
  },
  {
    name: 'sees-photos.ts',
    clause: 'about.post_id = ${col(`${post}.id`)}',
    why: 'a list that looks for what may be hidden finds nothing',
  },
  {
    name: 'comments.ts',
    clause: 'pictured.post_id = comments.post_id',
    why: 'a comment is only about a photo of its own moment',
  },
  {
    name: 'sees-photos.ts',
    clause:
      'about.about_owner_id in ( ${hiddenPeople(viewer)} union all select id from users where claim_asked_at is not null)',
    why: 'a list that looks for what may be hidden finds nothing',
  },
  {
    name: 'sees-photos.ts',
    clause: 'claim_asked_at is not null',
    why: 'a list that looks for what may be hidden finds nothing',
  },
  {
    name: 'sees-reports.ts',
    clause:
      'exists (select 1 from users moderator where moderator.id = ${viewer} and moderator.is_admin = 1)',
    why: 'each call about reports refuses all but administrators first; it guards later calls',
  },
  {
    name: 'sees-reports.ts',
    clause: 'moderator.id = ${viewer}',
    why: 'each call about reports refuses all but administrators first; it guards later calls',
  },
  {
    name: 'sees-reports.ts',
    clause: 'moderator.is_admin = 1',
    why: 'each call about reports refuses all but administrators first; it guards later calls',
  },
  {
    name: 'sees-talk.ts',
    clause: '${comment.adder} is null',
    why: 'nobody is apart from nobody: without a photo the rest holds',
  },
  {
    name: 'sees-talk.ts',
    clause: 'pictured.post_id = ${comment.post}',
    why: 'a comment is only about a photo of its own moment',
  },
  {
    name: 'sees-questions.ts',
    clause: "${seesPerson(of('asked_id'), of('asker_id'))}",
    why: 'blocks and bans have ended the row',
  },
  {
    name: 'select-moments.ts',
    clause: 'last.includes_sunday = 1',
    why: 'it only chooses who gets a letter, and one without anything to tell is not sent',
  },
  {
    name: 'select-moments.ts',
    clause: "last.state in ('open', 'refused')",
    why: 'it only chooses who gets a letter, and one without anything to tell is not sent',
  },
  {
    name: 'select-moments.ts',
    clause: 'pc.circle_id = m.circle_id',
    why: 'it only chooses who gets a letter, and one without anything to tell is not sent',
  },
  {
    name: 'select-moments.ts',
    clause: '${isDue(includesSunday)}',
    place: 3,
    why: 'a circle without a list of posts counts for nothing, whatever its albums',
  },
  {
    name: 'select-moments.ts',
    clause: "${deliveryOf} <> 'never'",
    why: 'a circle of which no letter tells has no list of posts; it only has the letter read twice',
  },
  {
    name: 'select-moments.ts',
    clause: 'shown.carries',
    place: 1,
    why: 'without words nothing is made of the title',
  },
  {
    name: 'select-moments.ts',
    clause: 'shown.carries',
    place: 3,
    why: 'without words nothing is made of mentions',
  },
  {
    name: 'select-moments.ts',
    clause: 'shown.carries',
    place: 5,
    why: 'without words nothing is made of the voice',
  },
  {
    name: 'likers.ts',
    clause: '${seesPerson(reader, giver)}',
    why: 'likes and hearts of people out of sight are not seen either; it spares the look for them',
  },
  {
    name: 'likers.ts',
    clause: 'l.user_id = ${giver}',
    place: 1,
    why: 'authors see every like and heart in their moment that is by somebody whom they see, and only such givers are asked about',
  },
  {
    name: 'likers.ts',
    clause: '${isLikeSeen(reader)}',
    place: 1,
    why: 'authors see every like of their moment that is by somebody whom they see, which is asked before',
  },
  {
    name: 'new-since.ts',
    clause: 'm.visited_at is not null',
    why: 'no moment is later than a visit that never was: nothing is counted',
  },
  {
    name: 'photos.ts',
    clause: '${sql.ref(`${post}.has_others_photos`)} = 0',
    why: 'everybody who sees a moment sees the photos of its author; it spares the look',
  },
];

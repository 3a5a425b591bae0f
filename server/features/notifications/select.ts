import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { Notification } from '../../../contract/shapes.ts';
import { withNames } from '../../../contract/text/mention-tokens.ts';
import { selectIsOfPhotos, selectLikersTold } from '../../access/show/likers.ts';
import {
  countWriters,
  followsPhotosAlone,
  seesConversation,
  selectLatestComment,
} from '../../access/readers/followers.ts';
import { countNewMoments, seesNewMoments } from '../../access/readers/new-moments.ts';
import { countNewPhotos, firstNewPhoto, seesNewPhotos } from '../../access/readers/new-photos.ts';
import { readMentions } from '../../access/show/mentions.ts';
import { readPhotos, selectFrontPhoto, selectPhotoByKey } from '../../access/show/photos.ts';
import { joinQuoted, selectQuote } from '../../access/show/quote.ts';
import { readMark, readPerson, selectMark, selectPerson, time } from '../../access/show/present.ts';
import { readVoice } from '../../access/show/voices.ts';
import { col, isMuted, runsCircle, seesPerson, type SqlRef } from '../../access/rules/sees.ts';
import { seesNotification } from '../../access/rules/sees-talk.ts';
import { personName, voiceLine } from '../../words/reader.ts';
import type { Words } from '../../words/words.ts';
import { isKind, wordsOf } from './kinds.ts';

const conversation = { post: col('n.post_id'), first: col('n.first_comment_id') };
const newMoments = {
  circle: col('n.circle_id'),
  first: col('n.first_post_id'),
  last: col('n.last_post_id'),
};

const newPhotos = {
  post: col('n.post_id'),
  after: col('n.after_addition_id'),
  until: col('n.to_addition_id'),
};

/** Whether the object of the notification `n` is in its reader's sight. */
export const isVisible = (viewer: SqlRef) => sql<boolean>`(${seesNotification(viewer, {
  reader: col('n.user_id'),
  kind: sql.ref('n.kind'),
  actor: col('n.actor_id'),
  post: col('n.post_id'),
  comment: col('n.comment_id'),
  circle: col('n.circle_id'),
  invitation: col('n.invitation_id'),
  question: col('n.question_id'),
})}
  and (n.first_comment_id is null or ${seesConversation(viewer, conversation)})
  and (n.first_post_id is null or ${seesNewMoments(viewer, newMoments)})
  and (n.to_addition_id is null or ${seesNewPhotos(viewer, newPhotos)}))`;

interface Row {
  id: number;
  public_id: string;
  kind: string;
  is_read: number;
  created_at: number;
  actor: string | null;
  post: string | null;
  comment: string | null;
  is_of_comment: number | boolean;
  /** The people who liked the moment, up to 101, or who commented on it later. */
  people: number | null;
  /** 1 if all of it is about photos that the reader added to the moment. */
  is_of_photos: number | null;
  /** New moments that the viewer sees, up to 100. */
  moments: number | null;
  /** Photos that were added to an album and that the viewer sees. */
  photos: number | null;
  title: string | null;
  circle: string | null;
  circle_name: string | null;
  invitation: string | null;
  question: string | null;
  detail: string | null;
  joined_circle: string | null;
  quote: string | null;
  voice: string | null;
  mentions: string | null;
  photo: string | null;
  mark: string | null;
}

/** Kinds about a moment itself, whose words they quote. */
const quotesPost = sql<boolean>`n.kind in ('like', 'mention', 'mail_counted', 'question_answered')`;

/** The first photo that the viewer sees of the moment, or of its new ones; none of people whom they have muted. */
const selectUnmutedPhoto = (viewer: SqlRef) => sql<string | null>`case
  when n.to_addition_id is not null then ${selectPhotoByKey(firstNewPhoto(viewer, newPhotos))}
  when p.id is not null and not ${isMuted(viewer, col('p.author_id'))}
    then ${selectFrontPhoto(viewer, 'p', sql<boolean>`not ${isMuted(viewer, col('shown.owner_id'))}`)} end`;

/** Notifications `n` with the data for their words, as far as `viewer` may see it. */
export const selectNotifications = (viewer: SqlRef, which: RawBuilder<unknown>): RawBuilder<Row> => {
  const quote = selectQuote(viewer, 'p', quotesPost);
  return sql<Row>`
  select n.id, n.public_id, n.kind, n.is_read, n.created_at, n.detail,
    case when a.id is not null then ${selectPerson(viewer, 'a')} end as actor,
    p.public_id as post, said.public_id as comment,
    n.comment_id is not null as is_of_comment,
    case when n.kind = 'like' then ${selectLikersTold(col('n.user_id'), col('n.post_id'))}
      when n.first_comment_id is not null then ${countWriters(viewer, conversation)} end as people,
    case when n.kind = 'like' and p.author_id = n.user_id
        then ${selectIsOfPhotos(col('n.user_id'), col('n.post_id'))}
      when n.kind = 'like' or (n.first_comment_id is not null and ${followsPhotosAlone(col('n.user_id'), col('n.post_id'))})
        then 1 end as is_of_photos,
    case when n.first_post_id is not null then ${countNewMoments(viewer, newMoments)} end as moments,
    case when n.to_addition_id is not null then ${countNewPhotos(viewer, newPhotos)} end as photos,
    case when n.to_addition_id is not null then p.title end as title,
    coalesce(c.public_id, invited.public_id) as circle, coalesce(c.name, invited.name) as circle_name,
    i.public_id as invitation, asked.public_id as question,
    case when n.kind = 'invitation_accepted' then (
      select joined.name from circles joined join circle_members accepted on accepted.circle_id = joined.id
      where ${runsCircle(col('n.user_id'), { id: col('joined.id'), owner: col('joined.owner_id') })}
        and accepted.user_id = n.actor_id
      order by accepted.added_at desc, joined.id limit 1) end as joined_circle,
    coalesce(asked.words, ${quote.words}) as quote, ${quote.mentions} as mentions, ${quote.voice} as voice,
    ${selectUnmutedPhoto(viewer)} as photo,
    case when c.id is not null then ${selectMark()} end as mark
  from notifications n
  ${joinQuoted(sql`coalesce(n.comment_id,
    case when n.first_comment_id is not null then ${selectLatestComment(viewer, conversation)} end)`)}
  left join users a on a.id = coalesce(n.actor_id, case when n.first_comment_id is not null then said.author_id end)
    and (n.kind <> 'admin_acted' or ${seesPerson(viewer, col('a.id'))})
  left join posts p on p.id = n.post_id
  left join circles c on c.id = n.circle_id
  left join questions asked on asked.id = n.question_id
  left join invitations i on i.id = n.invitation_id
  left join circles invited on invited.id = i.circle_id and invited.kind = 'shared'
    and ${runsCircle(col('i.inviter_id'), { id: col('invited.id'), owner: col('invited.owner_id') })}
  ${which}`;
};

/** The most characters of a quote. */
const maxQuote = 140;

const quoteOf = (words: Words, { quote, mentions, voice }: Row): string | null => {
  const text = withNames(quote ?? '', readMentions(mentions), words.someone).trim();
  const letters = [...text];
  if (text === '') return voiceLine(words, readVoice(voice)) || null;
  return letters.length > maxQuote ? `${letters.slice(0, maxQuote).join('')}…` : text;
};

export type News = Notification & { kind: NotificationKind };

/** A notification in words; null for a kind that this version does not know. */
export const readNotification = (words: Words, row: Row): News | null => {
  if (!isKind(row.kind)) return null;
  const actor = row.actor === null ? null : readPerson(row.actor);
  const sentences = wordsOf(words, {
    kind: row.kind,
    actorId: actor?.id ?? null,
    actorName: actor ? personName(words, actor) : words.someone,
    postId: row.post,
    commentId: row.comment,
    isOfComment: Boolean(row.is_of_comment),
    isOfPhotos: Boolean(row.is_of_photos),
    circleId: row.circle,
    circleName: row.circle_name,
    invitationId: row.invitation,
    questionId: row.question,
    detail: row.detail,
    joinedCircle: row.joined_circle,
    others: Math.max(0, (row.people ?? 1) - 1),
    moments: row.moments ?? 0,
    photos: row.photos ?? 0,
    albumTitle: row.title ?? '',
  });
  return {
    id: row.public_id,
    kind: row.kind,
    actor,
    isRead: row.is_read === 1,
    createdAt: time(row.created_at),
    ...sentences,
    quote: quoteOf(words, row),
    photo: readPhotos(row.photo)[0] ?? null,
    circle: row.mark === null ? null : readMark(row.mark),
  };
};

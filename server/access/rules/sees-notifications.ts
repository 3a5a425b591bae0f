import { type RawBuilder, sql } from 'kysely';
import {
  isMuted,
  type Predicate,
  seesCircleById,
  seesCommentById,
  seesPerson,
  seesPostById,
  type SqlRef,
} from './sees.ts';

interface NotificationRefs {
  reader: SqlRef;
  kind: RawBuilder<string>;
  actor: SqlRef;
  post: SqlRef;
  comment: SqlRef;
  circle: SqlRef;
  invitation: SqlRef;
}

/** Notifications are listed and counted only while their object is visible to the reader (NOTIFY-1). */
export const seesNotification = (viewer: SqlRef, notification: NotificationRefs): Predicate => sql<boolean>`(
  ${notification.reader} = ${viewer}
  and (${notification.actor} is null
    or (${seesPerson(viewer, notification.actor)}
      and not (${notification.kind} in ('like', 'comment', 'answer', 'mention') and ${isMuted(viewer, notification.actor)})))
  and (${notification.post} is null or ${seesPostById(viewer, notification.post)})
  and (${notification.comment} is null or ${seesCommentById(viewer, notification.comment)})
  and (${notification.circle} is null or ${seesCircleById(viewer, notification.circle)})
  and (${notification.invitation} is null or exists (
    select 1 from invitations open where open.id = ${notification.invitation} and open.accepted_at is null and open.withdrawn_at is null)))`;

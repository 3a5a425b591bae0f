import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import {
  isBlockedBetween,
  col,
  isBanned,
  isUnclaimed,
  runsCircle,
  bind,
  seesCircleById,
} from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import { isOnFrame } from '../../access/readers/framers.ts';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { placeName } from '../../words/words.ts';

export interface FoundInvitation {
  id: number;
  publicId: string;
  inviterId: number | null;
  circleId: number | null;
  /** The address whose reader holds the code; null where its sender passed the code on. */
  email: string | null;
  message: string | null;
  makesAdmin: boolean;
  vouches: boolean;
  acceptedBy: number | null;
}

/** Wrong, used, expired and withdrawn codes get the same answer. */
export const invitationInvalid = (): Problem => new Problem('missing', messages.inviteInvalid);

/**
 * The invitation that a code opens. A signed-in member whom an invitation is addressed to opens it by its id as
 * well: that is what their notification links to, so that no code has to be kept. Accepted ones are found only by
 * the member who accepted; an inviter who is banned or blocked invites nobody.
 * @throws missing, in the same words for every reason (JOIN-1)
 */
export const findInvitation = async (
  q: Queries,
  viewer: Viewer | null,
  code: string,
): Promise<FoundInvitation> => {
  const inviter = col('invitations.inviter_id');
  const row = await q
    .selectFrom('invitations')
    .select([
      'id',
      'public_id',
      'inviter_id',
      'circle_id',
      'email',
      'unmailed',
      'message',
      'makes_admin',
      'vouches',
      'accepted_by',
    ])
    .where((e) =>
      e.or([
        e('code_hash', '=', hashOf(code)),
        ...(viewer
          ? [
              e.and([
                e('public_id', '=', code.toLowerCase()),
                e('email', 'in', (own) =>
                  own
                    .selectFrom('users')
                    .select('email_key')
                    .where('users.id', '=', viewer.id)
                    .where('email_confirmed_at', 'is not', null),
                ),
              ]),
            ]
          : []),
      ]),
    )
    .where((e) =>
      e.or([
        e.and([e('accepted_at', 'is', null), e('expires_at', '>', Date.now())]),
        e('accepted_by', '=', viewer?.id ?? -1),
      ]),
    )
    .where('withdrawn_at', 'is', null)
    .where(({ not }) => not(isBanned(inviter)))
    .where(({ not }) => not(isUnclaimed(inviter)))
    .where(({ not }) => not(isBlockedBetween(bind(viewer?.id ?? -1), inviter)))
    .executeTakeFirst();
  if (!row) throw invitationInvalid();
  return {
    id: row.id,
    publicId: row.public_id,
    inviterId: row.inviter_id,
    circleId: row.circle_id,
    email: row.email === null || row.unmailed === 1 ? null : emailKey(row.email),
    message: row.message,
    makesAdmin: row.makes_admin === 1,
    vouches: row.vouches === 1,
    acceptedBy: row.accepted_by,
  };
};

export interface Preview {
  circleName: string | null;
  fromUser: { firstName: string; lastName: string } | null;
  message: string | null;
  placeName: string | null;
  /** For the member who sent it. */
  ownId: string | null;
  isOnFrame?: true;
}

// An open invitation names its circle while its sender still owns or keeps the circle; an accepted one, while the member who
// accepted it is in the circle.
const namesCircle = (invitation: FoundInvitation, viewer: Viewer | null) =>
  invitation.acceptedBy === null
    ? runsCircle(sql`${invitation.inviterId}`, { id: col('circles.id'), owner: col('circles.owner_id') })
    : seesCircleById(bind(viewer?.id ?? -1), col('circles.id'));

/** The preview of an invitation for a holder of its code. A private circle is not named (JOIN-6). @throws missing */
export const previewInvitation = async (
  q: Queries,
  viewer: Viewer | null,
  code: string,
): Promise<Preview> => {
  const invitation = await findInvitation(q, viewer, code);
  const circle =
    invitation.circleId === null
      ? undefined
      : await q
          .selectFrom('circles')
          .select(['id', 'name'])
          .where('id', '=', invitation.circleId)
          .where('kind', '=', 'shared')
          .where(namesCircle(invitation, viewer))
          .executeTakeFirst();
  const inviter =
    invitation.inviterId === null
      ? undefined
      : await q
          .selectFrom('users')
          .select(['first_name', 'last_name'])
          .where('id', '=', invitation.inviterId)
          .executeTakeFirst();
  return {
    circleName: circle?.name ?? null,
    fromUser: inviter ? { firstName: inviter.first_name, lastName: inviter.last_name } : null,
    message: invitation.message,
    placeName: placeName(),
    ownId: viewer && viewer.id === invitation.inviterId ? invitation.publicId : null,
    ...(circle && (await isOnFrame(q, circle)) && { isOnFrame: true as const }),
  };
};

// The kinds of items that the service worker sends. Videos, edits and imports need a page.
import * as albums from '../../../contract/albums.ts';
import * as comments from '../../../contract/comments.ts';
import * as media from '../../../contract/media.ts';
import * as posts from '../../../contract/posts.ts';
import { withdraw } from '../../../contract/withdrawals.ts';
import { albumFields, AlbumInput, followAlbum, PhotosInput } from '../../features/albums/album-requests.ts';
import { commentFields, CommentInput } from '../../features/comments/comment-draft.ts';
import { digestOf } from '../../features/media/content-hash.ts';
import { editedPhoto } from '../../features/media/edit-photo.ts';
import { editOf, idsOf, photoForm, PhotoInput } from '../../features/media/photo-request.ts';
import { readyPhoto } from '../../features/media/ready-photo.ts';
import { voiceForm, VoiceInput } from '../../features/media/voice/voice-request.ts';
import { momentForm, MomentInput } from '../../features/posts/composer/moment-request.ts';
import { dailyForm, DailyInput } from '../../features/posts/daily/daily-item.ts';
import { WithdrawalInput } from '../../features/withdrawals/withdrawal-input.ts';
import type { BackgroundKind } from '../../outbox/send-in-background.ts';

const idOf = (answer: unknown): unknown => Reflect.get(Object(answer), 'id');

export const backgroundKinds: Readonly<Record<string, BackgroundKind>> = {
  photo: {
    endpoint: media.upload,
    bodyOf: async ({ input }, _, file) => {
      if (!file) return null;
      const photo = PhotoInput.parse(input);
      const ready = photo.isReady ? { file, ...photo } : await readyPhoto(file, digestOf);
      const takenOn = photo.takenOn ?? ready.takenOn;
      const { contentHash } = ready;
      const edited = await editedPhoto(ready.file, editOf({ input })).catch(() => null);
      return edited && photoForm({ ...photo, takenOn, contentHash }, edited);
    },
    resultOf: (answer) => answer,
    undo: media.remove,
  },
  voice: {
    endpoint: media.addVoice,
    bodyOf: ({ input }, _, file) => file && voiceForm(VoiceInput.parse(input), file),
    resultOf: (answer) => answer,
    undo: media.remove,
  },
  moment: {
    endpoint: posts.create,
    bodyOf: ({ input }, results) => {
      const photoIds = idsOf(results);
      return photoIds.length < results.length ? null : momentForm(MomentInput.parse(input), photoIds);
    },
    resultOf: idOf,
  },
  'daily photo': {
    endpoint: posts.create,
    bodyOf: ({ input }, _, file) => file && dailyForm(DailyInput.parse(input), file),
    resultOf: idOf,
  },
  album: {
    endpoint: albums.create,
    bodyOf: ({ input }, results) => albumFields(AlbumInput.parse(input), idsOf(results)),
    resultOf: idOf,
    follow: followAlbum,
  },
  'album photos': {
    endpoint: albums.addPhotos,
    bodyOf: ({ input }, results) => {
      const { album } = PhotosInput.parse(input);
      return album === null ? null : { id: album, photoIds: idsOf(results) };
    },
    resultOf: () => null,
  },
  comment: {
    endpoint: comments.add,
    bodyOf: ({ input }, results) => {
      const voiceIds = idsOf(results);
      return voiceIds.length < results.length ? null : commentFields(CommentInput.parse(input), voiceIds);
    },
    resultOf: () => null,
  },
  withdrawal: {
    endpoint: withdraw,
    bodyOf: ({ input }) => WithdrawalInput.parse(input),
    resultOf: () => null,
  },
};

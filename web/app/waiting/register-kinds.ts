// The features' kinds of items. How to send one loads with the first of its kind.
import { withdrawal } from '../../outbox/item.ts';
import { registerKind } from '../../outbox/kinds.ts';
import { words } from '../../words/words.ts';

const albums = () => import('../../features/albums/album-sender.ts');

registerKind('photo', {
  lane: 'photos',
  hasFile: true,
  load: async () => (await import('../../features/media/photo-sender.ts')).sender,
});
registerKind('video', {
  lane: 'videos',
  hasFile: true,
  keepsMore: true,
  load: async () => (await import('../../features/posts/composer/video-sender.ts')).sender,
});
registerKind('voice', {
  lane: 'photos',
  hasFile: true,
  isUncounted: true,
  load: async () => (await import('../../features/media/voice/voice-sender.ts')).sender,
});
registerKind('moment', {
  lane: 'one',
  isTakenBack: true,
  load: async () => (await import('../../features/posts/composer/moment-sender.ts')).sender,
});
registerKind('album', {
  lane: 'one',
  goesWithout: true,
  isTakenBack: true,
  load: async () => (await albums()).albumSender,
});
registerKind('album photos', {
  lane: 'one',
  goesWithout: true,
  load: async () => (await albums()).albumPhotosSender,
});
registerKind('import', {
  lane: 'imports',
  hasFile: true,
  hasReport: true,
  isTakenBack: true,
  whenLost: words.imports.whenLost,
  load: async () => (await import('../../features/imports/import-sender.ts')).sender,
});
registerKind('comment', {
  lane: 'one',
  isShownInPlace: true,
  isTakenBack: true,
  load: async () => (await import('../../features/comments/comment-sender.ts')).sender,
});
registerKind('edit', {
  lane: 'one',
  isTakenBack: true,
  load: async () => (await import('../../features/posts/composer/edit-sender.ts')).sender,
});
registerKind('daily photo', {
  lane: 'one',
  hasFile: true,
  isTakenBack: true,
  load: async () => (await import('../../features/posts/daily/daily-sender.ts')).sender,
});
registerKind(withdrawal, {
  lane: 'one',
  load: async () => (await import('../../features/withdrawals/withdrawal-sender.ts')).sender,
});

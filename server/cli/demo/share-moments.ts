import { addComment } from '../../features/comments/write.ts';
import { likePost } from '../../features/likes/like.ts';
import { likePhoto } from '../../features/likes/like-photo.ts';
import { createPost } from '../../features/posts/write.ts';
import type { CircleIds } from './draw-circles.ts';
import type { DemoMoment } from './moment.ts';
import type { PersonName } from './people.ts';
import { type Album, descriptionOf } from './pictures.ts';
import type { Stage } from './stage.ts';
import { storeSound } from './sounds.ts';
import { storePicture } from './store-picture.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Hardly anybody writes between midnight and seven; what would fall there is said in the morning. */
const awake = (time: number, now: number): number => {
  const hours = new Date(time).getHours();
  const morning = time + (7 - hours) * hour;
  return hours < 7 && morning < now ? morning : time;
};

interface Shared {
  moments: readonly DemoMoment[];
  ids: CircleIds;
  album: Album;
}

/** Notes down all moments, and what others had to say about them. */
export const shareMoments = (stage: Stage, { moments, ids, album }: Shared): void => {
  const { context, timeline, chance, now, viewer, joined } = stage;
  for (const moment of moments) {
    let post = '';
    let photoIds: string[] = [];
    timeline.at(moment.at, async () => {
      const circleIds: string[] = [];
      for (const where of moment.to) {
        circleIds.push(where === 'contacts' ? await ids.contactsIdOf(moment.by) : ids.of(where));
      }
      photoIds = await Promise.all(
        moment.photos.map((photo) => storePicture(context, viewer(moment.by), { photo }, album)),
      );
      const voiceId = moment.voice ? await storeSound(context, viewer(moment.by), moment.voice) : undefined;
      const made = await createPost(context, viewer(moment.by), {
        photoIds,
        voiceId,
        content: moment.text,
        circleIds,
        alts: moment.photos.map(descriptionOf),
        photos: [],
        isDaily: false,
      });
      post = made.id;
      await context.jobs.workOffOnce('tell-circle');
    });

    let last = moment.at;
    for (const [place, { by, at, text, on }] of moment.replies.entries()) {
      const left = (moment.replies.length - place) * 2;
      last = at ?? awake(last + chance.between(0.1, 1) * Math.min(3 * hour, (now - last) / left), now);
      timeline.at(last, async () => {
        const photoId = on === null ? undefined : photoIds[on - 1];
        if (text === null)
          return photoId === undefined
            ? likePost(context.db, viewer(by), post)
            : likePhoto(context.db, viewer(by), photoId);
        await addComment(context.db, viewer(by), { id: post, content: text, photoId });
        return context.jobs.workOffOnce('tell-followers');
      });
    }

    const audience = moment.to
      .flatMap((where): readonly PersonName[] =>
        where === 'contacts' ? ids.contactsOf(moment.by) : ids.inside(where),
      )
      .filter((who) => who !== moment.by && joined(who) < moment.at - 4 * hour);
    for (const who of chance.some([...new Set(audience)], moment.likes)) {
      const soon = moment.at + chance.between(2 * minute, Math.min(20 * hour, (now - moment.at) * 0.9));
      timeline.at(awake(soon, now), () => likePost(context.db, viewer(who), post));
    }
  }
};

import { mkdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findJobViewer, type Viewer } from '../../access/viewer.ts';
import { recordAuditEntry } from '../../features/audit/record.ts';
import { describeMember } from '../../features/auth/operator.ts';
import { hashPassword } from '../../features/auth/password.ts';
import { insertMember } from '../../features/auth/register.ts';
import { placeEarlierLikes } from '../../features/likes/place-earlier.ts';
import { storePhotos } from '../../features/media/photos.ts';
import type { AppContext } from '../../app-context.ts';
import { growAlbums, picturesOfAlbums } from './albums.ts';
import { createChance } from './chance.ts';
import { drawCircles } from './draw-circles.ts';
import { askForVerification, extras } from './extras.ts';
import { type DemoPerson, everyone, people, type PersonName } from './people.ts';
import { openAlbum, portraitFile } from './pictures.ts';
import { shareMoments } from './share-moments.ts';
import { takePartByLetter } from './rosa.ts';
import type { Stage } from './stage.ts';
import { createTimeline } from './timeline.ts';
import { projectFile } from '../../platform/programs.ts';
import type { CircleName } from './circles.ts';
import { type DemoMoment, readMoments } from './moment.ts';

/** The files of `moments/`, each with the circle that its moments go to when they do not say. */
const scripts: readonly (readonly [string, CircleName | null])[] = [
  ['family', 'family'],
  ['sunday-run', 'sundayRun'],
  ['kitchen-table', 'kitchenTable'],
  ['allotment', 'allotment'],
  ['brass-band', 'brassBand'],
  ['shed-and-kiln', 'shed'],
  ['mill-lane', 'millLane'],
  ['studio', 'studio'],
  ['others', null],
];

/** Everything that was shared, seen from `now` (epoch milliseconds), in no particular order. */
const readAllMoments = (now: number): DemoMoment[] =>
  scripts.flatMap(([script, circle]) =>
    readMoments(readFileSync(projectFile(`server/cli/demo/moments/${script}.txt`), 'utf8'), circle, now),
  );

const day = 24 * 60 * 60_000;

/**
 * Fills an empty installation with the invented community, in the order in which it came about.
 * @param password with which each of them signs in
 */
export const fill = async (context: AppContext, password: string): Promise<void> => {
  const now = Date.now();
  const moments = readAllMoments(now);
  const pictures = path.join(context.settings.dataDir, 'pictures');
  mkdirSync(pictures);
  const album = openAlbum(
    context.images,
    [...moments.flatMap((moment) => moment.photos), ...picturesOfAlbums(now)],
    pictures,
  );
  const viewers = new Map<PersonName, Viewer>();
  const stage: Stage = {
    context: { ...context, images: album.pipeline },
    timeline: createTimeline(),
    chance: createChance(14),
    now,
    joined: (who) => now - people[who].since * day,
    viewer: (who) => {
      const viewer = viewers.get(who);
      if (!viewer) throw new Error(`${who} has not joined yet`);
      return viewer;
    },
  };
  const passwordHash = await hashPassword(password);
  for (const who of everyone) {
    stage.timeline.at(stage.joined(who), async () => {
      viewers.set(who, await join(stage, who, passwordHash));
    });
  }
  const ids = drawCircles(stage);
  shareMoments(stage, { moments, ids, album });
  growAlbums(stage, { ids, album });
  askForVerification(stage);
  extras(stage, ids);
  if (context.settings.mailIn !== null) takePartByLetter(stage, ids);
  // It must find no likes, or it notifies everybody of a change to the likes of earlier versions.
  await placeEarlierLikes(context.db, context.shutdownSignal);
  await stage.timeline.run();
  await rm(pictures, { recursive: true });
};

const join = async (stage: Stage, who: PersonName, passwordHash: string): Promise<Viewer> => {
  const person: DemoPerson = people[who];
  const { context } = stage;
  const verification = person.verification ?? 'approved';
  const id = await context.db.write(async (tx) => {
    const member = await insertMember(tx, {
      firstName: person.first,
      lastName: person.last,
      email: person.email,
      passwordHash,
      emailConfirmed: true,
      isAdmin: person.isAdmin === true,
      isVerified: verification === 'approved',
    });
    await recordAuditEntry(tx, 'member.registered', { actorId: member.id, target: member.publicId });
    return member.id;
  });
  const viewer = await findJobViewer(context.db.read, id);
  if (!viewer) throw new Error(`${who} is no member`);
  const [avatar] = person.portrait
    ? await storePhotos(context, viewer, [{ path: portraitFile(who) }], { kind: 'avatar' })
    : [];
  await context.db.write((tx) =>
    describeMember(tx, id, {
      username: person.username,
      bio: person.bio,
      avatarId: avatar?.id ?? null,
    }),
  );
  return viewer;
};

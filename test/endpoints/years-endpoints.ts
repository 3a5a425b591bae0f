import * as media from '../../contract/media.ts';
import * as albums from '../../contract/albums.ts';
import { formOf } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { pairedFrame } from '../harness/frame-tablet.ts';
import { password } from '../harness/test-server.ts';
import { authorOnly, type Door, inCircle, membersOnly, nobody } from './endpoints.ts';
import { importDoors } from './import-endpoints.ts';
import type { World } from './world.ts';
import { timelineDoors } from './timeline-endpoints.ts';

/** An album with one photo of its author. */
const freshAlbum = async ({ author, circle }: World) => {
  const photo = new Blob([new Uint8Array(await plainPhoto())]);
  const photoIds = [(await author.ask(media.upload, formOf({ photo }))).id];
  const { id } = await author.ask(albums.create, { title: 'Door', circleIds: [circle.id], photoIds });
  return { id, photoIds };
};

/** The endpoints of albums, days of photos and search, by name. */
export const yearsDoors: Readonly<Record<string, Door>> = {
  'albums.list': {
    input: ({ circle }) => ({ circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ circleId: nobody() }),
  },
  'albums.create': {
    input: ({ circle }) => ({ title: 'Door', circleIds: [circle.id] }),
    statuses: inCircle(201),
    absent: () => ({ title: 'Door', circleIds: [nobody()] }),
  },
  'albums.edit': {
    input: async (world) => ({ id: (await freshAlbum(world)).id, title: 'Another door' }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), title: 'Another door' }),
  },
  'albums.photos': {
    input: async (world) => ({ id: (await freshAlbum(world)).id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'albums.years': {
    input: async (world) => ({ id: (await freshAlbum(world)).id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'albums.addPhotos': {
    input: async (world) => ({ id: (await freshAlbum(world)).id, photoIds: [] }),
    statuses: authorOnly(201),
    absent: () => ({ id: nobody(), photoIds: [] }),
  },
  'albums.removePhotos': {
    input: freshAlbum,
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), photoIds: [nobody()] }),
  },
  'archives.state': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'archives.request': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(202),
    absent: () => ({ id: nobody() }),
  },
  ...importDoors,
  ...timelineDoors,
  'frames.list': { statuses: membersOnly(200) },
  'frames.create': {
    input: ({ circle }) => ({ circleId: circle.id, code: 'AAAAAAAA', password: `not ${password}` }),
    statuses: inCircle(400),
    absent: () => ({ circleId: nobody(), code: 'AAAAAAAA', password: `not ${password}` }),
  },
  'frames.end': {
    input: async (world) => ({ id: (await pairedFrame(world.server, world.author, world.circle)).id }),
    statuses: [401, 404, 404, 404, 204],
    absent: () => ({ id: nobody() }),
  },
  'frames.ofCircle': {
    input: ({ circle }) => ({ id: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ id: nobody() }),
  },
  'search.everything': { input: () => ({ q: 'door' }), statuses: membersOnly(200) },
  'search.posts': {
    input: ({ circle }) => ({ q: 'door', circleId: circle.id }),
    statuses: inCircle(200),
    absent: () => ({ q: 'door', circleId: nobody() }),
  },
};

import * as imports from '../../contract/imports.ts';
import type { Person } from '../harness/person.ts';
import { type Door, membersOnly, nobody, type Statuses } from './endpoints.ts';

/** An open import of this person. */
const opened = async (person: Person): Promise<string> =>
  (await person.ask(imports.open, { source: 'folder' })).id;

/** An import is its owner's alone: the circle's other members get no other answer than strangers. */
const ownerOnly = (status: number): Statuses => [401, 404, 404, 404, status];

const film = { bytes: 1, type: 'video/mp4', seconds: 1, takenOn: '2019-07-14' } as const;

const placed = () => ({
  albumId: nobody(),
  videoId: nobody(),
  position: 0,
  contentHash: '0'.repeat(64),
});

/** The endpoints of imports, by name. */
export const importDoors: Readonly<Record<string, Door>> = {
  'imports.open': { input: () => ({ source: 'folder' }), statuses: membersOnly(201) },
  'imports.current': { statuses: membersOnly(200) },
  'imports.addAlbum': {
    input: async ({ author }) => ({ id: await opened(author), title: 'Door', circleId: null }),
    statuses: ownerOnly(201),
    absent: () => ({ id: nobody(), title: 'Door', circleId: null }),
  },
  // The body is JSON, and no form.
  'imports.addPhoto': { input: () => ({ id: nobody() }), statuses: membersOnly(415) },
  'imports.startVideo': {
    input: async ({ author }) => ({ id: await opened(author), ...film }),
    statuses: ownerOnly(201),
    absent: () => ({ id: nobody(), ...film }),
  },
  // Its author's import is there, its album is not.
  'imports.addVideo': {
    input: async ({ author }) => ({ id: await opened(author), ...placed() }),
    statuses: ownerOnly(404),
    absent: () => ({ id: nobody(), ...placed() }),
  },
  'imports.share': {
    input: async ({ author }) => ({ id: await opened(author) }),
    statuses: ownerOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'imports.keep': {
    input: async ({ author }) => ({ id: await opened(author) }),
    statuses: ownerOnly(204),
    absent: () => ({ id: nobody() }),
  },
};

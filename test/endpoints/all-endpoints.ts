import assert from 'node:assert/strict';
import { endpoints } from '../../contract/endpoints.ts';
import type { Person } from '../harness/person.ts';
import type { TestServer } from '../harness/test-server.ts';
import { type Door, doors as otherDoors } from './endpoints.ts';
import { mailboxDoors } from './mailbox-endpoints.ts';
import { mediaDoors } from './media-endpoints.ts';
import { questionDoors } from './question-endpoints.ts';
import { sharingDoors } from './sharing-endpoints.ts';
import type { World } from './world.ts';
import { yearsDoors } from './years-endpoints.ts';

/** Every endpoint of the contract, by name. */
export const doors: Readonly<Record<string, Door>> = {
  ...otherDoors,
  ...mailboxDoors,
  ...mediaDoors,
  ...questionDoors,
  ...sharingDoors,
  ...yearsDoors,
};

/** A visitor with the cookie that `persona` describes. */
export interface Reader {
  persona: string;
  person: Person;
}

export const readersWith = (server: TestServer, cookies: Readonly<Record<string, string | null>>): Reader[] =>
  Object.entries(cookies).map(([persona, cookie]) => {
    const person = server.visitor(persona);
    person.cookie = cookie;
    return { persona, person };
  });

/** Asserts that each endpoint answers these readers as it answers a visitor. */
export const assertOpensNothing = async (world: World, readers: readonly Reader[]): Promise<void> => {
  for (const [name, endpoint] of endpoints) {
    const door = doors[name];
    assert.ok(door, name);
    const input = (await door.input?.(world, world.visitor)) ?? {};
    for (const { persona, person } of readers) {
      const { status, text } = await person.call(endpoint, input);
      assert.equal(status, door.statuses[0], `${persona} at ${name}: ${text}`);
    }
  }
};

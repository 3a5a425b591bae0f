import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Circle } from '../../../contract/shapes.ts';
import { createServer } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { readSettings } from '../../settings.ts';
import { hashPassword } from '../auth/password.ts';
import { insertMember } from '../auth/register.ts';
import { Actor, password } from './actor.ts';

export interface Stage {
  port: number;
  visitor(): Actor;
  /** A new person who has signed in and may post. */
  person(name: string, more?: { isVerified?: boolean }): Promise<Actor>;
  /** The circle 'Family' of a new person, with others in it. */
  family<const Others extends readonly string[]>(
    owner: string,
    ...others: Others
  ): Promise<[Circle, Actor, ...{ [K in keyof Others]: Actor }]>;
  /** A second Circle, on which rate limits apply as on a real server. */
  limited(): Promise<Stage>;
  close(): Promise<void>;
}

/** Opens a temporary Circle with only invented people. */
export const openStage = async (dataDir: string, rateLimitFactor = 0): Promise<Stage> => {
  // An empty environment: the stage knows neither the real database nor its storage or mail.
  const settings = {
    ...readSettings({
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost',
      // Push is the one feature by which a member could make the stage contact other hosts.
      PUSH_HOSTS: 'none',
    }),
    port: 0,
    rateLimitFactor,
  };
  const webFolder = path.join(dataDir, 'no-web-app');
  const server = await createServer(settings, createLog('silent'), { webFolder });
  const port = await server.listen();
  const url = `http://127.0.0.1:${port}`;
  const passwordHash = await hashPassword(password);

  const person: Stage['person'] = async (name, { isVerified = true } = {}) => {
    const actor = new Actor(name, `${name.toLowerCase()}.${randomUUID()}@example.org`, url);
    await server.context.db.write((tx) =>
      insertMember(tx, {
        firstName: name,
        lastName: 'Invented',
        email: actor.email,
        passwordHash,
        emailConfirmed: true,
        isAdmin: false,
        isVerified,
      }),
    );
    await actor.signIn(password);
    return actor;
  };

  function family<const Others extends readonly string[]>(
    owner: string,
    ...others: Others
  ): Promise<[Circle, Actor, ...{ [K in keyof Others]: Actor }]>;
  async function family(first: string, ...others: string[]): Promise<[Circle, Actor, ...Actor[]]> {
    const owner = await person(first);
    const members = await Promise.all(others.map((name) => person(name)));
    const circle = await owner.makesCircle('Family');
    for (const member of members) await owner.adds(member, circle);
    return [circle, owner, ...members];
  }

  return {
    port,
    visitor: () => new Actor('Visitor', 'visitor@example.org', url),
    person,
    family,
    limited: () => openStage(path.join(dataDir, 'limited'), 1),
    close: () => server.close(),
  };
};

import * as account from '../../../contract/account.ts';
import * as blocking from '../../../contract/blocking.ts';
import * as circles from '../../../contract/circles.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import * as comments from '../../../contract/comments.ts';
import * as likes from '../../../contract/likes.ts';
import * as members from '../../../contract/members.ts';
import * as posts from '../../../contract/posts.ts';
import type * as z from 'zod/mini';
import type { Actor, Answer } from './actor.ts';
import { drawPhoto } from './drawn-photo.ts';
import type { About, Findings, Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';
import type { Step } from './steps.ts';

/** A call that takes more milliseconds is an issue. */
const slow = 3_000;

const IdOf = posts.create.output;

interface Scene {
  people: Map<string, Actor>;
  circles: Map<string, string>;
  posts: Map<string, string>;
  last: Answer | null;
}

/** Resolves a label to an id. If creating its object was refused, returns an id that was never used. */
const known = (labels: Map<string, string>, label: string): string => labels.get(label) ?? '0'.repeat(32);

const idIn = (answer: Answer): string | null => {
  if (answer.status !== 201) return null;
  const read: unknown = JSON.parse(answer.text);
  return IdOf.shape.id.safeParse(Reflect.get(Object(read), 'id')).data ?? null;
};

/** The input, with labels replaced by ids. An unknown label becomes an id that was never given out. */
const withIds = (scene: Scene, value: unknown): unknown => {
  if (typeof value === 'string') {
    return value.replaceAll(
      /\$([a-z][a-z0-9-]{0,19})/g,
      (_, label: string) =>
        scene.people.get(label)?.id ?? scene.circles.get(label) ?? known(scene.posts, label),
    );
  }
  if (Array.isArray(value)) return value.map((entry) => withIds(scene, entry));
  if (typeof value !== 'object' || value === null) return value;
  return namesWithIds(scene, value);
};

const namesWithIds = (scene: Scene, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, withIds(scene, entry)]));

const fits = (output: z.ZodMiniType, text: string): boolean => {
  try {
    return output.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const again = async (times: number, act: () => Promise<Answer>): Promise<Answer> => {
  let last = await act();
  for (let done = 1; done < times; done++) last = await act();
  return last;
};

const take = async (scene: Scene, step: Step, findings: Findings): Promise<Answer | null> => {
  const actor = (name: string): Actor => {
    const found = scene.people.get(name);
    if (!found) throw new Error(`Nobody is called ${name}.`);
    return found;
  };
  const circle = (label: string) => known(scene.circles, label);
  const post = (label: string) => known(scene.posts, label);
  const keep = (labels: Map<string, string>, label: string, answer: Answer) => {
    const id = idIn(answer);
    if (id !== null) labels.set(label, id);
    return answer;
  };
  switch (step.step) {
    case 'make_circle': {
      const made = await actor(step.who).call(circles.create, { name: step.circle, kind: step.kind });
      return keep(scene.circles, step.circle, made);
    }
    case 'add_member':
      return actor(step.who).call(circles.addMember, {
        id: circle(step.circle),
        userId: actor(step.person).id,
      });
    case 'remove_member':
      return actor(step.who).call(circles.removeMember, {
        id: circle(step.circle),
        memberId: actor(step.person).id,
      });
    case 'post': {
      const form = new FormData();
      form.set('content', step.text);
      form.set('circleIds', JSON.stringify([circle(step.circle)]));
      for (let at = 0; at < step.photos; at++) form.append('media', new Blob([drawPhoto()]), 'photo.png');
      return keep(scene.posts, step.post, await actor(step.who).call(posts.create, form));
    }
    case 'delete_post':
      return actor(step.who).call(posts.remove, { id: post(step.post) });
    case 'comment':
      return actor(step.who).call(comments.add, { id: post(step.post), content: step.text });
    case 'like':
      return again(step.times, () => actor(step.who).call(likes.like, { id: post(step.post) }));
    case 'unlike':
      return again(step.times, () => actor(step.who).call(likes.unlike, { id: post(step.post) }));
    case 'block':
      return actor(step.who).call(blocking.block, { id: actor(step.person).id });
    case 'edit_bio':
      return actor(step.who).call(account.edit, { bio: step.text });
    case 'search':
      return actor(step.who).call(members.search, { q: step.text });
    case 'read_feed':
      return again(step.times, () => actor(step.who).call(posts.feed));
    case 'call': {
      const endpoint = endpoints.get(step.endpoint);
      if (!endpoint) throw new Error(`Nothing is called ${step.endpoint}.`);
      const answer = await actor(step.who).call(endpoint, namesWithIds(scene, step.input));
      findings.expect(
        answer.status !== endpoint.status || !endpoint.output || fits(endpoint.output, answer.text),
        `${step.endpoint} answered what it does not promise.`,
      );
      return answer;
    }
    case 'expect_sees':
    case 'expect_hidden': {
      const { status } = await actor(step.who).call(posts.get, { id: post(step.post) });
      const sees = step.step === 'expect_sees';
      findings.expect(
        (status === 200) === sees,
        sees ? `${step.who} does not see ${step.post}.` : `${step.who} sees ${step.post}.`,
      );
      return null;
    }
    case 'expect_status': {
      const status = scene.last?.status ?? 0;
      findings.expect(
        status === step.status,
        `The step before answered ${status} instead of ${step.status}.`,
      );
      return null;
    }
    case 'expect_refused': {
      const status = scene.last?.status ?? 0;
      findings.expect(
        status >= 400 && status < 500,
        `The step before answered ${status} instead of a refusal.`,
      );
      return null;
    }
  }
};

/** A scenario of steps. In every step the server must neither fail nor be slow. */
export const scenarioOf = (about: About, steps: readonly Step[]): Scenario => ({
  ...about,
  act: async (stage: Stage, findings) => {
    const named = new Set<string>(
      steps.flatMap((step) => ['who' in step ? step.who : [], 'person' in step ? step.person : []].flat()),
    );
    const cast = await Promise.all(
      ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']
        .filter((name) => named.has(name.toLowerCase()))
        .map((name) => stage.person(name)),
    );
    const scene: Scene = {
      people: new Map(cast.map((actor) => [actor.name.toLowerCase(), actor])),
      circles: new Map(),
      posts: new Map(),
      last: null,
    };
    scene.people.set('visitor', stage.visitor());
    for (const [at, step] of steps.entries()) {
      const answer = await take(scene, step, findings);
      if (!answer) continue;
      scene.last = answer;
      findings.expect(
        answer.status < 500,
        `Step ${at + 1} (${step.step}) answered ${answer.status}.`,
        'critical',
      );
      findings.expect(
        answer.took < slow,
        `Step ${at + 1} (${step.step}) took ${Math.round(answer.took)} ms.`,
      );
    }
  },
});

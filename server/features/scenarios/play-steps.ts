import * as account from '../../../contract/account.ts';
import * as blocking from '../../../contract/blocking.ts';
import * as circles from '../../../contract/circles.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import * as comments from '../../../contract/comments.ts';
import * as likes from '../../../contract/likes.ts';
import * as members from '../../../contract/members.ts';
import * as posts from '../../../contract/posts.ts';
import { type Actor, type Answer, momentForm } from './actor.ts';
import { drawPhoto } from './drawn-photo.ts';
import type { About, Findings, Scenario } from './scenario.ts';
import type { Stage } from './stage.ts';
import type { Step } from './steps.ts';

/** A call that takes more milliseconds is an issue. */
const slow = 3_000;

/** The people by their lower-case names, and the ids of what they made, by kind and label. */
interface Scene {
  people: Map<string, Actor>;
  ids: Map<string, string>;
}

type Expectation = Extract<Step, { step: `expect_${string}` }>;
type Act = Exclude<Step, Expectation>;

const isExpectation = (step: Step): step is Expectation => step.step.startsWith('expect_');

const actorOf = ({ people }: Scene, name: string): Actor => {
  const actor = people.get(name);
  if (!actor) throw new Error(`Nobody is called ${name}.`);
  return actor;
};

/** The id of a label. If creating its object was refused, returns an id that was never used. */
const idOf = ({ ids }: Scene, kind: 'circle' | 'post', label: string): string =>
  ids.get(`${kind} ${label}`) ?? '0'.repeat(32);

/** The input, with labels replaced by ids. An unknown label becomes an id that was never given out. */
const withIds = (scene: Scene, value: unknown): unknown => {
  if (typeof value === 'string') {
    return value.replaceAll(
      /\$([a-z][a-z0-9-]{0,19})/g,
      (_, label: string) =>
        scene.people.get(label)?.id ?? scene.ids.get(`circle ${label}`) ?? idOf(scene, 'post', label),
    );
  }
  if (Array.isArray(value)) return value.map((entry) => withIds(scene, entry));
  if (typeof value !== 'object' || value === null) return value;
  return fieldsWithIds(scene, value);
};

const fieldsWithIds = (scene: Scene, fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, withIds(scene, entry)]));

/** The call that a step makes. */
const callOf = (scene: Scene, step: Act): [Endpoint, object] => {
  const circle = 'circle' in step ? idOf(scene, 'circle', step.circle) : '';
  const post = 'post' in step ? idOf(scene, 'post', step.post) : '';
  const person = 'person' in step ? actorOf(scene, step.person).id : '';
  switch (step.step) {
    case 'make_circle':
      return [circles.create, { name: step.circle, kind: step.kind }];
    case 'add_member':
      return [circles.addMember, { id: circle, userId: person }];
    case 'remove_member':
      return [circles.removeMember, { id: circle, memberId: person }];
    case 'post': {
      const photos = Array.from({ length: step.photos }, () => drawPhoto());
      return [posts.create, momentForm(step.text, { to: [{ id: circle }], photos })];
    }
    case 'delete_post':
      return [posts.remove, { id: post }];
    case 'comment':
      return [comments.add, { id: post, content: step.text }];
    case 'like':
      return [likes.like, { id: post }];
    case 'unlike':
      return [likes.unlike, { id: post }];
    case 'block':
      return [blocking.block, { id: person }];
    case 'edit_bio':
      return [account.edit, { bio: step.text }];
    case 'search':
      return [members.search, { q: step.text }];
    case 'read_feed':
      return [posts.feed, {}];
    case 'call': {
      const endpoint = endpoints.get(step.endpoint);
      if (!endpoint) throw new Error(`Nothing is called ${step.endpoint}.`);
      return [endpoint, fieldsWithIds(scene, step.input)];
    }
  }
};

/** Does what a step says, as often as it says; keeps the id of what was made. */
const act = async (scene: Scene, step: Act, { expect }: Findings): Promise<Answer> => {
  const [endpoint, input] = callOf(scene, step);
  const call = () => actorOf(scene, step.who).call(endpoint, input);
  let answer = await call();
  for (let done = 1; 'times' in step && done < step.times; done++) answer = await call();
  if (step.step === 'call' && answer.status === endpoint.status && endpoint.output)
    expect(
      endpoint.output.safeParse(answer.json).success,
      `${step.endpoint} answered what it does not promise.`,
    );
  const id: unknown = answer.status === 201 ? Reflect.get(Object(answer.json), 'id') : null;
  if (typeof id === 'string' && step.step === 'make_circle') scene.ids.set(`circle ${step.circle}`, id);
  if (typeof id === 'string' && step.step === 'post') scene.ids.set(`post ${step.post}`, id);
  return answer;
};

/** @param before the status of the last answer */
const check = async (
  scene: Scene,
  step: Expectation,
  before: number,
  { expect }: Findings,
): Promise<void> => {
  switch (step.step) {
    case 'expect_sees':
    case 'expect_hidden': {
      const { status } = await actorOf(scene, step.who).call(posts.get, {
        id: idOf(scene, 'post', step.post),
      });
      const sees = step.step === 'expect_sees';
      expect((status === 200) === sees, `${step.who} ${sees ? 'does not see' : 'sees'} ${step.post}.`);
      return;
    }
    case 'expect_status':
      expect(before === step.status, `The step before answered ${before} instead of ${step.status}.`);
      return;
    case 'expect_refused':
      expect(before >= 400 && before < 500, `The step before answered ${before} instead of a refusal.`);
  }
};

/** A scenario of steps. In every step the server must neither fail nor be slow. */
export const scenarioOf = (about: About, steps: readonly Step[]): Scenario => ({
  ...about,
  act: async (stage: Stage, findings) => {
    const named = new Set<string>(
      steps.flatMap((step) => ['who' in step ? step.who : [], 'person' in step ? step.person : []].flat()),
    );
    const scene: Scene = { people: new Map([['visitor', stage.visitor()]]), ids: new Map() };
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']) {
      const lower = name.toLowerCase();
      if (named.has(lower)) scene.people.set(lower, await stage.person(name));
    }
    let before = 0;
    for (const [at, step] of steps.entries()) {
      if (isExpectation(step)) {
        await check(scene, step, before, findings);
        continue;
      }
      const { status, took } = await act(scene, step, findings);
      before = status;
      const which = `Step ${at + 1} (${step.step})`;
      findings.expect(status < 500, `${which} answered ${status}.`, 'critical');
      findings.expect(took < slow, `${which} took ${Math.round(took)} ms.`);
    }
  },
});

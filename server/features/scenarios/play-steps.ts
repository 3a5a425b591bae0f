import { requestOf } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { formOf } from './actor.ts';
import { drawPhoto } from './drawn-photo.ts';
import type { Scenario } from './scenario.ts';
import { type KeptIdea, people, withIds } from './steps.ts';

/** A call that takes more milliseconds is an issue. */
const slow = 3_000;
/** A scenario of steps. In every step the server must answer as promised, and must neither fail nor be slow. */
export const scenarioOf = ({ steps, ...about }: KeptIdea): Scenario => ({
  ...about,
  act: async (stage, { expect }) => {
    const actors = new Map([['visitor', stage.visitor()]]);
    const ids = new Map<string, string>();
    const spoken = JSON.stringify(steps);
    for (const name of people) {
      if (!spoken.includes(`"${name}"`) && !spoken.includes(`$${name}`)) continue;
      const actor = await stage.person(name.replace(/^./, (letter) => letter.toUpperCase()));
      actors.set(name, actor);
      ids.set(name, actor.id);
    }
    for (const [at, { who, call, input, photos = 0, times = 1, makes, expect: wanted }] of steps.entries()) {
      const endpoint = endpoints.get(call);
      const actor = actors.get(who);
      if (!endpoint || !actor) throw new Error(`Nobody is called ${who}, or nothing ${call}.`);
      const [field = ''] = Object.keys(endpoint.files ?? {});
      const files = Array.from({ length: photos }, () => new Blob([drawPhoto()]));
      const fields = { ...withIds(input, ids), ...(photos > 0 && { [field]: files }) };
      const { url, body } = requestOf(endpoint, fields);
      const send = () =>
        endpoint.files
          ? actor.request(endpoint.method, url, { form: formOf(body ?? {}) })
          : actor.call(endpoint, fields);
      let answer = await send();
      for (let done = 1; done < times; done++) answer = await send();
      const { status, took } = answer;
      const which = `Step ${at + 1} (${call} by ${who})`;
      expect(status < 500, `${which} answered ${status}.`, 'critical');
      expect(took < slow, `${which} took ${Math.round(took)} ms.`);
      if (status === endpoint.status && endpoint.output) {
        const isPromised = endpoint.output.safeParse(answer.json).success;
        expect(isPromised, `${which} answered other fields than promised.`);
      }
      const isWanted = wanted === 'refused' ? status >= 400 && status < 500 : status === (wanted ?? status);
      expect(
        isWanted,
        `${which} answered ${status} instead of ${wanted === 'refused' ? 'a refusal' : wanted}.`,
      );
      const id: unknown = status === 201 ? Reflect.get(Object(answer.json), 'id') : null;
      if (makes !== undefined && typeof id === 'string') ids.set(makes, id);
    }
  },
});

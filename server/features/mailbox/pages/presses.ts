import { Problem } from '../../../platform/problem.ts';
import { hashOf } from '../../../platform/text/ids.ts';
import type { Answer, Visit } from './visit.ts';

/** How soon the same form must come again to get its page. */
const keptForMs = 60_000;

interface Press {
  /** The hash of the fields. */
  form: string;
  /** The page of a form that had its effect. */
  page: Promise<Answer | undefined>;
  until: number;
}

/**
 * Forms that work once, by network and path. A browser shows the answer to the second of two presses alone, and the first
 * one has used up the link: the second gets the page of the first, and changes nothing. Another node answers it with 404.
 */
export const createPresses = () => {
  const latest = new Map<string, Press>();

  const find = (place: string): Press | undefined => {
    const now = Date.now();
    for (const [key, { until }] of latest) {
      if (until > now) break;
      latest.delete(key);
    }
    return latest.get(place);
  };

  return {
    has: (place: string): boolean => find(place) !== undefined,

    async answer(place: string, fields: Visit['fields'], handle: () => Promise<Answer>): Promise<Answer> {
      const before = find(place);
      const form = hashOf(JSON.stringify(fields));
      const answering = async (): Promise<Answer> => {
        const page = await before?.page;
        try {
          return await handle();
        } catch (error) {
          if (page && before?.form === form && error instanceof Problem && error.code === 'missing')
            return page;
          throw error;
        }
      };
      const answer = answering();
      const page = answer.then(
        (given) => ('status' in given ? undefined : given),
        () => undefined,
      );
      latest.delete(place);
      latest.set(place, { form, page, until: Date.now() + keptForMs });
      return answer;
    },
  };
};

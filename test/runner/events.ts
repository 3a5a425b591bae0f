// The reporter of `worker.ts`: it passes the events of node's test runner to the process that deals out the files.
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

const messageOf = (event: TestEvent): object => {
  if (event.type !== 'test:fail') return event;
  const { error, ...details } = event.data.details;
  const failureType: unknown = Reflect.get(error, 'failureType');
  const failure = { failureType, text: inspect(error.cause ?? error) };
  return { type: event.type, data: { ...event.data, details }, failure };
};

const passedOn: ReadonlySet<string> = new Set(['test:diagnostic', 'test:fail', 'test:pass', 'test:start']);

export default async function* (source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    // At the end the runner adds its sums, when nobody listens any more.
    if (passedOn.has(event.type) && process.connected) process.send?.(messageOf(event));
  }
  yield '';
}

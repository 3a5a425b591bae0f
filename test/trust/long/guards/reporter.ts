// The reporter of `process.ts`: it passes the events of node's test runner on inside that process.
import type { TestEvent } from 'node:test/reporters';

type Listener = (event: TestEvent) => void;

let heard: Listener = () => undefined;

export const listen = (listener: Listener): void => {
  heard = listener;
};

export default async function* (source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) heard(event);
  yield '';
}

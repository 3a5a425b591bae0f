import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { shortSuiteProgram } from '../harness/test-server.ts';

const children = new Set<ChildProcess>();
subscribe('child_process', (message) => {
  const child: unknown = Reflect.get(Object(message), 'process');
  if (!(child instanceof ChildProcess)) return;
  children.add(child);
  child.once('exit', () => children.delete(child));
});

/** The processes that this one has started with a program and that still run. */
export const processesOf = (program: string): ChildProcess[] =>
  [...children].filter(({ spawnargs }) => spawnargs.includes(program));

/** Ends the wait of the first scenario in each run of the short suite. */
export const goOn = (): void => {
  for (const child of processesOf(shortSuiteProgram)) child.send('go on');
};

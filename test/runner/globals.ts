import { after } from 'node:test';

/** Sets globals for the tests of one file, or deletes those that are undefined. They are as before after its last test. */
export const setGlobals = (values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) {
    const former = Object.getOwnPropertyDescriptor(globalThis, name);
    after(() => {
      if (former) Object.defineProperty(globalThis, name, former);
      else Reflect.deleteProperty(globalThis, name);
    });
    if (value === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
};

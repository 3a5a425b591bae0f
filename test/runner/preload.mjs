// Loaded before `worker.ts` (`node --import`). Node's test runner follows every promise to know which test it belongs to.
// That makes `await` thirty times as slow, and whole tests twice. It follows no promises here: `node-test.ts` registers the
// tests of a file, and `worker.ts` notices errors outside of tests.
import async_hooks from 'node:async_hooks';
import { registerHooks } from 'node:module';

const { createHook } = async_hooks;
async_hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

const [registry, worker] = ['node-test', 'worker'].map(
  (name) => new URL(`./${name}.ts`, import.meta.url).href,
);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:test' && context.parentURL !== registry && context.parentURL !== worker
      ? { url: registry, shortCircuit: true }
      : next(specifier, context),
});

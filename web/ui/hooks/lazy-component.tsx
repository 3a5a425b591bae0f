import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Meanwhile {
  /** Content until the code has loaded. */
  fallback?: ReactNode;
  /** Content that is rendered together with the loaded component. */
  beside?: ReactNode;
}

/**
 * A component whose code is fetched when it is first drawn, or by `preload` when that is near (`load` to wait for it). It is drawn as soon as
 * its code is there; React's own `lazy` keeps what replaces a fallback back until 300 ms after the fallback. A fetch
 * that fails breaks the page as any other error does, and is tried again when it is next drawn.
 */
export const lazyComponent = <Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
) => {
  let known: ComponentType<Props> | null = null;
  const fetched = async (): Promise<ComponentType<Props>> => (known ??= (await fetchCode()).default);
  // A render reports the failure.
  const load = (): Promise<unknown> => fetched().catch(() => undefined);
  const preload = (): void => void load();

  function Later(props: Props & Meanwhile) {
    const { fallback = null, beside = null } = props;
    const [Content, setContent] = useState(() => known);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Content) return;
      let isGone = false;
      fetched().then(
        (found) => isGone || setContent(() => found),
        (error: unknown) => isGone || setFailure({ error }),
      );
      return () => {
        isGone = true;
      };
    }, [Content]);
    if (failure) throw failure.error;
    return Content ? (
      <>
        <Content {...props} />
        {beside}
      </>
    ) : (
      fallback
    );
  }
  return Object.assign(Later, { load, preload });
};

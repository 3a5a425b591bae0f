import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the page: what waits for an answer must not act once its member has left. */
export const useIsShown = (): Readonly<RefObject<boolean>> => {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
};
